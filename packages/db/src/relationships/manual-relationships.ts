import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { PLANNED_ONCE } from '../drivers/planned-once.ts';
import { isUniqueViolation } from '../errors.ts';
import { lookUp } from '../look-up.ts';
import { isMemory, type MemoryRef, memoryIdentity, type MemoryIdentity } from '../memories/memory-row.ts';
import { col, row } from '../row.ts';
import { nullable, timestamp, uuid } from '../sql-values.ts';

/** Declared relationships that any workspace may have, and how many a memory adds. */
const CAP_LEAST = sql.raw('100');
const CAP_PER_MEMORY = sql.raw('10');

interface NewManualRelationship {
  id: string;
  source: MemoryRef;
  target: MemoryRef;
  relationshipType: string;
  /** Id of the mirrored row; null for a directed type, which has none. */
  mirroredId: string | null;
  context: string | null;
  /** Author of the settlement of a contradiction: then nothing may be declared in the other direction either. */
  settledBy: string | null;
  createdAt: Date;
}

type InsertedManualRelationship =
  | { outcome: 'inserted'; source: MemoryIdentity; target: MemoryIdentity }
  | { outcome: 'source_missing' | 'target_missing' | 'duplicate' | 'cap_reached' };

const insertion = row({
  outcome: col.oneOf('inserted', 'source_missing', 'target_missing', 'duplicate', 'cap_reached')`outcome`,
  source: col.json<MemoryIdentity>().orNull`(select ${memoryIdentity.json} from source m)`,
  target: col.json<MemoryIdentity>().orNull`(select ${memoryIdentity.json} from target m)`,
});

/**
 * Keeps a declared relationship with its mirrored row, both or neither. Checks in the order of the outcomes' names; what
 * two requests at once would both be allowed, the unique index allows one of them.
 */
export async function insertManualRelationship(
  db: Database,
  workspaceId: WorkspaceId,
  { id, source, target, relationshipType, mirroredId, context, settledBy, createdAt }: NewManualRelationship,
): Promise<InsertedManualRelationship> {
  const mirrored = mirroredId !== null;
  const eitherWay = mirrored || settledBy !== null;
  try {
    const [inserted] = await query(db, insertion)`with source as materialized (
          select m.id, m.memory_id from memories m where ${isMemory(workspaceId, source)} for key share),
        target as materialized (
          select m.id, m.memory_id from memories m where ${isMemory(workspaceId, target)} for key share),
        declared as materialized (
          select count(*) n from relationships r where r.workspace_id = ${uuid(workspaceId)}
            and r.discovery_method = 'manual' and not (r.is_bidirectional and r.source_id > r.target_id)),
        checked as materialized (
          select case
            when not exists (select from source) then 'source_missing'
            when not exists (select from target) then 'target_missing'
            when exists (
              select from (
                select s.id source_id, t.id target_id from source s, target t
                union all select t.id, s.id from source s, target t where ${eitherWay}::bool) p
              ${lookUp(
                'relationships',
                'r',
                sql`r.workspace_id = ${uuid(workspaceId)} and r.source_id = p.source_id
                  and r.target_id = p.target_id and r.discovery_method = 'manual'`,
              )}) then 'duplicate'
            when n >= ${CAP_LEAST} and n >= (
              select ${CAP_PER_MEMORY} * count(*) from memory_counters m where m.workspace_id = ${uuid(workspaceId)}
            ) then 'cap_reached'
            else 'inserted' end outcome
          from declared),
        inserted as (
          insert into relationships (workspace_id, id, source_id, target_id, relationship_type, discovery_method,
            confidence, is_bidirectional, context, settled_by, created_at)
          select ${uuid(workspaceId)}, row.id, row.source_id, row.target_id, ${relationshipType}::text, 'manual', 1,
            ${mirrored}::bool, ${nullable(context, 'text')}, ${nullable(settledBy, 'text')}, ${timestamp(createdAt)}
          from checked, source s, target t, lateral (
            select ${uuid(id)} id, s.id source_id, t.id target_id
            union all select ${nullable(mirroredId, 'uuid')}, t.id, s.id where ${mirrored}::bool) row
          where checked.outcome = 'inserted'
          -- Mirrored requests at once insert in one order, and so never deadlock.
          order by row.source_id)
        select ${insertion.columns} from checked ${sql.raw(PLANNED_ONCE)}`;
    const { outcome = 'duplicate', source: from, target: to } = inserted ?? {};
    if (outcome !== 'inserted') return { outcome };
    if (!from || !to) throw new Error('A relationship was inserted without its ends.');
    return { outcome, source: from, target: to };
  } catch (error) {
    if (isUniqueViolation(error, 'relationships_manual')) return { outcome: 'duplicate' };
    throw error;
  }
}

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
