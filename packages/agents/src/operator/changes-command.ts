import { Command } from 'commander';
import type { MemoryChange, OperationOutput, UndoReply } from '@memory/contracts';
import { findOperator } from './find-operator.ts';
import { operationCommand } from './operation-command.ts';
import { print, say } from '../command/print.ts';

interface UndoOptions {
  workspace: string;
  change?: string;
  batch?: string;
  json?: boolean;
}

export function changesCommand(): Command {
  const changes = new Command('changes').description(
    'What became of memories in the last 30 days, by whom and from where; and the way back.',
  );
  changes.addCommand(operationCommand('list', 'listChanges', { present: printChanges }));
  changes
    .command('undo')
    .description(
      'Take a change back, or all of a batch. What was changed since stays; undoing can be undone.',
    )
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--change <id>', 'id of the change')
    .option('--batch <name>', 'a request, a run of a job, or an import')
    .option('--json', 'print JSON')
    .action(async ({ json, workspace: workspaceId, change, batch: meant }: UndoOptions, command: Command) => {
      if ((change === undefined) === (meant === undefined))
        throw new Error('Give either --change or --batch.');
      const operator = await findOperator(command);
      const { undone, left, sessions, batch } = await undoChanges(({ after }) =>
        operator.undoChanges({ workspaceId, change, batch: meant, after }),
      );
      if (json) return print({ undone, left, sessions, batch }, true);
      say(`${undone} undone. The way back: --batch ${batch}`);
      if (sessions.undone > 0)
        say(`${sessions.undone} sessions are gone; importing them again brings them back.`);
      for (const id of sessions.left) say(`Session ${id} stays as it is: something came to it since.`);
      for (const { memory, reason } of left) say(`${memory} stays as it is: ${REASONS[reason]}.`);
    });
  changes.addCommand(operationCommand('types', 'listTypeChanges', { present: printTypeChanges }));
  changes.addCommand(operationCommand('undo-type', 'undoTypeChange'));
  return changes;
}

function printChanges({ changes, next }: OperationOutput<'listChanges'>): void {
  for (const change of changes) say(describe(change));
  if (next !== null) console.log('There are older ones: raise --limit, or name a --memory or a --batch.');
}

function printTypeChanges({ changes }: OperationOutput<'listTypeChanges'>): void {
  for (const { id, title, from_type, to_type, method, reason, undone_at } of changes)
    say(
      `${id}  ${from_type} → ${to_type}${undone_at ? ' (undone)' : ''}  ${title}\n    ${method}: ${reason}`,
    );
}

const REASONS = {
  changed_since: 'it was changed since',
  gone: 'it was deleted since',
  there_again: 'it is there again',
} as const;

function describe({
  id,
  kind,
  title,
  before,
  author,
  via,
  batch,
  changed_at,
  undone_at,
}: MemoryChange): string {
  const fields = kind === 'updated' ? ` (${Object.keys(before ?? {}).join(', ')})` : '';
  const who = [author, via].filter((each) => each !== null).join(', ') || 'unknown';
  return `${id}  ${changed_at}  ${kind}${fields}${undone_at ? ', undone' : ''}: ${title ?? '(gone)'}\n    by ${who}; batch ${batch ?? 'none'}`;
}

export type Undone = Omit<UndoReply, 'next'>;

export async function undoChanges(
  undo: (options: { after: string | undefined }) => Promise<UndoReply>,
): Promise<Undone> {
  const total: Undone = { undone: 0, left: [], sessions: { undone: 0, left: [] }, batch: '' };
  for (let after: string | undefined; ;) {
    const reply = await undo({ after });
    total.undone += reply.undone;
    total.left.push(...reply.left);
    total.sessions.undone += reply.sessions.undone;
    total.sessions.left.push(...reply.sessions.left);
    total.batch = reply.batch;
    if (reply.next === null) return total;
    after = reply.next;
  }
}
