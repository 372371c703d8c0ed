import { sql, type SQL } from 'drizzle-orm';
import type { WorkspaceId } from '../database.ts';
import { idKeys, textKeys, uuid } from '../sql-values.ts';

/** A well-formed identifier of a memory, in the deployment's form. */
export type MemoryRef = { form: 'A'; id: string } | { form: 'B'; memoryId: string };

/** The condition that a row of `memories m` is the one meant. */
export function isMemory(workspaceId: WorkspaceId, ref: MemoryRef): SQL {
  return ref.form === 'A'
    ? sql`m.workspace_id = ${uuid(workspaceId)} and m.id = ${uuid(ref.id)}`
    : sql`m.workspace_id = ${uuid(workspaceId)} and m.memory_id = ${ref.memoryId}::text`;
}

/** Some memories, by either identifier. */
export type NamedMemories = { ids: readonly string[] } | { memoryIds: readonly string[] };

/** `m`: those of some memories that the workspace has, to stand first behind `from`. */
export const namedMemories = (workspaceId: WorkspaceId, named: NamedMemories): SQL =>
  'ids' in named
    ? sql`${idKeys(named.ids, 'k')} join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = k.id`
    : sql`${textKeys(named.memoryIds, 'k')} join memories m on m.workspace_id = ${uuid(workspaceId)} and m.memory_id = k.id`;

/** The same of references, which all have the form of the deployment. */
export const namedBy = (refs: readonly MemoryRef[]): NamedMemories => {
  const ids = refs.flatMap((ref) => (ref.form === 'A' ? [ref.id] : []));
  return ids.length > 0
    ? { ids }
    : { memoryIds: refs.flatMap((ref) => (ref.form === 'B' ? [ref.memoryId] : [])) };
};
