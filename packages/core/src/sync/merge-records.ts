import { canonicalJson } from './canonical-json.ts';
import type { SyncField, SyncRecord, SyncState } from './sync-record.ts';

/**
 * What two replicas together know of a record: the least upper bound of both, and so the same in whatever order and however
 * often replicas meet (commutative, associative, idempotent). What was forgotten stays forgotten. Else the later of deletion
 * and return holds, and an edit is no return: deletion wins over edits, whenever they were made. Of live records each
 * field is taken where its clock is later.
 */
export function mergeRecords(one: SyncRecord, other: SyncRecord): SyncRecord {
  const order = compareLives(one, other);
  if (order !== 0) return order > 0 ? one : other;
  if (one.state !== 'live' || other.state !== 'live') return one;
  const fields = new Map(one.fields);
  for (const [name, field] of other.fields) {
    const known = fields.get(name);
    fields.set(name, known ? laterField(known, field) : field);
  }
  return { ...one, fields };
}

/** The records that any of some states holds. */
export function mergeStates(...states: readonly SyncState[]): Map<string, SyncRecord> {
  const merged = new Map<string, SyncRecord>();
  for (const state of states)
    for (const [key, record] of state) {
      const known = merged.get(key);
      merged.set(key, known ? mergeRecords(known, record) : record);
    }
  return merged;
}

const RANK = { live: 0, deleted: 1, forgotten: 2 } as const;

/** Lives of a record in one order: the fields of an earlier life are no longer of interest. */
function compareLives(one: SyncRecord, other: SyncRecord): number {
  const forgotten = Number(one.state === 'forgotten') - Number(other.state === 'forgotten');
  if (forgotten !== 0) return forgotten;
  if (one.since !== other.since) return one.since > other.since ? 1 : -1;
  return RANK[one.state] - RANK[other.state];
}

/** Equal clocks have equal values unless a replica was copied; then the text that sorts later is taken everywhere. */
function laterField(one: SyncField, other: SyncField): SyncField {
  if (one.clock !== other.clock) return one.clock > other.clock ? one : other;
  return canonicalJson(one.value) >= canonicalJson(other.value) ? one : other;
}
