import { entriesOf, type RecordKind, type RecordOutcome } from '@memory/contracts';
import { printable } from '@memory/text/printable';
import type { SentRecords } from './send-records.ts';

const MEANING: Record<RecordOutcome, [done: string, dry: string]> = {
  created: ['new', 'would be new'],
  updated: ['changed', 'would be changed'],
  unchanged: ['here already', 'here already'],
  kept: ['differ here and stay (--on-conflict overwrite takes the given ones)', 'differ here and would stay'],
  forgotten: ['were forgotten here and do not come back', 'were forgotten here and would not come back'],
  duplicate: ['here under another identifier', 'here under another identifier'],
  incomplete: ['refer to what is not here', 'refer to what is not here'],
  invalid: ['are no valid records', 'are no valid records'],
};

/** Says what became of an import, by kind and reason. */
export function printSent(sent: SentRecords, { dryRun }: { dryRun: boolean }): void {
  for (const [kind, counts] of entriesOf<RecordKind, Partial<Record<RecordOutcome, number>>>(sent.outcomes))
    for (const [outcome, number] of entriesOf<RecordOutcome, number>(counts))
      console.log(printable(`${kind}: ${number} ${MEANING[outcome][dryRun ? 1 : 0]}`));
  if (Object.keys(sent.outcomes).length === 0) console.log('There is nothing to import.');
  for (const title of sent.samples) console.log(printable(`  ${title}`));
  for (const { place, message } of sent.messages) console.log(printable(`${place}: ${message}`));
  if (sent.messageCount > sent.messages.length)
    console.log(printable(`and ${sent.messageCount - sent.messages.length} more`));
}
