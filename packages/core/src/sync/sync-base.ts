import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import type { SyncClock } from './sync-clock.ts';
import type { SyncRecord } from './sync-record.ts';

/** A record as a workspace held it after the last sync: of its texts only digests, so that nothing forgotten stands here. */
export interface BaseRecord {
  state: SyncRecord['state'];
  since: SyncClock;
  fields: ReadonlyMap<string, { clock: SyncClock; digest: string }>;
}

/** What a workspace and a place of sync last agreed on. */
export interface SyncBase {
  /** Names this workspace in clocks. */
  replica: string;
  salt: string;
  syncedAt: string | null;
  records: ReadonlyMap<string, BaseRecord>;
}

/** 96 bits: of a billion fields no two have the same by chance. */
const DIGEST_LENGTH = 16;

export const digestValue = (salt: string, value: unknown): string =>
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
