import { homedir } from 'node:os';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { normalizeRemote } from '@memory/text/normalize-remote';
import { withoutEnd } from '@memory/text/without-end';
import type { UserConfig } from '../../home/user-config.ts';
import type { Project } from '../project/find-project.ts';

import picomatch from 'picomatch';

export interface Privacy {
  /** Entries of the settings' `projects` that mean this one. */
  entries: string[];
  isPrivate: boolean;
  /** @param file absolute, or relative to the project */
  isExcluded: (file: string) => boolean;
  namesExcluded: (command: string) => boolean;
  /** Output of a command, or a patch, without the parts about files that are excluded. */
  withoutExcluded: (text: string) => string;
}

/** Of a longer text the rest is dropped where anything is excluded: to look at each word takes 1 ms for 10,000 characters. */
const READ_MAX = 50_000;

export function privacyOf(config: UserConfig, project: Project): Privacy {
  const entries = Object.entries(config.projects ?? {}).filter(([name]) => means(name, project));
  const own = entries.map(([, settings]) => settings);
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
    entries: entries.map(([name]) => name),
    isPrivate: config.private === true || own.some((settings) => settings.private === true),
    isExcluded,
    namesExcluded: (command) =>
      patterns.length > 0 &&
      command
        .slice(0, 10_000)
        .split(/[\s"'`=;|&<>(),]+/u)
        .some((word) => word !== '' && isExcluded(word)),
    withoutExcluded: (text) =>
      patterns.length === 0 ? text : withoutExcluded(text.slice(0, READ_MAX), isExcluded),
  };
}

/** Whether a name is a project's: its folder, or its repository as the block or Git prints it, or the end of that. */
function means(name: string, { root, home, origin, label }: Project): boolean {
  const folder = expanded(name);
  if (isAbsolute(folder)) return [root, home].some((path) => isWithin(folder, path));
  const wanted = withoutEnd((normalizeRemote(name) ?? name).replace(/\.git$/u, ''), '/').toLowerCase();
  return [origin ?? home.split(sep).join('/'), label].some((known) =>
    `/${known.toLowerCase()}`.endsWith(`/${wanted}`),
  );
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

const expanded = (path: string): string => (/^~(?=$|[/\\])/u.test(path) ? homedir() + path.slice(1) : path);

/** Where the part of one file begins: of a patch, of what Git or `diff` prints, of `head` and `tail` over several files. */
const PART =
  /(?<=\n)(?=\*\*\* (?:Add|Update|Delete) File: |diff --git |--- [^\n]*\n\+\+\+ |==> [^\n]* <==(?:\n|$))/u;
const HEADER = /^(?:\*\*\* (?:Add|Update|Delete) File:|\*\*\* Move to:|diff --git|---|\+\+\+|==>) (.+)$/gmu;
/** As searches print below the name of a file. */
const NUMBERED = /^(?:\d{1,9}[:-]|--$)/u;

/** A text as it may be kept where it tells of several files: without the parts and lines of those that are excluded. */
function withoutExcluded(text: string, isExcluded: (file: string) => boolean): string {
  const known = new Map<string, boolean>();
  const isKept = (file: string): boolean => {
    const path = file.replace(/^[ab]\//u, '');
    if (!known.has(path)) known.set(path, path === '' || !isExcluded(path));
    return known.get(path) ?? false;
  };
  return text
    .split(PART)
    .filter((part) =>
      Array.from(part.matchAll(HEADER), ([, names = '']) => [names.trim(), ...names.split(/\s+/u)])
        .flat()
        .every(isKept),
    )
    .map((part) => keptLines(part, isKept))
    .join('');
}

function keptLines(text: string, isKept: (file: string) => boolean): string {
  let isBelow = false;
  return text
    .split('\n')
    .filter((line) => {
      const whole = line.trim();
      if (!isKept(whole)) {
        isBelow = true;
        return false;
      }
      isBelow &&= NUMBERED.test(line);
      return !isBelow && namesIn(line).every(isKept);
    })
    .join('\n');
}

/** Words that look like a path, and the name with which a search begins a line; others are left out. */
const namesIn = (line: string): string[] =>
  line
    .slice(0, 2_000)
    .split(/[\s"'`=:;|&<>(),]+/u)
    .filter((word, place) => /[/\\.]/u.test(word) || (place === 0 && line.startsWith(`${word}:`)));
