import type { RecordOf } from '@memory/contracts';
import { countFeedback } from '@memory/db';
import { known, write, type ImportContext, type Judged } from './import-context.ts';

/** Votes never change; a new one counts for its memory. */
export async function importFeedback(
  context: ImportContext,
  votes: readonly RecordOf<'feedback'>[],
): Promise<Judged[]> {
  const { db, workspace, dryRun } = context;
  const here = await known(
    context,
    'feedback',
    votes.map(({ id }) => id),
  );
  const memories = await known(
    context,
    'memory',
    votes.map(({ memory }) => memory),
  );
  const sessions = await known(
    context,
    'session',
    votes.flatMap(({ session_id }) => session_id ?? []),
  );
  const fresh = votes.filter(({ id, memory }) => !here.has(id) && memories.has(memory));
  await write(
    context,
    'feedback',
    fresh.map(({ record: _record, memory, session_id, ...vote }) => ({
      ...vote,
      memory_id: memory,
      // As where it is given: a session that is not here is passed over, and the vote counts.
      session_id: session_id !== null && sessions.has(session_id) ? session_id : null,
    })),
  );
  if (!dryRun && fresh.length > 0)
    await countFeedback(
      db,
      workspace.id,
      fresh.map(({ id }) => id),
    );
  return votes.map(({ id, memory }): Judged => {
    if (here.has(id)) return { outcome: 'unchanged' };
    if (dryRun || memories.has(memory)) return { outcome: 'created' };
    return { outcome: 'incomplete', message: `Memory ${memory} of feedback ${id} is not here.` };
  });
}
