import { endsOf, partsOf, syncKey, type SyncRecord, type SyncState } from './sync-record.ts';

/** Relationships go with the memories that they relate. */
export function settleRelationships(state: SyncState): Map<string, SyncRecord> {
  const settled = new Map(state);
  for (const [key, record] of state) {
    const { kind, id } = partsOf(key);
    if (kind !== 'relationships' || record.state !== 'live') continue;
    const { source, target } = endsOf(id);
    for (const end of [source, target]) {
      const memory = state.get(syncKey('memories', end));
      if (memory === undefined || memory.state === 'live') continue;
      // A relationship that came back later than its memory went goes in the moment that it came back.
      const since = memory.since > record.since ? memory.since : record.since;
      const known = settled.get(key);
      if (known?.state === 'live' || (known && known.since < since))
        settled.set(key, { state: 'deleted', since });
    }
  }
  return settled;
}
