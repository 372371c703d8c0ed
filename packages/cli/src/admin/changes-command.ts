import { Command } from 'commander';
import { findOperator } from './find-operator.ts';
import { print } from './print.ts';
import { printable } from '@memory/text/printable';

interface ListedChange {
  id: string;
  title: string;
  from_type: string;
  to_type: string;
  method: string;
  reason: string;
  undone_at: string | null;
}

/** `admin changes list|undo`: the types that jobs gave. */
export function changesCommand(): Command {
  const changes = new Command('changes').description('Types that jobs gave to memories and relationships.');
  changes
    .command('list')
    .description('List the changes, the latest first.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--limit <count>', 'at most so many', Number, 50)
    .option('--json', 'print JSON')
    .action(
      async (
        { workspace, limit, json }: { workspace: string; limit: number; json?: boolean },
        command: Command,
      ) => {
        const listed = (await (
          await findOperator(command)
        ).run({ operation: 'listTypeChanges', input: { workspaceId: workspace, limit } })) as {
          changes: ListedChange[];
        };
        if (json) return print(listed, true);
        for (const { id, title, from_type, to_type, method, reason, undone_at } of listed.changes)
          console.log(
            printable(
              `${id}  ${from_type} → ${to_type}${undone_at ? ' (undone)' : ''}  ${title}\n    ${method}: ${reason}`,
            ),
          );
      },
    );
  changes
    .command('undo')
    .description('Take a change back; it is not made again.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--change <id>', 'id of the change')
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
