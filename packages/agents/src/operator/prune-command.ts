import { Command, Option } from 'commander';
import { findOperator } from './find-operator.ts';
import { print } from './print.ts';
import { previewPruning, pruneAfterExport, type PruneOptions } from './prune.ts';
import { printable } from '@memory/text/printable';

interface CommandOptions extends PruneOptions {
  dryRun?: boolean;
  apply?: boolean;
  json?: boolean;
}

/** `admin prune`: deletes what is unimportant, old and unused, after an export of it has been written. */
export function pruneCommand(): Command {
  return new Command('prune')
    .description('Delete memories that are unimportant, old and unused, after they were exported.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .addOption(new Option('--dry-run', 'tell what would be deleted').conflicts('apply'))
    .addOption(new Option('--apply', 'write the export, then delete'))
    .option('--export <file>', 'file of the export, JSON Lines; it must not exist yet')
    .option('--json', 'print JSON')
    .action(async (options: CommandOptions, command: Command) => {
      if (!options.dryRun && !options.apply) throw new Error('Give either --dry-run or --apply.');
      const target = await findOperator(command);
      if (options.apply) return print(await pruneAfterExport(target, options), options.json);
      const candidates = await previewPruning(target, options);
      if (options.json) return print({ candidates }, true);
      for (const { id, title, importance_score } of candidates)
        console.log(printable(`${id}  ${importance_score.toFixed(3)}  ${title}`));
      console.log(printable(`${candidates.length} would be deleted.`));
    });
}
