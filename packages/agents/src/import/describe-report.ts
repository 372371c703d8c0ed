import { printable } from '@memory/text/printable';
import { describeRedacted } from '../command/describe-redacted.ts';
import { ownCommand } from '../command/own-command.ts';
import type { ImportReport } from './import-report.ts';

/** Prints what an import came to, by reason. */
export function printReport(
  report: ImportReport,
  { dryRun, batch }: { dryRun: boolean; batch: string },
): void {
  for (const line of linesOf(report, dryRun)) console.log(printable(line));
  const { records, sessions } = report;
  if (!dryRun && records.imported + records.updated + sessions.imported > 0)
    console.log(printable(`To take it back: ${ownCommand()} import --undo ${batch}`));
  for (const [reason, { count, places }] of report.passed)
    console.error(
      printable(
        `Passed over, ${reason}: ${places.join(', ')}${count > places.length ? ` and ${count - places.length} more` : ''}`,
      ),
    );
}

function linesOf(report: ImportReport, dryRun: boolean): string[] {
  const { records, sessions, relationships, redacted, samples } = report;
  const would = dryRun ? 'would be ' : '';
  const counts: [number, string][] = [
    [records.imported, `${would}imported`],
    [records.updated, `${would}updated`],
    [records.unchanged, 'already there'],
    [records.kept, 'kept as they were changed here'],
    [records.duplicate, 'say the same as another memory'],
    [records.forgotten, 'were forgotten on purpose'],
    [records.rejected, 'refused'],
  ];
  const told: [number, string][] = [
    [sessions.imported, `${would}imported`],
    [sessions.unchanged, 'already there'],
    [sessions.captured, 'were captured when they happened'],
    [sessions.forgotten, 'were forgotten on purpose'],
    [sessions.rejected, 'refused'],
  ];
  const related: [number, string][] = [
    [relationships.created, 'declared'],
    [relationships.present, 'already there'],
    [relationships.missing, 'without their other end'],
    [relationships.refused, 'beyond what a workspace may declare'],
  ];
  const all = [
    ...sentence('memories', counts),
    ...sentence('sessions', told),
    ...sentence('relationships', related),
  ];
  return [
    ...(all.length === 0 ? ['There was nothing to import.'] : all),
    ...(sessions.imported > 0 && !dryRun
      ? ['What the sessions come to is drawn from them in the background.']
      : []),
    ...(redacted > 0 ? [describeRedacted(redacted)] : []),
    ...(dryRun && samples.length > 0
      ? [
          'For example:',
          ...samples.map(
            ({ title, memory_type, created_at, author, place }) =>
              `  ${memory_type}: ${title} (${[created_at?.slice(0, 10), author, place].filter(Boolean).join(', ')})`,
          ),
        ]
      : []),
  ];
}

function sentence(what: string, counts: readonly [number, string][]): string[] {
  const told = counts.filter(([count]) => count > 0);
  return told.length === 0 ? [] : [`${what}: ${told.map(([count, text]) => `${count} ${text}`).join(', ')}.`];
}
