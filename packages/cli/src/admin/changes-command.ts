import { Command } from 'commander';
import type { ListChangesReply, MemoryChange } from '@memory/contracts';
import { findOperator } from './find-operator.ts';
import { print } from './print.ts';
import { undoChanges, type UndoOptions } from './undo-changes.ts';
import { printable } from '@memory/text/printable';

interface ListedTypeChange {
  id: string;
  title: string;
  from_type: string;
  to_type: string;
  method: string;
  reason: string;
  undone_at: string | null;
}

interface ListOptions {
  workspace: string;
  limit: number;
  memory?: string;
  batch?: string;
  json?: boolean;
}

/** `admin changes list|undo|types|undo-type`: what became of memories, and the way back. */
export function changesCommand(): Command {
  const changes = new Command('changes').description(
    'What became of memories in the last 30 days, by whom and from where; and the way back.',
  );
  changes
    .command('list')
    .description('List what was created, updated and deleted, the latest first.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--memory <id>', 'changes of this memory, which may be gone')
    .option('--batch <name>', 'changes of one request, run of a job, or import')
    .option('--limit <count>', 'at most so many, up to 200', Number, 50)
    .option('--json', 'print JSON, with what was before')
    .action(async ({ workspace, json, ...wanted }: ListOptions, command: Command) => {
      const input = { workspaceId: workspace, ...wanted };
      const listed = (await (
        await findOperator(command)
      ).run({ operation: 'listChanges', input })) as ListChangesReply;
      if (json) return print(listed, true);
      for (const change of listed.changes) console.log(printable(describe(change)));
      if (listed.next !== null)
        console.log('There are older ones: raise --limit, or name a --memory or a --batch.');
    });
  changes
    .command('undo')
    .description(
      'Take a change back, or all of a batch. What was changed since stays; undoing can be undone.',
    )
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--change <id>', 'id of the change')
    .option('--batch <name>', 'a request, a run of a job, or an import')
    .option('--json', 'print JSON')
    .action(async ({ json, ...options }: UndoOptions & { json?: boolean }, command: Command) => {
      const { undone, left, batch } = await undoChanges(await findOperator(command), options);
      if (json) return print({ undone, left, batch }, true);
      console.log(printable(`${undone} undone. The way back: --batch ${batch}`));
      for (const { memory, reason } of left)
        console.log(printable(`${memory} stays as it is: ${REASONS[reason]}.`));
    });
  changes
    .command('types')
    .description('List the types that jobs gave to memories and relationships, with their reasons.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--limit <count>', 'at most so many', Number, 50)
    .option('--json', 'print JSON')
    .action(async ({ workspace, limit, json }: ListOptions, command: Command) => {
      const input = { workspaceId: workspace, limit };
      const listed = (await (await findOperator(command)).run({ operation: 'listTypeChanges', input })) as {
        changes: ListedTypeChange[];
      };
      if (json) return print(listed, true);
      for (const { id, title, from_type, to_type, method, reason, undone_at } of listed.changes)
        console.log(
          printable(
            `${id}  ${from_type} → ${to_type}${undone_at ? ' (undone)' : ''}  ${title}\n    ${method}: ${reason}`,
          ),
        );
    });
  changes
    .command('undo-type')
    .description('Take a type back that a job gave; it is not given again.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--change <id>', 'id of the change, as `types` lists it')
    .option('--json', 'print JSON')
    .action(
      async (
        { workspace, change, json }: { workspace: string; change: string; json?: boolean },
        command: Command,
      ) => {
        const input = { workspaceId: workspace, changeId: change };
        print(await (await findOperator(command)).run({ operation: 'undoTypeChange', input }), json);
      },
    );
  return changes;
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
