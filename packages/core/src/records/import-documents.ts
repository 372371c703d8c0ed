import type { RecordOf } from '@memory/contracts';
import { listDocumentsByIdentity, updateImported } from '@memory/db';
import { known, write, type ImportContext, type Judged } from './import-context.ts';

/** A document that was ingested here too has another id: it stays, with the sections that it has here. */
export async function importDocuments(
  context: ImportContext,
  documents: readonly RecordOf<'document'>[],
): Promise<Judged[]> {
  const { db, workspace, rule, dryRun } = context;
  const here = await known(
    context,
    'document',
    documents.map(({ id }) => id),
  );
  const others = new Map(
    (
      await listDocumentsByIdentity(
        db,
        workspace.id,
        documents.map(({ identity }) => identity),
      )
    ).map(({ identity, id }) => [identity, id]),
  );
  const updated = await updateImported(db, workspace.id, {
    table: 'documents',
    key: 'id',
    rows: rule === 'keep' ? [] : documents.filter(({ id }) => here.has(id)).map(rowOf),
    always: rule === 'overwrite',
    dryRun,
  });
  await write(
    context,
    'documents',
    documents.filter(({ id, identity }) => !here.has(id) && !others.has(identity)).map(rowOf),
  );
  return documents.map(({ id, identity }): Judged => {
    if (updated.has(id)) return { outcome: 'updated' };
    if (here.has(id)) return { outcome: 'unchanged' };
    if (others.has(identity))
      return { outcome: 'duplicate', message: `Document ${id} is here as ${others.get(identity)}.` };
    return { outcome: 'created' };
  });
}

const rowOf = ({ record: _record, ...document }: RecordOf<'document'>) => document;
