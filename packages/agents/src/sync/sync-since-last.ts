import { emptyBase, readBase, writeBase, type SyncedPlace } from './base-file.ts';
import { isAsSeen, readLastSync, writeLastSync, type Seen } from './last-sync.ts';
import { syncWorkspace, type SyncOptions, type SyncReport } from './sync-workspace.ts';

export interface SinceLastOptions extends Omit<SyncOptions, 'base'> {
  /** Where it stands what was agreed on. */
  file: string;
  synced: SyncedPlace;
  /** Which memories are meant, and the release that chooses. */
  scope: string;
  /** As if for the first time. */
  rejoin: boolean;
}

export interface SyncedSinceLast {
  report: Omit<SyncReport, 'base' | 'seen'>;
  /** When it was synced before; null: never. */
  syncedAt: string | null;
}

const nothing = { created: 0, changed: 0, deleted: 0, forgotten: 0 };

/** Syncs with what was agreed on before, and reads neither side while both are as they were then. */
export async function syncSinceLast({
  file,
  synced,
  scope,
  rejoin,
  ...options
}: SinceLastOptions): Promise<SyncedSinceLast> {
  const { store, client, dryRun } = options;
  const { synced_at: syncedAt, seen } = readLastSync(file);
  if (!rejoin && seen && (await isAsSeen(seen, { client, store, scope }))) {
    if (!dryRun) writeLastSync(file, { synced_at: new Date().toISOString(), seen });
    return { report: unchanged(store.place, seen), syncedAt };
  }
  const base = rejoin ? emptyBase() : readBase(file);
  const { base: after, seen: both, ...report } = await syncWorkspace({ ...options, base });
  if (after) {
    writeBase(file, after, synced);
    const { memories, ofOthers: of_others, isShared: is_shared } = report;
    writeLastSync(file, {
      synced_at: after.syncedAt,
      seen: both ? { ...both, scope, memories, of_others, is_shared } : null,
    });
  }
  return { report, syncedAt: syncedAt ?? base.syncedAt };
}

const unchanged = (
  place: string,
  { memories, of_others: ofOthers, is_shared: isShared }: Seen,
): SyncedSinceLast['report'] => ({
  place,
  sent: nothing,
  received: nothing,
  memories,
  ofOthers,
  isShared,
  replacedSecrets: 0,
  passedOver: 0,
  notTaken: [],
});
