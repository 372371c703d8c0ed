#!/usr/bin/env node
import { Command } from 'commander';
import { mcpCommand } from './mcp/mcp-command.ts';
import { printable } from '@memory/text/printable';

process.env['TZ'] = 'UTC';

const program = new Command('workspace-memory')
  .description("A team's long-term memory for coding agents.")
  .addCommand(mcpCommand());

// A client waits for the bridge to start, and the other commands bring half of the service along.
if (process.argv[2] !== 'mcp') {
  const { otherCommands } = await import('./other-commands.ts');
  for (const command of otherCommands()) program.addCommand(command);
}

try {
  await program.parseAsync();
} catch (error) {
  console.error(printable(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
