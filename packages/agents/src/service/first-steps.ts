import { findHome } from '../home/find-home.ts';
import { ownCommand } from '../command/own-command.ts';
import { startService } from './start-service.ts';
import { say } from '../command/print.ts';

const NEXT = [
  ['setup', 'connect the coding agents on this machine'],
  ['ingest docs/', 'take in documents of a project'],
  ['index .', 'take in the symbols and calls of its code'],
  ['status', 'is all well?'],
  ['--help', 'the rest'],
] as const;

export async function firstSteps(): Promise<void> {
  const home = findHome();
  const service = await startService(home);
  const own = ownCommand();
  const width = Math.max(...NEXT.map(([words]) => words.length));
  say(`
Your memory is ready at ${service.url}; it is kept in ${home.folder}.

Next:
${NEXT.map(([words, what]) => `  ${own} ${words.padEnd(width)}  ${what}`).join('\n')}`);
}
