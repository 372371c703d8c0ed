import { ForgottenDigests, mergeTombstones, type Tombstones } from './forgotten-digests.ts';
import { localState, type LocalRow } from './local-state.ts';
import { mergeStates } from './merge-records.ts';
import { settleRelationships } from './settle-relationships.ts';
import type { SyncBase } from './sync-base.ts';
import { tick } from './sync-clock.ts';
import { partsOf, type SyncRecord, type SyncState } from './sync-record.ts';

/** What a place of sync holds, or what is to be written there. */
export interface Snapshot {
  records: SyncState;
  tombstones: Tombstones;
}

export interface MergeInput {
  rows: ReadonlyMap<string, LocalRow>;
  /** There, and to be left as they are: neither sent nor counted as deleted. */
  aside: ReadonlySet<string>;
  tombstones: Tombstones;
  base: SyncBase;
  /** What is known of the place of sync: in this clone, and where others push to. */
  stored: readonly Snapshot[];
  nowMs: number;
}

/** What a workspace and the place of sync know together, and what the workspace knew by itself. */
export function mergeWithStored({ rows, aside, tombstones, base, stored, nowMs }: MergeInput): {
  merged: Snapshot;
  local: SyncState;
} {
  const all = mergeTombstones(tombstones, ...stored.map((each) => each.tombstones));
  const digests = new ForgottenDigests(all);
  const local = localState({
    rows,
    aside,
    base,
    stored: stored.map(({ records }) => records),
    nowMs,
    wasForgotten: (key, there) => {
      const { kind, id } = partsOf(key);
      return kind === 'memories' && digests.tookAway(id, there);
    },
  });
  const records = mergeStates(local, ...stored.map((each) => each.records));
  for (const [key, record] of records)
    if (digests.knows(partsOf(key).id, record))
      records.set(key, forgottenOf(record, { nowMs, replica: base.replica }));
  return { merged: { records: settleRelationships(records), tombstones: all }, local };
}

const forgottenOf = (
  { since }: SyncRecord,
  { nowMs, replica }: { nowMs: number; replica: string },
): SyncRecord => ({ state: 'forgotten', since: tick({ after: since, atMs: nowMs, replica }) });
