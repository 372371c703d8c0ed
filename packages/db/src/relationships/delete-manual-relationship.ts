import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { isMemory, type MemoryRef } from '../memories/memory-ref.ts';
import { col, row } from '../row.ts';
import { uuid } from '../sql-values.ts';

/**
 * A relationship by its own id, or by its ends and type, which may name rows of several discovery methods; a settlement
 * is one by which a contradiction was settled.
 */
export type NamedRelationship =
  | { id: string }
  | { settlement: string }
  | { source: MemoryRef; target: MemoryRef; relationshipType: string };

const counts = row({
  named: col.int`count(*)`,
  declared: col.int`count(*) filter (where discovery_method = 'manual')`,
  gone: col.int`(select count(*) from gone)`,
});

/**
 * Deletes a declared relationship with its mirrored row. `discovered`: rows of this name exist, but none was declared, and
 * all are kept.
 */
export async function deleteManualRelationship(
  db: Database,
  workspaceId: WorkspaceId,
  name: NamedRelationship,
): Promise<'deleted' | 'discovered' | 'missing'> {
  const [rows] = await query(db, counts)`with named as materialized (${namedRows(workspaceId, name)}),
      gone as (
        delete from relationships r using (
          select source_id, target_id, false mirrored from named where discovery_method = 'manual'
          union
          select target_id, source_id, true from named where discovery_method = 'manual' and is_bidirectional) n
        where r.discovery_method = 'manual' and r.workspace_id = ${uuid(workspaceId)}
          and r.source_id = n.source_id and r.target_id = n.target_id and (not n.mirrored or r.is_bidirectional)
        returning 1)
      select ${counts.columns} from named`;
  if (!rows || rows.named === 0) return 'missing';
  if (rows.gone > 0) return 'deleted';
  // A declared row that is no longer there was retracted by somebody else in this moment.
  return rows.declared > 0 ? 'missing' : 'discovered';
}

function namedRows(workspaceId: WorkspaceId, name: NamedRelationship): SQL {
  const columns = sql`r.source_id, r.target_id, r.discovery_method, r.is_bidirectional`;
  if ('id' in name)
    return sql`select ${columns} from relationships r
      where r.workspace_id = ${uuid(workspaceId)} and r.id = ${uuid(name.id)}`;
  if ('settlement' in name)
    return sql`select ${columns} from relationships r
      where r.workspace_id = ${uuid(workspaceId)} and r.id = ${uuid(name.settlement)} and r.settled_by is not null`;
  return sql`select ${columns} from relationships r
    where r.workspace_id = ${uuid(workspaceId)} and r.relationship_type = ${name.relationshipType}::text
      and r.source_id = (select m.id from memories m where ${isMemory(workspaceId, name.source)})
      and r.target_id = (select m.id from memories m where ${isMemory(workspaceId, name.target)})`;
}
