import type { Command } from 'commander';
import { adminCommand } from './admin/admin-command.ts';
import { demoCommand } from './demo/demo-command.ts';
import { indexCommand } from './index-command/index-command.ts';
import { ingestCommand } from './ingest/ingest-command.ts';

/** Every command but the stdio bridge. */
export const otherCommands = (): Command[] => [
  adminCommand(),
  demoCommand(),
  indexCommand(),
  ingestCommand(),
];
