import type { MemoryDetail } from '@memory/contracts';
import {
  deletePruningCandidates,
  findMemoryDetail,
  listPruningCandidateIds,
  type Workspace,
} from '@memory/db';
import { presentMemoryDetail } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';
import { pruningLimits } from './pruning-limits.ts';

/** Whole memories in one answer: at their largest they still fit what a function may return. */
const PAGE = 10;

export interface PruningPage {
  /** With their relationships, since those go with them. */
  memories: MemoryDetail[];
  /** What the next page follows; null when there is none. */
  next: string | null;
}

/** A page of the memories that pruning would delete. */
export async function listPruningCandidates(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  workspace: Workspace,
  { after }: { after: string | null },
): Promise<PruningPage> {
  const { db, settings } = services;
  const limits = pruningLimits(services);
  const ids = await listPruningCandidateIds(db, workspace.id, { limits, after, limit: PAGE });
  const rows = await Promise.all(ids.map((id) => findMemoryDetail(db, workspace.id, { form: 'A', id })));
  return {
    memories: rows.flatMap((row) => (row ? [presentMemoryDetail(row, settings.memoryIdForm)] : [])),
    next: ids.length === PAGE ? (ids.at(-1) ?? null) : null,
  };
}

/** Deletes those of the memories that still are candidates; one that was opened meanwhile stays. */
export async function prune(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  workspace: Workspace,
  { ids }: { ids: readonly string[] },
): Promise<{ deleted: number }> {
  const deleted = await deletePruningCandidates(services.db, workspace.id, {
    limits: pruningLimits(services),
    ids,
  });
  return { deleted };
}
