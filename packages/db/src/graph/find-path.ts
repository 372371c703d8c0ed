import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { isMemory, type MemoryRef } from '../memories/memory-ref.ts';
import { memoryIdentity } from '../memories/memory-row.ts';
import { col, row, type RowOf } from '../row.ts';
import { nullable, textArray, uuid } from '../sql-values.ts';

/** The walk gives up after this time with the code of a cancelled statement. */
const LIMIT_MS = sql.raw('10000');

export interface FindPathOptions {
  source: MemoryRef;
  target: MemoryRef;
  /** In edges. */
  maxDepth: number;
  /** Null or empty: all. */
  types: readonly string[] | null;
}

/** Edge `e` of a path between the memories `s` and `t`. */
const pathEdge = row({
  source: col.object(row({ id: col.uuid`s.id`, memory_id: col.text`s.memory_id` })),
  target: col.object(row({ id: col.uuid`t.id`, memory_id: col.text`t.memory_id` })),
  relationship_type: col.text`e.relationship_type`,
  confidence: col.float`e.confidence`,
});

const foundPath = (workspaceId: WorkspaceId) =>
  row({
    sourceExists: col.bool`source is not null`,
    targetExists: col.bool`target is not null`,
    /** From source to target, both included; empty when there is no path of at most `maxDepth` edges. */
    path: col.listOf(memoryIdentity)`(
      select coalesce(json_agg(${memoryIdentity.json} order by u.place), '[]')
      from found, keys(path) with ordinality u(id, place)
      join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = u.id)`,
    /** One a step, in the order of the path: that of the greatest confidence, whichever way it points. */
    edges: col.listOf(pathEdge)`(
      select coalesce(json_agg(${pathEdge.json} order by e.place), '[]')
      from edge e
      join memories s on s.workspace_id = ${uuid(workspaceId)} and s.id = e.source_id
      join memories t on t.workspace_id = ${uuid(workspaceId)} and t.id = e.target_id)`,
  });
export type FoundPath = RowOf<ReturnType<typeof foundPath>>;

/** A shortest path between two memories, whichever way the edges point. */
export async function findPath(
  db: Database,
  workspaceId: WorkspaceId,
  { source, target, maxDepth, types }: FindPathOptions,
): Promise<FoundPath> {
  const allowed = types?.length ? textArray(types) : nullable(null, 'text[]');
  const answer = foundPath(workspaceId);
  const [found] = await query(
    db,
    answer,
    sql`with ends as materialized (
        select (select m.id from memories m where ${isMemory(workspaceId, source)}) source,
          (select m.id from memories m where ${isMemory(workspaceId, target)}) target),
      allowed as materialized (select ${allowed} types),
      found as materialized (
        select case
          when source is null or target is null then '{}'
          when source = target then array[source]
          else coalesce(
            relationship_path(${uuid(workspaceId)}, source, target, ${maxDepth}::int, types, ${LIMIT_MS}), '{}')
        end path from ends, allowed),
      step as (
        select u.place, u.id source, path[u.place + 1] target
        from found, keys(path) with ordinality u(id, place) where u.place < cardinality(path)),
      edge as materialized (
        select step.place, best.* from step cross join lateral (
          select r.source_id, r.target_id, r.relationship_type, r.confidence from relationships r, allowed
          where r.workspace_id = ${uuid(workspaceId)} and (types is null or r.relationship_type = any(types))
            and ((r.source_id = step.source and r.target_id = step.target)
              or (r.source_id = step.target and r.target_id = step.source))
          order by r.confidence desc, r.id limit 1) best)
      select ${answer.columns}
      from ends`,
  );
  if (!found) throw new Error('A statement that always has one row had none.');
  return found;
}
