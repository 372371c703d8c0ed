import { existsSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { commandLine } from './command-line.ts';

const NAME = 'workspace-memory';

/**
 * How to start this command again, as whoever reads its advice has started it: by name where a shell finds that, by npx, or
 * by its path. A program that others start, such as an agent's bridge, goes by its name.
 */
export function ownCommand({
  environment = process.env,
  program = process.argv[1] ?? '',
  platform = process.platform,
}: {
  environment?: Readonly<Record<string, string | undefined>>;
  program?: string;
  platform?: NodeJS.Platform;
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
  return isFound ? NAME : commandLine([...(isScript ? ['node'] : []), program], platform);
}
