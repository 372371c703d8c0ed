import { queryRows, type Database } from '@memory/db';

/** Results of the pipeline in a workspace, for comparisons: identifiers replaced by titles. */
export interface PipelineState {
  memories: { title: string; embedded: boolean; discovered: boolean; vectors: number }[];
  edges: string[];
  model: string | null;
  nextModel: string | null;
  models: string[];
}

export async function readState(db: Database, workspaceId: string): Promise<PipelineState> {
  const [row] = await queryRows<{ body: string }>(db)`select json_build_object(
      'memories', (select coalesce(json_agg(json_build_object('title', m.title,
          'embedded', c.content_hash is not distinct from m.content_digest,
          'discovered', c.discovered_digest is not distinct from m.content_digest,
          'vectors', (select count(*) from memory_embeddings e where e.workspace_id = m.workspace_id
            and e.memory_id = m.id and e.content_digest = m.content_digest)) order by m.title), '[]')
        from memories m join memory_counters c on c.workspace_id = m.workspace_id and c.memory_id = m.id
        where m.workspace_id = ${workspaceId}::uuid),
      'edges', (select coalesce(json_agg(s.title || ' ' || r.relationship_type || ' ' || t.title || ' by ' || r.discovery_method
          order by s.title, t.title, r.relationship_type, r.discovery_method), '[]')
        from relationships r join memories s on s.workspace_id = r.workspace_id and s.id = r.source_id
        join memories t on t.workspace_id = r.workspace_id and t.id = r.target_id
        where r.workspace_id = ${workspaceId}::uuid),
      'model', s.model, 'nextModel', s.next_model,
      'models', (select coalesce(json_agg(distinct model), '[]') from memory_embeddings where workspace_id = ${workspaceId}::uuid))::text body
      from workspace_statistics s where s.workspace_id = ${workspaceId}::uuid`;
  return JSON.parse(row?.body ?? '{}') as PipelineState;
}
