import type { SyncClock } from './sync-clock.ts';

export const SYNC_KINDS = ['memories', 'relationships'] as const;
export type SyncKind = (typeof SYNC_KINDS)[number];

export interface SyncField {
  /** JSON. */
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

/** Ids of the ends of a relationship. */
export function endsOf(id: string): { source: string; target: string } {
  const [source = '', target = ''] = id.split('.');
  return { source, target };
}
