import { sql, type SQL } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { noted } from '../history/change-source.ts';
import { timestamp, uuid, idKeys } from '../sql-values.ts';

/** A memory is a candidate below this importance, created before, and not accessed since. */
export interface PruningLimits {
  importanceBelow: number;
  createdBefore: Date;
  accessedBefore: Date;
}

/** The condition that a memory `m` with its counters `c` is a candidate. */
export const isPruningCandidate = ({ importanceBelow, createdBefore, accessedBefore }: PruningLimits): SQL =>
  sql`m.importance_score < ${importanceBelow}::float8 and m.created_at < ${timestamp(createdBefore)}
    and coalesce(c.last_accessed_at, '-infinity') < ${timestamp(accessedBefore)}`;

const candidate = row({ id: col.uuid`m.id` });

export async function listPruningCandidateIds(
  db: Database,
  workspaceId: WorkspaceId,
  { limits, after, limit }: { limits: PruningLimits; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await query(db, candidate)`select ${candidate.columns} from memories m
      join memory_counters c on c.workspace_id = m.workspace_id and c.memory_id = m.id
      where m.workspace_id = ${uuid(workspaceId)} and ${isPruningCandidate(limits)}
        ${after === null ? sql`` : sql`and m.id > ${uuid(after)}`}
      order by m.id limit ${limit}::int`;
  return rows.map(({ id }) => id);
}

export async function deletePruningCandidates(
  db: Database,
  workspaceId: WorkspaceId,
  { limits, ids }: { limits: PruningLimits; ids: readonly string[] },
): Promise<number> {
  return execute(db)`delete from memories m using ${idKeys(ids, 'k')}, memory_counters c
      where m.workspace_id = ${uuid(workspaceId)} and m.id = k.id
        and c.workspace_id = m.workspace_id and c.memory_id = m.id and ${isPruningCandidate(limits)}
        and ${noted()}
      returning ${candidate.columns}`;
}
