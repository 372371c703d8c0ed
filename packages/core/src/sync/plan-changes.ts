import { canonicalJson } from './canonical-json.ts';
import type { LocalRow } from './local-state.ts';
import type { SyncRecord, SyncState } from './sync-record.ts';

/** What makes a workspace into what all know together, by key. */
export interface PlannedChanges {
  /** Records that are not there, or that differ in a field. */
  written: Map<string, Extract<SyncRecord, { state: 'live' }>>;
  deleted: string[];
  forgotten: string[];
}

/** Compares what all know with what stands in the database. */
export function planChanges(
  merged: SyncState,
  { rows, aside }: { rows: ReadonlyMap<string, LocalRow>; aside: ReadonlySet<string> },
): PlannedChanges {
  const planned: PlannedChanges = { written: new Map(), deleted: [], forgotten: [] };
  for (const [key, record] of merged) {
    if (aside.has(key)) continue;
    const row = rows.get(key);
    if (record.state === 'live') {
      if (!row || differs(row, record)) planned.written.set(key, record);
    } else if (row) planned[record.state].push(key);
  }
  return planned;
}

const differs = (row: LocalRow, { fields }: Extract<SyncRecord, { state: 'live' }>): boolean =>
  Object.entries(row.fields).some(([name, value]) => {
    const field = fields.get(name);
    return field !== undefined && canonicalJson(field.value) !== canonicalJson(value);
  });
