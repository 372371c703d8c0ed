import type { RecordOf } from '@memory/contracts';
import { updateImported } from '@memory/db';
import { findWhenForgotten } from '../forgetting/find-forgotten.ts';
import { sessionText } from '../forgetting/forgotten-text.ts';
import { known, write, type ImportContext, type Judged } from './import-context.ts';

/** Sessions are known by their `session_id`: one that is here under another id of its row is the same. */
export async function importSessions(
  context: ImportContext,
  sessions: readonly RecordOf<'session'>[],
): Promise<Judged[]> {
  const { db, workspace, rule, dryRun } = context;
  const here = await known(
    context,
    'session',
    sessions.map(({ session_id }) => session_id),
  );
  const forgotten = await findWhenForgotten(
    { db },
    workspace,
    sessions.map(({ session_id }) => [sessionText(session_id)]),
  );
  const isForgotten = ({ created_at }: RecordOf<'session'>, place: number) =>
    (forgotten.get(place) ?? 0) >= new Date(created_at);
  const present = sessions.filter(({ session_id }) => here.has(session_id));
  const updated = await updateImported(db, workspace.id, {
    table: 'sessions',
    key: 'session_id',
    rows: rule === 'keep' ? [] : present.map(rowOf),
    always: rule === 'overwrite',
    dryRun,
  });
  await write(
    context,
    'sessions',
    sessions
      .filter((session, place) => !here.has(session.session_id) && !isForgotten(session, place))
      .map(rowOf),
  );
  return sessions.map((session, place): Judged => {
    if (updated.has(session.session_id)) return { outcome: 'updated' };
    if (here.has(session.session_id)) return { outcome: 'unchanged' };
    if (isForgotten(session, place))
      return { outcome: 'forgotten', message: `Session ${session.session_id} was forgotten here.` };
    return { outcome: 'created' };
  });
}

const rowOf = ({ record: _record, ...session }: RecordOf<'session'>) => ({
  ...session,
  last_sign_of_life: session.last_sign_of_life ?? session.ended_at ?? session.started_at,
  // Only who starts a session needs an id that nobody has used anywhere.
  is_imported: true,
});
