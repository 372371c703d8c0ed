import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { readWhole } from '../read-whole.ts';
import { relationshipJson, type RelationshipRow } from '../relationships/relationship-row.ts';
import { uuid, uuidArray } from '../sql-values.ts';
import { isMemory, type MemoryRef } from './memory-ref.ts';
import { memoryJson, type MemoryRow } from './memory-row.ts';

export interface MemoryDetailRow extends MemoryRow {
  /** Declared ones first, then by confidence. */
  outgoing: RelationshipRow[];
  incoming: RelationshipRow[];
}

/**
 * One memory with its relationships; undefined when the workspace has none of this identifier. A hub's list is cut at
 * 249 relationships in each direction, so that one answer holds it.
 */
export async function findMemoryDetail(
  db: Database,
  workspaceId: WorkspaceId,
  ref: MemoryRef,
): Promise<MemoryDetailRow | undefined> {
  const documents = await readWhole<RelationshipRow | MemoryRow, 'outgoing' | 'incoming' | null>(db, {
    expressions: sql`target as materialized (select m.* from memories m where ${isMemory(workspaceId, ref)})`,
    selection: sql`select id, (row_number() over (order by kind, place))::int place,
        case kind when 1 then '"outgoing"' when 2 then '"incoming"' end::json extra, body
      from (
        select m.id, 0 kind, 1 place, ${memoryJson} body from target m
        join memory_counters c on c.workspace_id = m.workspace_id and c.memory_id = m.id
        union all ${side(workspaceId, 1, sql`source_id`)}
        union all ${side(workspaceId, 2, sql`target_id`)}) document`,
    again: (ids) => sql`select r.id, u.place::int, null::json extra, ${relationshipJson} body
      from unnest(${uuidArray(ids)}) with ordinality u(id, place)
      join relationships r on r.workspace_id = ${uuid(workspaceId)} and r.id = u.id
      join memories s on s.workspace_id = r.workspace_id and s.id = r.source_id
      join memories t on t.workspace_id = r.workspace_id and t.id = r.target_id`,
  });
  const [memory, ...relationships] = documents;
  if (!memory) return undefined;
  const of = (wanted: 'outgoing' | 'incoming') =>
    relationships.filter(({ extra }) => extra === wanted).map(({ body }) => body as RelationshipRow);
  return { ...(memory.body as MemoryRow), outgoing: of('outgoing'), incoming: of('incoming') };
}

function side(workspaceId: WorkspaceId, kind: 1 | 2, end: SQL): SQL {
  const number = sql.raw(String(kind));
  return sql`(select r.id, ${number} kind,
      (row_number() over (order by (r.discovery_method = 'manual') desc, r.confidence desc, r.id))::int place,
      ${relationshipJson} body
    from target m join relationships r on r.workspace_id = ${uuid(workspaceId)} and r.${end} = m.id
    join memories s on s.workspace_id = r.workspace_id and s.id = r.source_id
    join memories t on t.workspace_id = r.workspace_id and t.id = r.target_id
    order by place limit 249)`;
}
