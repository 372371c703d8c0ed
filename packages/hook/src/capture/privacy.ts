import { homedir } from 'node:os';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import type { UserConfig } from '@memory/home';
import { withoutEnd } from '@memory/text/without-end';
import type { Project } from '../project/project.ts';

/** What a user wants to be kept out of the memory, for one project. */
export interface Privacy {
  /** Nothing is captured. */
  isPrivate: boolean;
  /** @param file absolute, or relative to the project */
  isExcluded: (file: string) => boolean;
  /** Whether a command names a file or folder that is excluded. */
  namesExcluded: (command: string) => boolean;
}

export function privacyOf(config: UserConfig, project: Project): Privacy {
  const own = Object.entries(config.projects ?? {})
    .filter(([folder]) => [project.root, project.home].some((root) => isWithin(expanded(folder), root)))
    .map(([, settings]) => settings);
  const patterns = [...(config.exclude ?? []), ...own.flatMap(({ exclude }) => exclude ?? [])];
  const folders = patterns.filter((pattern) => isAbsolute(expanded(pattern))).map(expanded);
  const globs = patterns.filter((pattern) => !isAbsolute(expanded(pattern)));
  // `secrets` and `secrets/` mean the folder with all that is in it, as in an ignore file.
  const matches =
    globs.length === 0
      ? () => false
      : picomatch(
          globs.flatMap((glob) => [
            glob,
            `${withoutEnd(glob, '/')}/**`,
            ...(glob.includes('/') ? [] : [`**/${glob}`, `**/${glob}/**`]),
          ]),
          { dot: true, nocase: process.platform === 'win32' },
        );
  const isExcluded = (file: string): boolean => {
    const path = resolve(project.root, expanded(file));
    if (folders.some((folder) => isWithin(folder, path) || picomatch.isMatch(path, folder, { dot: true })))
      return true;
    const inside = relative(project.root, path).split(sep).join('/');
    return inside !== '' && matches(inside);
  };
  return {
    isPrivate: config.private === true || own.some((settings) => settings.private === true),
    isExcluded,
    namesExcluded: (command) =>
      patterns.length > 0 &&
      command
        .slice(0, 10_000)
        .split(/[\s"'`=;|&<>(),]+/u)
        .some((word) => word !== '' && isExcluded(word)),
  };
}

/** Whether a path is a folder or lies in it. */
function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

const expanded = (path: string): string => (/^~(?=$|[/\\])/u.test(path) ? homedir() + path.slice(1) : path);
