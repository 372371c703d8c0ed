import { lookUp } from '../look-up.ts';
import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { PLANNED_ONCE } from '../drivers/planned-once.ts';
import { isUniqueViolation } from '../errors.ts';
import { isMemory, type MemoryRef } from '../memories/memory-ref.ts';
import { memoryIdentity, type MemoryIdentity } from '../memories/memory-row.ts';
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
