#!/usr/bin/env node
import { Command } from 'commander';
import { adminCommand } from './admin/admin-command.ts';
import { demoCommand } from './demo/demo-command.ts';
import { ingestCommand } from './ingest/ingest-command.ts';

process.env['TZ'] = 'UTC';

const program = new Command('workspace-memory')
  .description("A team's long-term memory for coding agents.")
  .addCommand(adminCommand())
  .addCommand(demoCommand())
  .addCommand(ingestCommand());

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
