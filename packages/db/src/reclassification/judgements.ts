import { sql } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { noted } from '../history/change-source.ts';
import { lookUp } from '../look-up.ts';
import { col, row, type RowOf } from '../row.ts';
import { json, timestamp, uuid } from '../sql-values.ts';

const memoryToJudge = row({
  id: col.uuid`m.id`,
  title: col.text`m.title`,
  /** The first 1,500 characters. */
  narrative: col.text`left(m.narrative, 1500)`,
  content_digest: col.text`m.content_digest`,
});
/** Memories of type `general` that no model has judged in their present content, the oldest first. */
export async function listMemoriesToJudge(
  db: Database,
  workspaceId: WorkspaceId,
  { limit }: { limit: number },
): Promise<RowOf<typeof memoryToJudge>[]> {
  return query(db, memoryToJudge)`select ${memoryToJudge.columns}
      from memories m where m.workspace_id = ${uuid(workspaceId)} and m.memory_type = 'general'
        and m.judged_digest is distinct from m.content_digest and m.id not in (
          select t.memory_id from type_changes t
          where t.workspace_id = ${uuid(workspaceId)} and t.memory_id is not null and t.undone_at is not null)
      order by m.created_at, m.id limit ${limit}::int`;
}

interface MemoryJudgement {
  id: string;
  /** Digest of the content that was judged: a memory that has changed since is judged anew. */
  content_digest: string;
  /** Null: it stays `general`. */
  to_type: string | null;
  /** 0..1 */
  confidence: number;
  reason: string;
}

/** Writes what a model judged, with the record of each change, in one statement. @returns how many were changed */
export async function applyMemoryJudgements(
  db: Database,
  workspaceId: WorkspaceId,
  { judgements, at }: { judgements: readonly MemoryJudgement[]; at: Date },
): Promise<number> {
  const workspace = uuid(workspaceId);
  return execute(db)`with judged as materialized (
        select * from jsonb_to_recordset(${json(judgements)}) j(
          id uuid, content_digest text, to_type text, confidence float8, reason text)),
      changed as (
        update memories m set judged_digest = j.content_digest, memory_type = coalesce(j.to_type, m.memory_type)
        from judged j where m.workspace_id = ${workspace} and m.id = j.id and m.memory_type = 'general'
          and m.content_digest = j.content_digest and m.judged_digest is distinct from m.content_digest and ${noted()}
        returning m.id, j.to_type, j.confidence, j.reason),
      recorded as (
        insert into type_changes (workspace_id, id, memory_id, from_type, to_type, method, reason, confidence,
          created_at)
        select ${workspace}, gen_random_uuid(), id, 'general', to_type, 'model', reason, confidence, ${timestamp(at)}
        from changed where to_type is not null)
      select 1 as changed from changed where to_type is not null`;
}

const judgedEnd = (alias: 's' | 't') =>
  row({
    title: col.text`${sql.raw(alias)}.title`,
    /** The first 700 characters. */
    narrative: col.text`left(${sql.raw(alias)}.narrative, 700)`,
    memory_type: col.text`${sql.raw(alias)}.memory_type`,
    created_at: col.timestamp`${sql.raw(alias)}.created_at`,
  });

/** Relationship `r` between the memories `s` and `t`. */
const relationshipToJudge = row({
  id: col.uuid`r.id`,
  relationship_type: col.text`r.relationship_type`,
  source: col.object(judgedEnd('s')),
  target: col.object(judgedEnd('t')),
});
export type RelationshipToJudge = RowOf<typeof relationshipToJudge>;

/**
 * Discovered relationships that no model has judged, the surest first; of imported documents none. A pair with several
 * relationships is judged once.
 */
