import type { MemoryDetail } from '@memory/contracts';
import {
  deletePruningCandidates,
  findMemoryDetail,
  listPruningCandidateIds,
  type Workspace,
  type PruningLimits,
} from '@memory/db';
import { presentMemoryDetail } from '../memories/present-memory.ts';
import type { Services } from '../services.ts';

/** Whole memories in one answer: at their largest they still fit what a function may return. */
const PAGE = 10;

export interface PruningPage {
  /** With their relationships, since those go with them. */
  memories: MemoryDetail[];
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

const DAY_MS = 86_400_000;
const PRUNING_IMPORTANCE = 0.3;
const PRUNING_IDLE_DAYS = 90;

/** The limits of candidates for pruning now (decision 19). */
export function pruningLimits({ clock, settings }: Pick<Services, 'clock' | 'settings'>): PruningLimits {
  const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  return {
    importanceBelow: PRUNING_IMPORTANCE,
    createdBefore: daysAgo(settings.retentionDays),
    accessedBefore: daysAgo(PRUNING_IDLE_DAYS),
  };
}
