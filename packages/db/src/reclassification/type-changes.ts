import { sql } from 'drizzle-orm';
import { queryRows, type Database, type WorkspaceId } from '../database.ts';
import { timestamp, uuid } from '../sql-values.ts';

/** A type that a job gave. */
export interface TypeChange {
  id: string;
  subject: 'memory' | 'relationship';
  /** Internal id of the memory or relationship. */
  subject_id: string;
  /** The memory, or the source and target of the relationship. */
  title: string;
  from_type: string;
  to_type: string;
  is_reversed: boolean;
  method: 'nearest_neighbours' | 'model';
  reason: string;
  /** 0..1 */
  confidence: number;
  created_at: string;
  undone_at: string | null;
}

/** What jobs changed, the latest first. */
export async function listTypeChanges(
  db: Database,
  workspaceId: WorkspaceId,
  { limit, offset }: { limit: number; offset: number },
): Promise<TypeChange[]> {
  const rows = await queryRows<{ body: string }>(
    db,
    sql`select json_build_object('id', c.id, 'subject', case when c.memory_id is null then 'relationship' else 'memory' end,
        'subject_id', coalesce(c.memory_id, c.relationship_id),
        'title', coalesce(m.title, s.title || ' → ' || t.title), 'from_type', c.from_type, 'to_type', c.to_type,
        'is_reversed', c.is_reversed, 'method', c.method, 'reason', c.reason, 'confidence', c.confidence,
        'created_at', c.created_at, 'undone_at', c.undone_at)::text body
      from type_changes c
      left join memories m on m.workspace_id = c.workspace_id and m.id = c.memory_id
      left join relationships r on r.workspace_id = c.workspace_id and r.id = c.relationship_id
      left join memories s on s.workspace_id = c.workspace_id and s.id = r.source_id
      left join memories t on t.workspace_id = c.workspace_id and t.id = r.target_id
      where c.workspace_id = ${uuid(workspaceId)} order by c.created_at desc, c.id limit ${limit}::int offset ${offset}::int`,
  );
  return rows.map(({ body }) => JSON.parse(body) as TypeChange);
}

/**
 * Takes a change back, unless its memory or relationship has been given another type since. It is not made again.
 * @returns what came of it; undefined when the workspace has no such change
 */
export async function undoTypeChange(
  db: Database,
  workspaceId: WorkspaceId,
  { id, at }: { id: string; at: Date },
): Promise<'undone' | 'undone_before' | 'changed_since' | undefined> {
  const workspace = uuid(workspaceId);
  const [row] = await queryRows<{ undone_before: boolean; undone: number }>(
    db,
    sql`with change as materialized (
        select c.* from type_changes c where c.workspace_id = ${workspace} and c.id = ${uuid(id)} for update),
      memory as (
        update memories m set memory_type = c.from_type from change c
        where m.workspace_id = ${workspace} and m.id = c.memory_id and m.memory_type = c.to_type and c.undone_at is null
        returning 1),
      relationship as (
        update relationships r set relationship_type = c.from_type, discovered_type = null,
          is_bidirectional = c.from_type <> 'references',
          source_id = case when c.is_reversed then r.target_id else r.source_id end,
          target_id = case when c.is_reversed then r.source_id else r.target_id end,
          found_by_source = case when c.is_reversed then r.found_by_target else r.found_by_source end,
          found_by_target = case when c.is_reversed then r.found_by_source else r.found_by_target end
        from change c
        where r.workspace_id = ${workspace} and r.id = c.relationship_id and r.relationship_type = c.to_type
          and c.undone_at is null and not exists (
            select from relationships o where o.workspace_id = ${workspace} and o.relationship_type = c.from_type
              and o.discovery_method = r.discovery_method
              and o.source_id = case when c.is_reversed then r.target_id else r.source_id end
              and o.target_id = case when c.is_reversed then r.source_id else r.target_id end)
        returning 1),
      undone as (select 1 from memory union all select 1 from relationship),
      marked as (
        update type_changes c set undone_at = ${timestamp(at)}
        where c.workspace_id = ${workspace} and c.id = ${uuid(id)} and exists (select from undone))
      select c.undone_at is not null undone_before, (select count(*)::int from undone) undone from change c`,
  );
  if (!row) return undefined;
  if (row.undone_before) return 'undone_before';
  return row.undone > 0 ? 'undone' : 'changed_since';
}
