import { type Memory, type StoreMemoryBody, shortRef } from '@memory/contracts';
import { findMemory, insertMemory, type Workspace } from '@memory/db';
import type { NearMemories } from '../recall/near-memories.ts';
import { createRelationship } from '../relationships/relationships.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { deriveColumns } from './memory-content.ts';
import { memoryNotFound, refOf, requireMemoryRef } from './memory-ref.ts';
import { presentMemory, type TitledMemory } from './present-memory.ts';

export interface StoreOptions {
  project?: string | null;
  branch?: string | null;
  commit_id?: string | null;
  /** Whether it belongs to the session that the caller has open, where it names none and has one open. */
  joins_session?: boolean;
  /** Whether the caller is told which memories are like it, which takes two more statements. */
  wants_similar?: boolean;
}

export interface StoredMemory {
  memory: Memory;
  /** This text was stored before: that memory now replaces what the caller named, and none was added. */
  isKnown: boolean;
  /** Memories that say nearly the same, without those that the caller named. */
  similar: TitledMemory[];
  /** Older ones that it may replace, likewise. */
  replaceable: TitledMemory[];
}

type StoringServices = Pick<Services, 'db' | 'jobs' | 'clock' | 'ids' | 'settings' | 'embedding'>;

const NONE: NearMemories = { alike: [], similar: [], replaceable: [] };

/** Keeps a memory; its embedding and its relationships follow as jobs. What it replaces is declared with it or not at all. */
export async function storeMemory(
  services: StoringServices,
  workspace: Workspace,
  { supersedes, wants_similar: wantsSimilar = false, ...input }: StoreMemoryBody & StoreOptions,
): Promise<StoredMemory> {
  const looks = wantsSimilar || supersedes.length > 0;
  // Loaded with the first who looks: most stores over REST do not.
  const near = looks
    ? await (
        await import('../recall/near-memories.ts')
      ).findNear(services, workspace, { input, wantsSimilar })
    : NONE;
  const named = new Set(supersedes.map((ref) => shortRef(ref.toLowerCase())));
  const same = near.alike.find((other) => !named.has(shortRef(refOf(other))) && saysTheSame(other, input));
  if (same && supersedes.length > 0) {
    await declareSuccession(services, workspace, { source: refOf(same), targets: supersedes });
    return { memory: same, isKnown: true, similar: [], replaceable: [] };
  }
  const unnamed = (some: readonly TitledMemory[]) =>
    some.filter((other) => !named.has(shortRef(refOf(other))));
  return {
    memory: await insert(services, workspace, { ...input, supersedes }),
    isKnown: false,
    similar: unnamed(near.similar),
    replaceable: unnamed(near.replaceable),
  };
}

type Said = Pick<Memory, 'title' | 'narrative' | 'memory_type'>;

const saysTheSame = (one: Said, other: Said): boolean =>
  one.title === other.title && one.narrative === other.narrative && one.memory_type === other.memory_type;

/** All of them or none; what is declared already stays. */
async function declareSuccession(
  services: StoringServices,
  workspace: Workspace,
  { source, targets }: { source: string; targets: readonly string[] },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    for (const target of new Set(targets))
      await createRelationship({ ...services, db: tx }, workspace, {
        source_id: source,
        target_id: target,
        relationship_type: 'supersedes',
        context: null,
      }).catch((error: unknown) => {
        if (!(error instanceof ServiceError && error.code === 'duplicate_manual_relationship')) throw error;
      });
  });
}

async function insert(
  { db, jobs, clock, ids, settings }: StoringServices,
  workspace: Workspace,
  { supersedes, ...input }: StoreMemoryBody & StoreOptions,
): Promise<Memory> {
  const replaces = supersedes.map((given) => requireMemoryRef(settings.memoryIdForm, given));
  const row = await insertMemory(
    db,
    workspace.id,
    {
      ...input,
      ...deriveColumns(input, workspace.language),
      id: ids.uuid(),
      memory_id: ids.memoryId(),
      created_at: clock(),
      author: workspace.author,
      caller: workspace.caller,
      // Of a session it has the session's.
      project: input.project ?? (input.source_session_id === null ? (workspace.project ?? null) : null),
    },
    { replaces },
  );
  if (!row) {
    for (const [place, ref] of replaces.entries())
      if (!(await findMemory(db, workspace.id, ref))) throw memoryNotFound(supersedes[place] ?? '');
    throw new Error('The inserted memory was not returned.');
  }
  await jobs.enqueue('generateEmbedding', { workspaceId: workspace.id, memoryId: row.id });
  return presentMemory(row, settings.memoryIdForm);
}
