import type { RecordOf } from '@memory/contracts';
import { known, write, type ImportContext, type Judged } from './import-context.ts';

/** Keeps what was forgotten elsewhere from coming here; what is here already stays. */
export async function importTombstones(
  context: ImportContext,
  tombstones: readonly RecordOf<'tombstone'>[],
): Promise<Judged[]> {
  const here = await known(
    context,
    'tombstone',
    tombstones.map(({ id }) => id),
  );
  await write(
    context,
    'tombstones',
    tombstones
      .filter(({ id }) => !here.has(id))
      .map(({ id, forgotten_at }) => {
        const [salt, text_digest] = id.split('/');
        return { salt, text_digest, forgotten_at };
      }),
  );
  return tombstones.map(({ id }): Judged => ({ outcome: here.has(id) ? 'unchanged' : 'created' }));
}
