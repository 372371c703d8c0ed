import type { DiscoveryMethod } from '@memory/contracts';
import { query, type Database, type WorkspaceId, execute } from '../database.ts';
import { namedMemories } from '../memories/memory-row.ts';
import { col, row, type RowOf } from '../row.ts';
import { json, timestamp, uuid } from '../sql-values.ts';

/** Enough of memory `m` to judge what it has to do with another. */
const excerpt = row({
  id: col.uuid`m.id`,
  title: col.text`m.title`,
  memory_type: col.text`m.memory_type`,
  /** The first 600 characters of the narrative. */
  excerpt: col.text`left(m.narrative, 600)`,
  content_digest: col.text`m.content_digest`,
  created_at: col.timestamp`m.created_at`,
});
export type Excerpt = RowOf<typeof excerpt>;

/** Excerpts of memories in no particular order; those that are gone are not among them. */
export async function listExcerpts(
  db: Database,
  workspaceId: WorkspaceId,
  { ids }: { ids: readonly string[] },
): Promise<Excerpt[]> {
  return query(db, excerpt)`select ${excerpt.columns} from ${namedMemories(workspaceId, { ids })}`;
}

export interface Proposal {
  source: { id: string; contentDigest: string };
  target: { id: string; contentDigest: string };
  type: 'caused_by' | 'contradicts' | 'supersedes' | 'depends_on';
  /** The heuristic that paired the memories. */
  method: DiscoveryMethod;
  /** 0..1 */
  confidence: number;
}

interface ReplaceProposalsOptions {
  /** Pairs that the model gave its answer on: what it proposed for them before and does not now goes. */
  judged: readonly { a: string; b: string }[];
  proposals: readonly Proposal[];
  /** Memories whose discovery is finished by this, as long as their content is still this. */
  discovered: readonly { id: string; contentDigest: string }[];
  at: Date;
}

/** Writes what a model proposes and marks the memories as discovered, in one statement; a proposal whose memories have changed is dropped. */
export async function replaceProposals(
  db: Database,
  workspaceId: WorkspaceId,
  { judged, proposals, discovered, at }: ReplaceProposalsOptions,
): Promise<void> {
  const rows = proposals.map(({ source, target, type, method, confidence }) => ({
    source_id: source.id,
    source_digest: source.contentDigest,
    target_id: target.id,
    target_digest: target.contentDigest,
    relationship_type: type,
    discovery_method: method,
    confidence,
  }));
  await execute(db)`with proposal as materialized (
        select p.* from jsonb_to_recordset(${json(rows)}) p(source_id uuid, source_digest text, target_id uuid,
          target_digest text, relationship_type text, discovery_method text, confidence float8)
        join memories s on s.workspace_id = ${uuid(workspaceId)} and s.id = p.source_id
          and s.content_digest = p.source_digest
        join memories t on t.workspace_id = ${uuid(workspaceId)} and t.id = p.target_id
          and t.content_digest = p.target_digest),
      judged as materialized (select * from jsonb_to_recordset(${json(judged)}) j(a uuid, b uuid)),
      gone as (
        delete from relationships r using judged j
        where r.workspace_id = ${uuid(workspaceId)} and r.found_by_source and r.discovery_method <> 'manual'
          and r.relationship_type in ('caused_by', 'contradicts', 'supersedes', 'depends_on')
          and ((r.source_id = j.a and r.target_id = j.b) or (r.source_id = j.b and r.target_id = j.a))
          and not exists (
            select from proposal p where p.source_id = r.source_id and p.target_id = r.target_id
              and p.relationship_type = r.relationship_type and p.discovery_method = r.discovery_method)),
      written as (
        insert into relationships as r (workspace_id, id, source_id, target_id, relationship_type, discovery_method,
          confidence, is_bidirectional, created_at, found_by_source)
        select ${uuid(workspaceId)}, gen_random_uuid(), source_id, target_id, relationship_type, discovery_method,
          confidence, relationship_type = 'contradicts', ${timestamp(at)}, true
        from proposal order by source_id, target_id, relationship_type, discovery_method
        on conflict (workspace_id, source_id, target_id, relationship_type, discovery_method)
          where discovery_method <> 'manual'
          do update set confidence = excluded.confidence where r.confidence <> excluded.confidence)
      update memory_counters c set discovered_digest = m.content_digest, discovered_at = ${timestamp(at)}
      from jsonb_to_recordset(${json(discovered)}) d(id uuid, "contentDigest" text)
      join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = d.id and m.content_digest = d."contentDigest"
      where c.workspace_id = ${uuid(workspaceId)} and c.memory_id = d.id`;
}
