#!/usr/bin/env node
import { Command } from 'commander';
import { printable } from '@memory/text/printable';
import { COMMANDS } from './commands.ts';
import packageJson from '../package.json' with { type: 'json' };

process.env['TZ'] = 'UTC';

const program = new Command('workspace-memory')
  .description(
    "A team's long-term memory for coding agents. Without a command: starts your service and says what is next.",
  )
  .version(packageJson.version);

const words = process.argv.slice(2);
// `help up` asks for the same as `up --help`.
const named = COMMANDS.find(({ name }) => name === words[words[0] === 'help' ? 1 : 0]);

try {
  for (const { name, summary, load } of COMMANDS)
    program.addCommand(name === named?.name ? await load() : new Command(name).description(summary));
  if (words.length === 0) await (await import('./service/first-steps.ts')).firstSteps();
  else await program.parseAsync();
} catch (error) {
  console.error(printable(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
