import { canonicalJson } from '@memory/contracts';
import { type SyncClock } from './clock.ts';

export const SYNC_KINDS = ['memories', 'relationships'] as const;
export type SyncKind = (typeof SYNC_KINDS)[number];

export interface SyncField {
  value: unknown;
  clock: SyncClock;
}

/**
 * A memory, or a declared relationship, as replicas exchange it. `since`: when it was deleted or forgotten; of a live one when
 * somebody brought it back after a deletion, `NEVER` if nobody had to.
 */
export type SyncRecord =
  | { state: 'live'; since: SyncClock; fields: ReadonlyMap<string, SyncField> }
  | { state: 'deleted' | 'forgotten'; since: SyncClock };

/** Records by `kind/id`; the id of a relationship is that of its source, a dot, and that of its target. */
export type SyncState = ReadonlyMap<string, SyncRecord>;

export const syncKey = (kind: SyncKind, id: string): string => `${kind}/${id}`;

export function partsOf(key: string): { kind: SyncKind; id: string } {
  const slash = key.indexOf('/');
  return { kind: key.slice(0, slash) as SyncKind, id: key.slice(slash + 1) };
}

export function endsOf(id: string): { source: string; target: string } {
  const [source = '', target = ''] = id.split('.');
  return { source, target };
}

/**
 * The joint record of two replicas: the least upper bound of both, and so the same in whatever order and however
 * often replicas meet (commutative, associative, idempotent). A forgotten record stays forgotten. Else the later of deletion
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
