import { hash } from 'node:crypto';
import { canonicalJson } from '@memory/contracts';
import { NEVER, tick, type SyncClock } from './clock.ts';
import type { SyncField, SyncRecord, SyncState } from './states.ts';

/** A record as a workspace held it after the last sync: of its texts only digests, so that nothing forgotten stands here. */
export interface BaseRecord {
  state: SyncRecord['state'];
  since: SyncClock;
  fields: ReadonlyMap<string, { clock: SyncClock; digest: string }>;
}

export interface SyncBase {
  /** Names this workspace in clocks. */
  replica: string;
  salt: string;
  syncedAt: string | null;
  records: ReadonlyMap<string, BaseRecord>;
}

/** 96 bits: of a billion fields no two have the same by chance. */
const DIGEST_LENGTH = 16;

const digestValue = (salt: string, value: unknown): string =>
  hash('sha256', `${salt}\n${canonicalJson(value)}`, 'base64url').slice(0, DIGEST_LENGTH);

/** @param before what was agreed on before: what has the same clock has the same digest */
export function baseRecordOf(record: SyncRecord, salt: string, before?: BaseRecord): BaseRecord {
  const fields = record.state === 'live' ? [...record.fields] : [];
  const digestAt = (name: string, clock: SyncClock): string | undefined => {
    const known = before?.fields.get(name);
    return known?.clock === clock ? known.digest : undefined;
  };
  return {
    state: record.state,
    since: record.since,
    fields: new Map(
      fields.map(([name, { value, clock }]) => [
        name,
        { clock, digest: digestAt(name, clock) ?? digestValue(salt, value) },
      ]),
    ),
  };
}

/** A memory or relationship as it stands in the database, which knows no clocks. */
export interface LocalRow {
  fields: Readonly<Record<string, unknown>>;
  /** Fields that are set once: the place of sync knows better than a database that had to choose another. */
  fixed: Readonly<Record<string, unknown>>;
  createdAtMs: number;
  editedAtMs: number;
}

export interface LocalStateInput {
  rows: ReadonlyMap<string, LocalRow>;
  /** There, and to be left as they are: neither sent nor counted as deleted. */
  aside: ReadonlySet<string>;
  base: SyncBase;
  /** Rows known of the place of sync. */
  stored: readonly SyncState[];
  nowMs: number;
  /** Whether what is gone here was forgotten, and not only deleted. */
  wasForgotten: (key: string, stored: readonly SyncRecord[]) => boolean;
}

/**
 * Gives what stands in the database its clocks. A three-way comparison is enough, and no write needs a clock of its own: a
 * field that is as it was after the last sync keeps its clock; one that differs was changed since by somebody who saw the
 * old value, and gets a later clock than that; what is gone was deleted. A field that already stands at the place of
 * sync has its clock from there, so that a sync that broke off half-way claims nothing as its own.
 */
export function localState(input: LocalStateInput): Map<string, SyncRecord> {
  const { rows, aside, base } = input;
  const state = new Map<string, SyncRecord>();
  for (const [key, row] of rows) state.set(key, recordOf(key, row, input));
  for (const [key, before] of base.records)
    if (!rows.has(key) && !aside.has(key)) state.set(key, withoutRow(key, before, input));
  return state;
}

function recordOf(key: string, row: LocalRow, { base, stored, nowMs }: LocalStateInput): SyncRecord {
  const before = base.records.get(key);
  const live = stored.flatMap((state) => liveOf(state.get(key)) ?? []);
  if (before?.state === 'forgotten') return { state: 'forgotten', since: before.since };
  const returned = live.filter(({ since }) => since > (before?.since ?? NEVER));
  if (before?.state === 'deleted' && returned.length === 0) {
    const since = tick({ after: before.since, atMs: nowMs, replica: base.replica });
    const all = Object.entries({ ...row.fixed, ...row.fields });
    return {
      state: 'live',
      since,
      fields: new Map(all.map(([name, value]) => [name, { value, clock: since }])),
    };
  }
  const known = before?.state === 'live' ? before : undefined;
  const since = known?.since ?? latest(live.map((record) => record.since));
  const same = live.filter((record) => record.since === since);
  const fields = new Map<string, SyncField>();
  for (const [name, value] of Object.entries(row.fixed)) {
    const there = latestField(same, name);
    const clock = known?.fields.get(name);
    if (there) fields.set(name, there);
    else if (!clock)
      fields.set(name, {
        value,
        clock: tick({ after: since, atMs: row.createdAtMs, replica: base.replica }),
      });
    else if (clock.digest === digestValue(base.salt, value)) fields.set(name, { value, clock: clock.clock });
  }
  for (const [name, value] of Object.entries(row.fields)) {
    const last = known?.fields.get(name);
    const text = canonicalJson(value);
    const there = latestField(same, name, (field) => canonicalJson(field.value) === text);
    if (last?.digest === digestValue(base.salt, value)) fields.set(name, { value, clock: last.clock });
    else if (there) fields.set(name, there);
    else
      fields.set(name, {
        value,
        clock: tick({ after: last?.clock ?? since, atMs: row.editedAtMs, replica: base.replica }),
      });
  }
  return { state: 'live', since, fields };
}

function withoutRow(
  key: string,
  before: BaseRecord,
  { base, stored, nowMs, wasForgotten }: LocalStateInput,
): SyncRecord {
  if (before.state !== 'live') return { state: before.state, since: before.since };
  const there = stored.flatMap((state) => state.get(key) ?? []);
  return {
    state: wasForgotten(key, there) ? 'forgotten' : 'deleted',
    since: tick({ after: before.since, atMs: nowMs, replica: base.replica }),
  };
}

type LiveRecord = Extract<SyncRecord, { state: 'live' }>;

const liveOf = (record: SyncRecord | undefined): LiveRecord | undefined =>
  record?.state === 'live' ? record : undefined;

const latest = (clocks: readonly SyncClock[]): SyncClock =>
  clocks.reduce((last, clock) => (clock > last ? clock : last), NEVER);

function latestField(
  records: readonly LiveRecord[],
  name: string,
  holds: (field: SyncField) => boolean = () => true,
): SyncField | undefined {
  const fields = records.flatMap(({ fields }) => fields.get(name) ?? []).filter(holds);
  return fields.reduce<SyncField | undefined>(
    (last, field) => (last && last.clock >= field.clock ? last : field),
    undefined,
  );
}
