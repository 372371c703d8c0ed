import { sql } from 'drizzle-orm';
import { execute, type Database, type WorkspaceId } from '../database.ts';
import { timestamp, uuid, uuidArray } from '../sql-values.ts';
import { HEURISTIC_TYPES } from './discover-memories.ts';
import { findNeighbours } from './neighbours.ts';
import { SIMILAR_MAX, similarMemories } from './similar-memories.ts';

export interface CompareMemoriesOptions {
  memoryIds: readonly string[];
  /** The model whose vectors are compared. */
  model: string;
  /** Least cosine similarity of a `similar_to` edge. */
  threshold: number;
  hasSemanticIndex: boolean;
  at: Date;
}

/**
 * What `discoverMemories` does about similarity, when vectors are of another model now and
 * nothing else about them has changed. A memory without such a vector is passed over.
 */
export async function compareMemories(
  db: Database,
  workspaceId: WorkspaceId,
  options: CompareMemoriesOptions,
): Promise<void> {
  const { memoryIds, model, threshold, at } = options;
  const neighbours = await findNeighbours(db, workspaceId, { ...options, limit: SIMILAR_MAX });
  const touching = (column: string) => sql`select * from relationships
    where workspace_id = ${uuid(workspaceId)} and ${sql.raw(column)} = me.id
      and discovery_method = 'embedding_similarity'`;
  await execute(
    db,
    sql`with me as materialized (
        select m.id, e.embedding from memories m join memory_embeddings e on e.workspace_id = m.workspace_id
          and e.memory_id = m.id and e.model = ${model}::text and e.content_digest = m.content_digest
        where m.workspace_id = ${uuid(workspaceId)} and m.id = any(${uuidArray(memoryIds)})
        order by m.id for no key update of m),
      ${similarMemories(db, workspaceId, { ...options, neighbours })},
      found as materialized (
        select greatest(me, id) source_id, least(me, id) target_id, least(max(cosine), 1)::float8 confidence,
          bool_or(me > id) by_source, bool_or(me < id) by_target
        from similar_memory where cosine >= ${threshold}::float8
        group by 1, 2),
      old as materialized (
        select distinct on (r.id) r.id, r.source_id, r.target_id, r.discovered_type is not null retyped,
          coalesce(r.discovered_type, r.relationship_type) discovered_type,
          r.found_by_source and not exists (select from me where me.id = r.source_id) by_source,
          r.found_by_target and not exists (select from me where me.id = r.target_id) by_target,
          coalesce((
            select -(e.embedding <#> me.embedding) >= ${threshold}::float8 from memory_embeddings e
            where e.workspace_id = ${uuid(workspaceId)} and e.model = ${model}::text
              and e.memory_id = case when r.source_id = me.id then r.target_id else r.source_id end), false) holds
        from me cross join lateral (${touching('source_id')} union all ${touching('target_id')}) r
        order by r.id),
      lost as materialized (
        select * from old o where not exists (
          select from found f where o.discovered_type = 'similar_to' and (
            (f.source_id = o.source_id and f.target_id = o.target_id)
            or (o.retyped and f.source_id = o.target_id and f.target_id = o.source_id)))),
      gone as (
        delete from relationships r using lost l where r.workspace_id = ${uuid(workspaceId)} and r.id = l.id
          and (not l.holds or (l.discovered_type in ${HEURISTIC_TYPES} and not l.by_source and not l.by_target))),
      left_to_other as (
        update relationships r set found_by_source = l.by_source, found_by_target = l.by_target
        from lost l where r.workspace_id = ${uuid(workspaceId)} and r.id = l.id and l.holds
          and l.discovered_type in ${HEURISTIC_TYPES} and (l.by_source or l.by_target)
          and (r.found_by_source <> l.by_source or r.found_by_target <> l.by_target))
      insert into relationships as r (workspace_id, id, source_id, target_id, relationship_type, discovery_method,
        confidence, is_bidirectional, created_at, found_by_source, found_by_target)
      select ${uuid(workspaceId)}, gen_random_uuid(), source_id, target_id, 'similar_to', 'embedding_similarity',
        confidence, true, ${timestamp(at)}, by_source, by_target
      from found f where not exists (
        select from old o where o.retyped and o.discovered_type = 'similar_to'
          and least(o.source_id, o.target_id) = f.target_id and greatest(o.source_id, o.target_id) = f.source_id)
      order by source_id, target_id
      on conflict (workspace_id, source_id, target_id, relationship_type, discovery_method)
        where discovery_method <> 'manual'
        do update set confidence = excluded.confidence,
          found_by_source = excluded.found_by_source
            or (r.found_by_source and not exists (select from me where me.id = r.source_id)),
          found_by_target = excluded.found_by_target
            or (r.found_by_target and not exists (select from me where me.id = r.target_id))`,
  );
}
