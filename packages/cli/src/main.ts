#!/usr/bin/env node
import { Command } from 'commander';
import { adminCommand } from './admin/admin-command.ts';

process.env['TZ'] = 'UTC';

const program = new Command('workspace-memory')
  .description("A team's long-term memory for coding agents.")
  .addCommand(adminCommand());

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
