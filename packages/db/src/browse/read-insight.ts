import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';

export interface Insight {
  memories: Record<string, number>;
  relationships: Record<string, number>;
  pending_observations: number;
  last_memory_added_at: string | null;
  last_discovery_run_at: string | null;
}

/** What a workspace holds, counted in one statement. */
export async function readInsight(db: Database, workspaceId: WorkspaceId): Promise<Insight> {
  const workspace = uuid(workspaceId);
  const [row] = await queryRows<{ body: string }>(
    db,
    sql`select json_build_object(
        'memories', coalesce((select json_object_agg(memory_type, n) from (
          select memory_type, count(*) n from memories where workspace_id = ${workspace} group by memory_type) t), '{}'),
        'relationships', coalesce((select json_object_agg(relationship_type, n) from (
          select relationship_type, count(*) n from relationships where workspace_id = ${workspace}
          group by relationship_type) t), '{}'),
        'pending_observations', (
          select count(*) from observations where workspace_id = ${workspace} and processed_at is null),
        'last_memory_added_at', (select max(created_at) from memories where workspace_id = ${workspace}),
        'last_discovery_run_at', (select max(discovered_at) from memories where workspace_id = ${workspace}))::text body`,
  );
  return JSON.parse(row?.body ?? '') as Insight;
}
