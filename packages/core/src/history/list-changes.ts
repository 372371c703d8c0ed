import {
  UpdateMemoryBody,
  type ListChangesQuery,
  type ListChangesReply,
  type MemoryChange,
  type MemoryIdForm,
} from '@memory/contracts';
import { listChanges as listRows, type ChangeRow, type Workspace } from '@memory/db';
import { parseMemoryRef } from '../memories/memory-ref.ts';
import { identifyIn, withMoments } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';

export async function listChanges(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Pick<Workspace, 'id'>,
  { memory, limit, ...wanted }: ListChangesQuery,
): Promise<ListChangesReply> {
  const ref = memory === undefined ? undefined : parseMemoryRef(settings.memoryIdForm, memory);
  // Nothing ever became of a memory that cannot be.
  if (memory !== undefined && !ref) return { changes: [], next: null };
  const rows = await listRows(db, workspace.id, { ...wanted, memory: ref, limit });
  const page = rows.slice(0, limit);
  return {
    changes: page.map((row) => presentChange(row, settings.memoryIdForm)),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Fields of a deleted memory that a caller knows; the rest is for its return. */
const FIELDS = [...Object.keys(UpdateMemoryBody.shape), 'memory_type'];

const presentChange = ({ memory, before, ...row }: ChangeRow, form: MemoryIdForm): MemoryChange => ({
  ...withMoments(row),
  memory: identifyIn(form)(memory),
  before:
    before && Object.fromEntries(FIELDS.flatMap((name) => (name in before ? [[name, before[name]]] : []))),
});
