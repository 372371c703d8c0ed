import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, join, relative } from 'node:path';

const NAME = 'workspace-memory';

/**
 * How to start this command again, as whoever reads its advice has started it: by name where a shell finds that, by npx, or
 * by its path, whichever of that is shorter. A program that others start, such as an agent's bridge, goes by its name.
 */
export function ownCommand({
  environment = process.env,
  program = process.argv[1] ?? '',
  platform = process.platform,
  folder = process.cwd(),
}: {
  environment?: Readonly<Record<string, string | undefined>>;
  program?: string;
  platform?: NodeJS.Platform;
  /** The folder that the advice is followed in; null: any. */
  folder?: string | null;
} = {}): string {
  const isScript = basename(program) === `${NAME}.js`;
  if (!isScript && basename(program) !== NAME) return NAME;
  // A program that npx starts is on a path of its own, which is gone afterwards.
  if (environment['npm_command'] === 'exec') return `npx ${NAME}`;
  const names = platform === 'win32' ? [`${NAME}.cmd`, `${NAME}.exe`] : [NAME];
  const isFound = (environment['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .some((folder) => names.some((name) => existsSync(join(folder, name))));
  if (isFound) return NAME;
  // In a clone npx runs what its workspaces link.
  const linked = folder === null ? '' : join(folder, 'node_modules', '.bin', NAME);
  if (existsSync(linked) && existsSync(program) && realpathSync(linked) === realpathSync(program))
    return `npx ${NAME}`;
  const near = folder === null ? program : relative(folder, program);
  const path = near.length < program.length ? near : program;
  return commandLine(isScript ? ['node', path] : [program], platform);
}

/** One line for a shell: POSIX quotes, or those of Windows. */
export function commandLine(words: readonly string[], platform: NodeJS.Platform): string {
  return words
    .map((word) => {
      if (/^[\w@%+=:,./-]+$/u.test(word)) return word;
      return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
    })
    .join(' ');
}
