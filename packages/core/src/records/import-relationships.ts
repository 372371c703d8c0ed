import { BIDIRECTIONAL_RELATIONSHIP_TYPES, type RecordOf } from '@memory/contracts';
import { updateImported } from '@memory/db';
import { known, write, type ImportContext, type Judged } from './import-context.ts';

export async function importRelationships(
  context: ImportContext,
  relationships: readonly RecordOf<'relationship'>[],
): Promise<Judged[]> {
  const { db, workspace, rule, dryRun } = context;
  const here = await known(
    context,
    'relationship',
    relationships.map(({ id }) => id),
  );
  const ends = await known(
    context,
    'memory',
    relationships.flatMap(({ source, target }) => [source, target]),
  );
  const updated = await updateImported(db, workspace.id, {
    table: 'relationships',
    key: 'id',
    rows: rule === 'overwrite' ? relationships.filter(({ id }) => here.has(id)).map(rowOf) : [],
    always: true,
    dryRun,
  });
  const isWhole = ({ source, target }: RecordOf<'relationship'>) => ends.has(source) && ends.has(target);
  const fresh = relationships.filter((each) => !here.has(each.id) && isWhole(each));
  await write(context, 'relationships', fresh.map(rowOf));
  const written = await known(
    context,
    'relationship',
    fresh.map(({ id }) => id),
  );
  return relationships.map((each): Judged => {
    if (updated.has(each.id)) return { outcome: 'updated' };
    if (here.has(each.id)) return { outcome: 'unchanged' };
    if (dryRun || written.has(each.id)) return { outcome: 'created' };
    return isWhole(each)
      ? { outcome: 'duplicate', message: `Relationship ${each.id} stands here under another id.` }
      : { outcome: 'incomplete', message: `A memory of relationship ${each.id} is not here.` };
  });
}

const rowOf = ({ record: _record, source, target, ...relationship }: RecordOf<'relationship'>) => ({
  ...relationship,
  source_id: source,
  target_id: target,
  is_bidirectional: BIDIRECTIONAL_RELATIONSHIP_TYPES.includes(relationship.relationship_type),
});
