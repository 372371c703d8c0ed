import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import tab, { script, type Argument } from '@bomb.sh/tab';
import offer from '@bomb.sh/tab/commander';
import { Argument as CommandArgument, Command } from 'commander';
import { printableLine } from '@memory/text/printable';
import { askTool } from '../look/ask-tool.ts';
import { ownCommand } from './print.ts';
import { attempt } from '../home/attempt.ts';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
type Shell = (typeof SHELLS)[number];

export function completionCommand(): Command {
  return new Command('completion')
    .description('Print the completions of a shell; `source <(workspace-memory completion bash)` loads them.')
    .addArgument(new CommandArgument('<shell>', 'which shell').choices(SHELLS))
    .action((shell: Shell) => script(shell, 'workspace-memory', ownCommand({ folder: null })));
}

/** Arguments that name a memory; those that were stored last are offered. */
const MEMORIES = new Set(['id', 'memory', 'memories']);
const FILES = new Set(['code', 'file', 'files', 'folder', 'path', 'paths']);
const OFFERED = 30;

/** Prints what the last word of a command line may become. @param program with the command that the line begins with */
export async function complete(program: Command, words: string[]): Promise<void> {
  offer(program);
  const [name = '', ...rest] = words;
  const args: [string, Argument][] = [...(tab.commands.get(name)?.arguments ?? [])];
  for (const [field, argument] of rest.length === 0 ? [] : args) {
    const offered = MEMORIES.has(field) ? await latestMemories() : FILES.has(field) ? files(rest.at(-1)) : [];
    if (offered.length > 0)
      argument.handler = (add) => {
        for (const [value, description] of offered) add(value, description);
      };
  }
  tab.parse(words);
}

async function latestMemories(): Promise<[string, string][]> {
  // A shell has no use for a message.
  const { results } = await askTool('memory_get_timeline', { days: 365, limit: OFFERED }).catch(() => ({
    results: [],
  }));
  return results.map(({ id, memory_id, title }) => [memory_id ?? id ?? '', printableLine(title)]);
}

function files(typed = ''): [string, string][] {
  const folder = typed.endsWith('/') ? typed : dirname(typed);
  return (
    attempt(() =>
      readdirSync(folder, { withFileTypes: true }).map((entry) => [
        `${folder === '.' && !typed.startsWith('./') ? entry.name : join(folder, entry.name)}${entry.isDirectory() ? '/' : ''}`,
        '',
      ]),
    ) ?? []
  );
}