export async function listRelationshipsToJudge(
  db: Database,
  workspaceId: WorkspaceId,
  { limit }: { limit: number },
): Promise<RelationshipToJudge[]> {
  return query(db, relationshipToJudge)`with edge as (
        select r.*, least(r.source_id, r.target_id) one, greatest(r.source_id, r.target_id) other,
          bool_or(r.judged_at is not null or r.relationship_type not in ('references', 'related_to', 'similar_to'))
            over (partition by least(r.source_id, r.target_id), greatest(r.source_id, r.target_id)) is_settled
        from relationships r where r.workspace_id = ${uuid(workspaceId)}),
      pair as (
        select distinct on (r.one, r.other) r.* from edge r
        where not r.is_settled and r.discovery_method <> 'manual' and r.confidence >= 0.5
        order by r.one, r.other, r.confidence desc, r.id),
      passage as materialized (
        select id from memories
        where workspace_id = ${uuid(workspaceId)} and memory_type in ('wiki', 'sdlc_knowledge')),
      best as (
        select * from pair where source_id not in (select id from passage) and target_id not in (select id from passage)
        order by confidence desc, id limit ${limit}::int)
      select ${relationshipToJudge.columns}
      from best r
      ${lookUp('memories', 's', sql`s.workspace_id = ${uuid(workspaceId)} and s.id = r.source_id`)}
      ${lookUp('memories', 't', sql`t.workspace_id = ${uuid(workspaceId)} and t.id = r.target_id`)}
      order by r.confidence desc, r.id`;
}

export interface RelationshipJudgement {
  id: string;
  /** Null: it stays as discovered. */
  to_type: string | null;
  /** The new type holds from the target to the source. */
  is_reversed: boolean;
  is_bidirectional: boolean;
  /** 0..1 */
  confidence: number;
  reason: string;
}

/**
 * Writes what a model judged of relationships, with the record of each change, in one statement. A manual relationship
 * is never touched, and one whose new form is there already stays as it was.
 * @returns how many were changed
 */
export async function applyRelationshipJudgements(
  db: Database,
  workspaceId: WorkspaceId,
  { judgements, at }: { judgements: readonly RelationshipJudgement[]; at: Date },
): Promise<number> {
  const workspace = uuid(workspaceId);
  return execute(db)`with judged as materialized (
        select j.*, r.relationship_type from_type,
          j.to_type is not null and not exists (
            select from relationships o where o.workspace_id = ${workspace}
              and o.source_id = case when j.is_reversed then r.target_id else r.source_id end
              and o.target_id = case when j.is_reversed then r.source_id else r.target_id end
              and o.relationship_type = j.to_type) retyped
        from jsonb_to_recordset(${json(judgements)}) j(
          id uuid, to_type text, is_reversed bool, is_bidirectional bool, confidence float8, reason text)
        ${lookUp('relationships', 'r', sql`r.workspace_id = ${workspace} and r.id = j.id`)}),
      changed as (
        update relationships r set judged_at = ${timestamp(at)},
          relationship_type = case when j.retyped then j.to_type else r.relationship_type end,
          discovered_type = case when j.retyped then r.relationship_type else r.discovered_type end,
          is_bidirectional = case when j.retyped then j.is_bidirectional else r.is_bidirectional end,
          source_id = case when j.retyped and j.is_reversed then r.target_id else r.source_id end,
          target_id = case when j.retyped and j.is_reversed then r.source_id else r.target_id end,
          found_by_source = case when j.retyped and j.is_reversed then r.found_by_target else r.found_by_source end,
          found_by_target = case when j.retyped and j.is_reversed then r.found_by_source else r.found_by_target end
        from keys(array(select id from judged)) k join judged j on j.id = k
        where r.workspace_id = ${workspace} and r.id = k and r.judged_at is null
          and r.discovery_method <> 'manual' and r.relationship_type = j.from_type
        returning r.id, j.from_type, j.to_type, j.is_reversed, j.confidence, j.reason, j.retyped),
      recorded as (
        insert into type_changes (workspace_id, id, relationship_id, from_type, to_type, is_reversed, method, reason,
          confidence, created_at)
        select ${workspace}, gen_random_uuid(), id, from_type, to_type, is_reversed, 'model', reason, confidence,
          ${timestamp(at)}
        from changed where retyped)
      select 1 as changed from changed where retyped`;
}
