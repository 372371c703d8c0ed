import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { noted } from '../history/change-source.ts';
import { timestamp, uuid } from '../sql-values.ts';

/** A type that a job gave: change `c` of memory `m`, or of relationship `r` between `s` and `t`. */
const typeChange = row({
  id: col.uuid`c.id`,
  subject: col.oneOf(
    'memory',
    'relationship',
  )`case when c.memory_id is null then 'relationship' else 'memory' end`,
  /** Internal id of the memory or relationship. */
  subject_id: col.uuid`coalesce(c.memory_id, c.relationship_id)`,
  /** The memory's; for a relationship those of its source and target. */
  title: col.text`coalesce(m.title, s.title || ' → ' || t.title)`,
  from_type: col.text`c.from_type`,
  to_type: col.text`c.to_type`,
  is_reversed: col.bool`c.is_reversed`,
  method: col.oneOf('nearest_neighbours', 'model')`c.method`,
  reason: col.text`c.reason`,
  /** 0..1 */
  confidence: col.float`c.confidence`,
  created_at: col.timestamp`c.created_at`,
  undone_at: col.timestamp.orNull`c.undone_at`,
});
export async function listTypeChanges(
  db: Database,
  workspaceId: WorkspaceId,
  { limit, offset }: { limit: number; offset: number },
): Promise<RowOf<typeof typeChange>[]> {
  return query(db, typeChange)`select ${typeChange.columns}
      from type_changes c
      left join memories m on m.workspace_id = c.workspace_id and m.id = c.memory_id
      left join relationships r on r.workspace_id = c.workspace_id and r.id = c.relationship_id
      left join memories s on s.workspace_id = c.workspace_id and s.id = r.source_id
      left join memories t on t.workspace_id = c.workspace_id and t.id = r.target_id
      where c.workspace_id = ${uuid(workspaceId)} order by c.created_at desc, c.id
        limit ${limit}::int offset ${offset}::int`;
}

const undoing = row({
  wasUndone: col.bool`c.undone_at is not null`,
  undone: col.int`(select count(*) from undone)`,
});

/** Takes a change back, unless its memory or relationship has been given another type since. It is not made again. */
export async function undoTypeChange(
  db: Database,
  workspaceId: WorkspaceId,
  { id, at }: { id: string; at: Date },
): Promise<'undone' | 'undone_before' | 'changed_since' | undefined> {
  const workspace = uuid(workspaceId);
  const [found] = await query(db, undoing)`with change as materialized (
        select c.* from type_changes c where c.workspace_id = ${workspace} and c.id = ${uuid(id)} for update),
      memory as (
        update memories m set memory_type = c.from_type from change c
        where m.workspace_id = ${workspace} and m.id = c.memory_id and m.memory_type = c.to_type and c.undone_at is null
          and ${noted()}
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
      select ${undoing.columns} from change c`;
  if (!found) return undefined;
  if (found.wasUndone) return 'undone_before';
  return found.undone > 0 ? 'undone' : 'changed_since';
}
