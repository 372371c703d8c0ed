import { sql, type SQL } from 'drizzle-orm';
import type { WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';

/** A well-formed identifier of a memory, in the deployment's form. */
export type MemoryRef = { form: 'A'; id: string } | { form: 'B'; memoryId: string };

/** The condition that a row of `memories m` is the one meant. */
export function isMemory(workspaceId: WorkspaceId, ref: MemoryRef): SQL {
  return ref.form === 'A'
    ? sql`m.workspace_id = ${uuid(workspaceId)} and m.id = ${uuid(ref.id)}`
    : sql`m.workspace_id = ${uuid(workspaceId)} and m.memory_id = ${ref.memoryId}::text`;
}
