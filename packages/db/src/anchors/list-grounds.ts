import { lookUp, lookUpAny } from '../look-up.ts';
import { sql } from 'drizzle-orm';
import { branchState } from '../branches/branches.ts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { holdsNoMore } from '../relationships/holds-no-more.ts';
import { col, row, type RowOf } from '../row.ts';
import { projectOfMemory } from '../same-project.ts';
import { nullable, uuid } from '../sql-values.ts';

const settlement = row({
  id: col.uuid`p.settlement_id`,
  verdict: col.oneOf('still_true', 'updated', 'obsolete')`p.said`,
  context: col.text.orNull`left(p.context, 1000)`,
  settled_by: col.text`p.settled_by`,
  settled_at: col.timestamp`p.settled_at`,
});
/** Memory `m`, as much as a list shows. */
const ground = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  title: col.text`left(m.title, 200)`,
  memory_type: col.memoryType`m.memory_type`,
  narrative: col.text`left(m.narrative, 300)`,
  author: col.text.orNull`m.author`,
  created_at: col.timestamp`m.created_at`,
  retrieval_count: col.int`p.retrieval_count`,
  code: col.text.orNull`p.reason`,
  branch: col.text.orNull`m.branch`,
  branch_state: col.oneOf('open', 'merged', 'abandoned')
    .orNull`case when m.branch is not null then ${branchState(projectOfMemory)} end`,
  settlement: col.json<RowOf<typeof settlement>>()
    .orNull`case when p.settlement_id is not null then ${settlement.json} end`,
});
export type GroundRow = RowOf<typeof ground>;

/** A row even where the page is empty. */
const counted = row({
  count: col.int`c.n`,
  ground: col.json<GroundRow>().orNull`case when m.id is not null then ${ground.json} end`,
});

/**
 * Memories that hold and whose code changed or is gone, the most recalled first; or what was said of such, the latest first.
 */
export async function listGrounds(
  db: Database,
  workspaceId: WorkspaceId,
  {
    state,
    author,
    limit,
    offset,
  }: { state: 'open' | 'asked' | 'settled'; author: string | undefined; limit: number; offset: number },
): Promise<{ count: number; grounds: GroundRow[] }> {
  const workspace = uuid(workspaceId);
  const isWanted = author === undefined ? sql`true` : sql`m.author = ${nullable(author, 'text')}`;
  const wanted =
    state !== 'settled'
      ? sql`select g.memory_id, g.reason, c.retrieval_count, null::uuid settlement_id, null said, null context,
            null settled_by, null::timestamptz settled_at
          from memory_grounds g
          ${lookUp('memories', 'm', sql`m.workspace_id = g.workspace_id and m.id = g.memory_id`)}
          ${lookUp('memory_counters', 'c', sql`c.workspace_id = g.workspace_id and c.memory_id = g.memory_id`)}
          where g.workspace_id = ${workspace} and g.verdict in ('changed', 'gone') and ${isWanted}
            and (g.asked_at is not null or ${state === 'open'}::bool)
            and not ${holdsNoMore(workspace, sql`m.id`)}`
      : sql`select s.memory_id, g.reason, c.retrieval_count, s.id, s.verdict, s.context, s.settled_by, s.settled_at
          from ground_settlements s
          ${lookUp('memories', 'm', sql`m.workspace_id = s.workspace_id and m.id = s.memory_id`)}
          ${lookUp('memory_counters', 'c', sql`c.workspace_id = s.workspace_id and c.memory_id = s.memory_id`)}
          ${lookUpAny('memory_grounds', 'g', sql`g.workspace_id = s.workspace_id and g.memory_id = s.memory_id`)}
          where s.workspace_id = ${workspace} and ${isWanted}`;
  const rows = await query(db, counted)`
    with wanted (memory_id, reason, retrieval_count, settlement_id, said, context, settled_by, settled_at) as
        materialized (${wanted})
      select ${counted.columns} from (select count(*) n from wanted) c
      left join lateral (
        select * from wanted order by settled_at desc, retrieval_count desc, memory_id
        limit ${limit}::int offset ${offset}::int) p on true
      ${lookUpAny('memories', 'm', sql`m.workspace_id = ${workspace} and m.id = p.memory_id`)}
      order by p.settled_at desc, p.retrieval_count desc, p.memory_id`;
  return { count: rows[0]?.count ?? 0, grounds: rows.flatMap(({ ground: one }) => one ?? []) };
}
