import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';

/** What is counted in workspace `w`. */
const insight = row({
  memories: col.json<Record<string, number>>()`coalesce((
    select json_object_agg(memory_type, n) from (
      select memory_type, count(*) n from memories where workspace_id = w.id group by memory_type) t), '{}')`,
  relationships: col.json<Record<string, number>>()`coalesce((
    select json_object_agg(relationship_type, n) from (
      select relationship_type, count(*) n from relationships where workspace_id = w.id
      group by relationship_type) t), '{}')`,
  pending_observations: col.int`(
    select count(*) from observations where workspace_id = w.id and processed_at is null)`,
  last_memory_added_at: col.timestamp
    .orNull`(select max(created_at) from memories where workspace_id = w.id)`,
  last_discovery_run_at: col.timestamp.orNull`(
    select max(discovered_at) from memory_counters where workspace_id = w.id)`,
});
export type Insight = RowOf<typeof insight>;

/** What a workspace holds, counted in one statement. */
export async function readInsight(db: Database, workspaceId: WorkspaceId): Promise<Insight> {
  const [read] = await query(
    db,
    insight,
    sql`select ${insight.columns} from (select ${uuid(workspaceId)} id) w`,
  );
  if (!read) throw new Error('A statement that always has one row had none.');
  return read;
}
