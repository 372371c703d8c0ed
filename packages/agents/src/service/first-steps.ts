import { findHome } from '../home/find-home.ts';
import { ownCommand, say } from '../command/print.ts';
import { environmentTarget } from '../connection/connection.ts';
import { readUserConfig } from '../home/user-config.ts';
import { startService } from './start-service.ts';

const NEXT = [
  ['setup', 'connect the coding agents on this machine'],
  ['ingest docs/', 'take in documents of a project'],
  ['index .', 'take in the symbols and calls of its code'],
  ['status', 'is all well?'],
  ['--help', 'the rest'],
] as const;

export async function firstSteps(): Promise<void> {
  const home = findHome();
  const named = environmentTarget(process.env)?.url;
  const other = named ?? readUserConfig(home.config).url;
  const memory =
    other === undefined
      ? `ready at ${(await startService(home)).url}; it is kept in ${home.folder}`
      : `at ${other}, as ${named === undefined ? 'setup --team' : 'the environment'} says`;
  const own = ownCommand();
  const width = Math.max(...NEXT.map(([words]) => words.length));
  say(`
Your memory is ${memory}.

Next:
${NEXT.map(([words, what]) => `  ${own} ${words.padEnd(width)}  ${what}`).join('\n')}`);
}
