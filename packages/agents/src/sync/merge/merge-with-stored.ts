import { canonicalJson } from '@memory/contracts';
import { digestOf, memoryText, textsOf, wholeOf } from '@memory/text/forgotten-text';
import { tick } from './clock.ts';
import { localState, type LocalRow, type SyncBase } from './local-state.ts';
import { mergeStates, partsOf, settleRelationships, type SyncRecord, type SyncState } from './states.ts';

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
  /** Known states of the place of sync: in this clone, and where others push to. */
  stored: readonly Snapshot[];
  nowMs: number;
}

/** Records of a workspace and the place of sync together, and those of the workspace by itself. */
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

export interface PlannedChanges {
  written: Map<string, Extract<SyncRecord, { state: 'live' }>>;
  deleted: string[];
  forgotten: string[];
}

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

/** When texts were forgotten, by what is left of them: salt and digest, with a space between. */
export type Tombstones = ReadonlyMap<string, string>;

function mergeTombstones(...sets: readonly Tombstones[]): Map<string, string> {
  const merged = new Map<string, string>();
  for (const set of sets)
    for (const [digest, at] of set) {
      const known = merged.get(digest);
      if (known === undefined || known < at) merged.set(digest, at);
    }
  return merged;
}

class ForgottenDigests {
  readonly #tombstones: Tombstones;
  readonly #salts: readonly string[];

  constructor(tombstones: Tombstones) {
    this.#tombstones = tombstones;
    this.#salts = [...new Set([...tombstones.keys()].map((each) => each.slice(0, each.lastIndexOf(' '))))];
  }

  /** Whether a live memory was forgotten, or says as a whole what was after it was stored: stored by hand later, it may stay. */
  knows(id: string, record: SyncRecord): boolean {
    const said = this.#salts.length > 0 && saidBy(record);
    return said ? this.#some([memoryText(id)], '') || this.#some(wholeOf(said), said.created_at) : false;
  }

  /** Whether a memory that is gone was forgotten: by its id, or by anything that it said. */
  tookAway(id: string, records: readonly SyncRecord[]): boolean {
    if (this.#salts.length === 0) return false;
    const texts = records.flatMap((record) => {
      const said = saidBy(record);
      return said ? textsOf(said) : [];
    });
    return this.#some([memoryText(id), ...texts], '');
  }

  #some(texts: readonly string[], createdAt: string): boolean {
    return this.#salts.some((salt) =>
      texts.some((text) => {
        const at = this.#tombstones.get(`${salt} ${digestOf(salt, text)}`);
        return at !== undefined && at > createdAt;
      }),
    );
  }
}

/** A live memory's text; undefined for anything else. */
function saidBy(record: SyncRecord): { title: string; narrative: string; created_at: string } | undefined {
  if (record.state !== 'live') return undefined;
  const text = (name: string): string => {
    const value = record.fields.get(name)?.value;
    return typeof value === 'string' ? value : '';
  };
  return record.fields.has('narrative')
    ? { title: text('title'), narrative: text('narrative'), created_at: text('created_at') }
    : undefined;
}
