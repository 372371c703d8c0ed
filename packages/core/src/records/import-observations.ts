import type { RecordOf } from '@memory/contracts';
import { listSessionRowIds } from '@memory/db';
import { sessionText } from '../forgetting/forgotten-text.ts';
import { whatIsLeft } from '../forgetting/what-is-left.ts';
import { known, write, type ImportContext, type Judged } from './import-context.ts';

/** Observations never change: one that is here stays as it is. */
export async function importObservations(
  context: ImportContext,
  observations: readonly RecordOf<'observation'>[],
): Promise<Judged[]> {
  const { db, workspace, dryRun } = context;
  const ids = observations.map(({ id }) => id);
  const here = await known(context, 'observation', ids);
  const sessions = await listSessionRowIds(db, workspace.id, [
    ...new Set(observations.map(({ session_id }) => session_id)),
  ]);
  const left = await whatIsLeft(
    { db },
    workspace,
    observations.map(({ session_id, content, created_at }) => ({
      text: content,
      names: [sessionText(session_id), content],
      writtenAt: new Date(created_at),
    })),
  );
  const judged = observations.map(({ id, session_id }, place): Judged => {
    if (here.has(id)) return { outcome: 'unchanged' };
    if (left[place] === null)
      return { outcome: 'forgotten', message: `Observation ${id} was forgotten here.` };
    if (!dryRun && !sessions.has(session_id))
      return { outcome: 'incomplete', message: `Session ${session_id} of observation ${id} is not here.` };
    return { outcome: 'created' };
  });
  const fresh = observations
    .map((observation, place) => ({ ...observation, content: left[place] ?? '' }))
    .filter((_, place) => judged[place]?.outcome === 'created');
  await write(
    context,
    'observations',
    fresh.map(({ record: _record, session_id, ...observation }) => ({
      ...observation,
      session_row_id: sessions.get(session_id),
    })),
  );
  if (dryRun || fresh.length === 0) return judged;
  // The session may hold the same event under another id.
  const written = await known(
    context,
    'observation',
    fresh.map(({ id }) => id),
  );
  return judged.map((each, place) =>
    each.outcome === 'created' && !written.has(ids[place] ?? '')
      ? { outcome: 'duplicate', message: `The event of observation ${ids[place]} is here already.` }
      : each,
  );
}
