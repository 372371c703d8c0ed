import { printable } from '@memory/text/printable';
import type { ImportedNotes } from './import-notes.ts';

/** Says what is to be said of single notes. */
export function printNotes(
  { notes, relations, gone }: ImportedNotes,
  { dryRun, isDeleting }: { dryRun: boolean; isDeleting: boolean },
): void {
  const would = dryRun ? 'would be ' : '';
  for (const { path, message } of notes) console.log(printable(`${path} ${message}`));
  if (relations.declared > 0) console.log(printable(`${relations.declared} relationships ${would}declared.`));
  if (relations.retracted > 0)
    console.log(printable(`${relations.retracted} relationships ${would}retracted.`));
  for (const path of gone)
    console.log(
      printable(
        isDeleting
          ? `${path} is gone: its memory ${would}deleted.`
          : `${path} is gone: its memory stays; --delete deletes it.`,
      ),
    );
}
