import {
  type ListPendingGroundsQuery,
  type ListPendingGroundsReply,
  type StoreAnchorsBody,
  type StoreAnchorsReply,
  shortRef,
} from '@memory/contracts';
import {
  listCodeRepositories,
  listPendingGrounds as readPendingGrounds,
  type Workspace,
  findMemoriesToTie,
  markGrounded,
  writeAnchors,
  writeGrounds,
} from '@memory/db';
import { codeRepositoryId } from '../code/present-symbol.ts';
import { identifyIn, presentTimestamp } from '../memories/present-memory.ts';
import { ServiceError } from '../service-error.ts';
import type { Services } from '../services.ts';
import { nameIn, requireMemoryRef } from '../memories/memory-ref.ts';
import { judgeAnchors } from './judge-anchors.ts';

/** Memories that only an index tied to a repository so far, or nothing. @throws not_found */
export async function listPendingGrounds(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  workspace: Workspace,
  { repository, limit }: ListPendingGroundsQuery,
): Promise<ListPendingGroundsReply> {
  const repositoryId = codeRepositoryId(workspace, repository);
  const rows = await readPendingGrounds(db, workspace.id, { repositoryId, limit });
  if (rows.length === 0) await requireRepository(db, workspace, repository);
  const identify = identifyIn(settings.memoryIdForm);
  return {
    results: rows.map(({ id, memory_id, said_at, ...pending }) => ({
      memory_id: identify({ id, memory_id }),
      ...pending,
      said_at: presentTimestamp(said_at),
    })),
  };
}

/** @throws not_found */
async function requireRepository(db: Services['db'], workspace: Workspace, name: string): Promise<void> {
  const found = await listCodeRepositories(db, workspace.id, { name });
  if (found.length === 0) throw new ServiceError('not_found', `Repository ${name} was not found.`);
}

/**
 * Ties memories to what a program has seen in the history or the working tree of a repository, and judges them by the index.
 * A memory that is gone, changed since or settled is passed over.
 * @throws not_found where there is no such repository, or an identifier can be none
 */
export async function storeAnchors(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  workspace: Workspace,
  { repository, memories: given }: StoreAnchorsBody,
): Promise<StoreAnchorsReply> {
  const repositoryId = codeRepositoryId(workspace, repository);
  await requireRepository(db, workspace, repository);
  const refs = given.map(({ memory_id: ref }) => requireMemoryRef(settings.memoryIdForm, ref));
  const found = await findMemoriesToTie(db, workspace.id, { refs });
  const nameOf = nameIn(settings.memoryIdForm);
  const known = new Map(found.map((memory) => [nameOf(memory), memory]));
  const tied = given.flatMap((one) => {
    const memory = known.get(shortRef(one.memory_id.toLowerCase()));
    return memory && (one.revision === null || one.revision === memory.revision) ? [{ one, memory }] : [];
  });
  const at = clock();
  const silent = tied.filter(({ one }) => one.anchors === null);
  await markGrounded(db, workspace.id, { ids: silent.map(({ memory }) => memory.id), at });
  const told = tied.filter(({ one }) => one.anchors !== null);
  await writeAnchors(db, workspace.id, {
    memories: [...new Map(told.map(({ memory }) => [memory.id, memory])).values()],
    treeOf: repositoryId,
    anchors: [
      ...new Map(
        told.flatMap(({ one, memory }) =>
          (one.anchors ?? []).map((anchor) => [
            `${memory.id}\0${anchor.path}\0${anchor.name}`,
            {
              memory_id: memory.id,
              repository_id: repositoryId,
              ...anchor,
              source: one.source,
              commit_id: one.commit_id,
              grounded_at: one.grounded_at,
            },
          ]),
        ),
      ).values(),
    ],
    at,
  });
  if (told.length > 0) {
    await judgeAnchors({ db, clock }, workspace, { repositoryId });
    const memoryIds = told.map(({ memory }) => memory.id);
    await writeGrounds(db, workspace.id, { repositoryId: null, memoryIds, at });
  }
  return { tied: tied.length };
}
