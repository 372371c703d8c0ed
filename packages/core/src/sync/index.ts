export type { Tombstones } from './forgotten-digests.ts';
export type { LocalRow } from './local-state.ts';
export { mergeWithStored, type Snapshot } from './merge-with-stored.ts';
export { mergeStates } from './merge-records.ts';
export { planChanges, type PlannedChanges } from './plan-changes.ts';
export { isSnapshotFile, readSnapshot, SnapshotError, snapshotFiles } from './snapshot-files.ts';
export { baseRecordOf, type BaseRecord, type SyncBase } from './sync-base.ts';
export { isSyncClock, NEVER, REPLICA, tick, wallOf } from './sync-clock.ts';
export { endsOf, partsOf, syncKey, type SyncKind, type SyncRecord, type SyncState } from './sync-record.ts';
