import { tick } from './merge/clock.ts';
import { type LocalRow, type SyncBase } from './merge/local-state.ts';
import { partsOf, type SyncRecord, type SyncState } from './merge/states.ts';
import { redactValue } from '@memory/redact';

/** A secret that stands in the database, and would be pushed. */
export interface BlockedSecret {
  kind: 'memories' | 'relationships';
  id: string;
  field: string;
  secret: string;
}

/**
 * Looks through all that is to be written for secrets. Those that stand in this workspace block it, since they are to be taken
 * out there first; those that others have written are replaced, which travels like any edit.
 */
export function takeSecretsOut(
  state: SyncState,
  { rows, base, nowMs }: { rows: ReadonlyMap<string, LocalRow>; base: SyncBase; nowMs: number },
): { records: Map<string, SyncRecord>; blocked: BlockedSecret[]; replaced: number } {
  const records = new Map(state);
  const live = [...state].flatMap(([key, record]) => (record.state === 'live' ? [{ key, record }] : []));
  const texts = live.map(({ record }) =>
    Object.fromEntries([...record.fields].map(([name, { value }]) => [name, value])),
  );
  // All at once: most texts are known to be clean by one look at all of them.
  const { value, places } = redactValue(texts);
  const blocked: BlockedSecret[] = [];
  let replaced = 0;
  for (const { path, kind: secret } of places) {
    const [place, field] = path as [number, string];
    const { key = '', record } = live[place] ?? {};
    const said = record?.fields.get(field);
    if (!record || !said) continue;
    const { kind, id } = partsOf(key);
    const row = rows.get(key);
    const here = row && { ...row.fixed, ...row.fields }[field];
    if (JSON.stringify(here) === JSON.stringify(said.value)) {
      blocked.push({ kind, id, field, secret });
      continue;
    }
    replaced += 1;
    const current = records.get(key);
    if (current?.state !== 'live') continue;
    const fields = new Map(current.fields).set(field, {
      value: value[place]?.[field],
      clock: tick({ after: said.clock, atMs: nowMs, replica: base.replica }),
    });
    records.set(key, { ...current, fields });
  }
  return { records, blocked, replaced };
}
