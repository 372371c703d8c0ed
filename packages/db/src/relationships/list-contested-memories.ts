import { lookUp } from '../look-up.ts';
import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';
import { holdsNoMore, isDeclared } from './holds-no-more.ts';

/** Memory `m`, as much as a list shows. */
const contestedMemory = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  title: col.text`left(m.title, 200)`,
  memory_type: col.memoryType`m.memory_type`,
  narrative: col.text`left(m.narrative, 300)`,
  created_at: col.timestamp`m.created_at`,
});
export type ContestedMemoryRow = RowOf<typeof contestedMemory>;

const settlementRow = row({
  id: col.uuid`p.id`,
  type: col.text`p.relationship_type`,
  context: col.text.orNull`left(p.context, 1000)`,
  settled_by: col.text.orNull`p.settled_by`,
  settled_at: col.timestamp`p.settled_at`,
});

const pairRow = row({
  source: col.json<ContestedMemoryRow>()`(select ${contestedMemory.json} from memories m where m.id = p.source_id
    and m.workspace_id = p.workspace_id)`,
  target: col.json<ContestedMemoryRow>()`(select ${contestedMemory.json} from memories m where m.id = p.target_id
    and m.workspace_id = p.workspace_id)`,
  reason: col.oneOf('contradicts', 'may_replace', 'settled')`p.reason`,
  confidence: col.float`p.confidence`,
  subject: col.text.orNull`case when p.settled_at is null then left(p.context, 1000) end`,
  settlement: col.json<RowOf<typeof settlementRow>>().orNull`case when p.settled_at is not null
    then ${settlementRow.json} end`,
});
type ContestedPair = RowOf<typeof pairRow>;

/** A row even where the page is empty. */
const counted = row({
  count: col.int`c.n`,
  pair: col.json<ContestedPair>().orNull`case when p.source_id is not null then ${pairRow.json} end`,
});

interface Page {
  limit: number;
  offset: number;
}

export interface ContestedPage {
  count: number;
  pairs: ContestedPair[];
}

/**
 * Pairs of memories that still hold and of which perhaps only one does, the latest first: what a model calls
 * contradictory, and what looks like a new version of another. What somebody declared something of is not among them.
 */
export function listContestedMemories(
  db: Database,
  workspaceId: WorkspaceId,
  page: Page,
): Promise<ContestedPage> {
  const workspace = uuid(workspaceId);
  return readPairs(db, {
    ...page,
    expressions: sql`pair (source_id, target_id, reason, confidence, context) as (
        select case when s.created_at >= t.created_at then s.id else t.id end,
          case when s.created_at >= t.created_at then t.id else s.id end,
          case when r.found_by_target then 'may_replace' else 'contradicts' end, r.confidence, r.context
        from relationships r
        ${lookUp('memories', 's', sql`s.workspace_id = r.workspace_id and s.id = r.source_id`)}
        ${lookUp('memories', 't', sql`t.workspace_id = r.workspace_id and t.id = r.target_id`)}
        where r.workspace_id = ${workspace} and r.relationship_type = 'contradicts' and r.discovery_method <> 'manual'
          and not ${holdsNoMore(workspace, sql`s.id`)} and not ${holdsNoMore(workspace, sql`t.id`)}),
      contested as materialized (
        select distinct on (source_id, target_id) ${workspace} workspace_id, p.*, m.created_at latest_at,
          null::uuid id, null relationship_type, null settled_by, null::timestamptz settled_at
        from pair p join memories m on m.workspace_id = ${workspace} and m.id = p.source_id
        where not ${isDeclared(workspace, sql`p.source_id`, sql`p.target_id`)}
        order by source_id, target_id, reason)`,
  });
}

export function listSettledMemories(
  db: Database,
  workspaceId: WorkspaceId,
  page: Page,
): Promise<ContestedPage> {
  return readPairs(db, {
    ...page,
    // One row stands for both of a mirrored pair.
    expressions: sql`contested as materialized (
      select r.workspace_id, r.source_id, r.target_id, 'settled' reason, r.confidence, r.created_at latest_at, r.id,
        r.relationship_type, r.context, r.settled_by, r.created_at settled_at
      from relationships r
      where r.workspace_id = ${uuid(workspaceId)} and r.discovery_method = 'manual' and r.settled_by is not null
        and not (r.is_bidirectional and r.source_id > r.target_id))`,
  });
}

async function readPairs(
  db: Database,
  { expressions, limit, offset }: Page & { expressions: SQL },
): Promise<ContestedPage> {
  const rows = await query(db, counted)`with ${expressions}
      select ${counted.columns} from (select count(*) n from contested) c
      left join lateral (
        select * from contested order by latest_at desc, source_id, target_id limit ${limit}::int offset ${offset}::int
      ) p on true
      order by p.latest_at desc, p.source_id, p.target_id`;
  return { count: rows[0]?.count ?? 0, pairs: rows.flatMap(({ pair }) => pair ?? []) };
}
