import { sql } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { timestamp, uuid } from '../sql-values.ts';

const QUESTIONS_MAX = sql.raw('200');

const told = row({
  sessions: col.int`count(distinct t.session_row_id)`,
  memories: col.int`count(*)`,
  used: col.int`count(t.used_at)`,
  outdated: col.int`count(*) filter (where o.id is not null and exists (select from memory_grounds g
    where g.workspace_id = t.workspace_id and g.memory_id = t.memory_id
      and (g.verdict in ('changed', 'gone') and g.judged_at <= t.told_at or exists (select from ground_settlements s
        where s.workspace_id = g.workspace_id and s.memory_id = g.memory_id and s.settled_at >= t.told_at))))`,
});

/** Memories told to agents since, those that they used, and those told before an edit while their code had changed. */
export async function readWorth(
  db: Database,
  workspaceId: WorkspaceId,
  { since }: { since: Date },
): Promise<RowOf<typeof told>> {
  const [read] = await query(db, told)`
    select ${told.columns} from tellings t left join observations o on o.workspace_id = t.workspace_id
        and o.session_row_id = t.session_row_id and o.event_id = left('told-' || t.moment_id, 255) and o.content like 'file:%'
      where t.workspace_id = ${uuid(workspaceId)} and t.told_at >= ${timestamp(since)}`;
  return read ?? { sessions: 0, memories: 0, used: 0, outdated: 0 };
}

/** Notes a question that no memory answered; of very many the oldest go. */
export async function noteUnanswered(
  db: Database,
  workspaceId: WorkspaceId,
  { question, at }: { question: string; at: Date },
): Promise<void> {
  await execute(db)`with old as (
        delete from unanswered_questions where workspace_id = ${uuid(workspaceId)} and question in (
          select q.question from unanswered_questions q
          where q.workspace_id = ${uuid(workspaceId)} and q.question <> ${question}::text
          order by q.asked_at desc offset ${QUESTIONS_MAX}))
      insert into unanswered_questions as q (workspace_id, question, asked_at)
      values (${uuid(workspaceId)}, ${question}::text, ${timestamp(at)})
      on conflict (workspace_id, question) do update set times = q.times + 1, asked_at = excluded.asked_at`;
}

const unanswered = row({
  question: col.text`q.question`,
  times: col.int`q.times`,
  asked_at: col.timestamp`q.asked_at`,
});
export type UnansweredQuestion = RowOf<typeof unanswered>;

/** The latest first. */
export const listUnanswered = (
  db: Database,
  workspaceId: WorkspaceId,
  { since, limit }: { since: Date; limit: number },
): Promise<UnansweredQuestion[]> =>
  query(db, unanswered)`select ${unanswered.columns} from unanswered_questions q
      where q.workspace_id = ${uuid(workspaceId)} and q.asked_at >= ${timestamp(since)}
      order by q.asked_at desc, q.question limit ${limit}::int`;
