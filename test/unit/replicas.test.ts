import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf, syncKey } from '../../packages/agents/src/sync/merge/states.ts';
import '../support/property-seed.ts';
import { portion } from '../support/portion.ts';
import { Replica, type Files } from '../support/sync/replica.ts';
import { verifies } from '../support/verifies.ts';

const REPLICAS = 20;
const DAY_MS = 86_400_000;
const BEGIN_MS = Date.parse('2026-01-05T09:00:00Z');

interface Operation {
  replica: number;
  kind: 'store' | 'edit' | 'relate' | 'delete' | 'undo' | 'forget' | 'sync' | 'offline' | 'race';
  /** Which of what is there. */
  pick: number;
}

/** Editing and syncing are the most of it, as with people. */
const KINDS: Operation['kind'][] = [
  ...Array<'store'>(5).fill('store'),
  ...Array<'edit'>(10).fill('edit'),
  ...Array<'sync'>(6).fill('sync'),
  'relate',
  'relate',
  'delete',
  'delete',
  'undo',
  'forget',
  'offline',
  'race',
];

const operation = fc.record({
  replica: fc.nat(REPLICAS - 1),
  kind: fc.constantFrom(...KINDS),
  pick: fc.nat(1_000_000),
});

/** An edit of a field: its author, and the edits that were known. */
interface Edit {
  value: string;
  /** The value that stood there when it was written. */
  over: unknown;
}

/** The course of events, told by an observer who sees all. */
class Observer {
  readonly stored = new Map<string, string>();
  readonly edits = new Map<string, Edit[]>();
  readonly deleted = new Set<string>();
  readonly returned = new Set<string>();
  readonly forgotten = new Map<string, string>();

  edited(key: string, name: string, edit: Edit): void {
    const known = this.edits.get(`${key} ${name}`) ?? [];
    this.edits.set(`${key} ${name}`, [...known, edit]);
  }
}

function play(operations: readonly Operation[], skews: readonly number[]) {
  const replicas = skews.map(
    (skewMs, place) => new Replica(`rep0${place.toString(36).padStart(2, '0')}`, skewMs),
  );
  const observer = new Observer();
  let common: Files | undefined;
  let nowMs = BEGIN_MS;
  for (const [place, { replica: which, kind, pick }] of operations.entries()) {
    nowMs += 1 + (pick % 60_000);
    const replica = replicas[which] as Replica;
    const memories = [...replica.rows.keys()].filter((key) => key.startsWith('memories/'));
    const key = memories[pick % Math.max(memories.length, 1)];
    if (kind === 'store') {
      const id = uuidOf(place);
      replica.store(id, `Title ${place}`, nowMs);
      observer.stored.set(syncKey('memories', id), `Title ${place}`);
    } else if (kind === 'sync') common = replica.sync(common, nowMs);
    else if (kind === 'offline') replica.sync(undefined, nowMs);
    else if (kind === 'race') {
      // Two read the same, one pushes first: the other is refused, reads again, and pushes what both say.
      const other = replicas[(which + 1) % REPLICAS] as Replica;
      replica.sync(common, nowMs);
      common = other.sync(common, nowMs);
      common = replica.sync(common, nowMs);
    } else if (kind === 'undo') {
      const back = replica.deleted()[0];
      if (back !== undefined && !observer.forgotten.has(back)) {
        replica.undoDelete(back);
        observer.returned.add(back);
      }
    } else if (key === undefined) continue;
    else if (kind === 'edit') {
      const name = pick % 2 === 0 ? 'title' : 'tags';
      const over = replica.rows.get(key)?.fields[name];
      const value = name === 'tags' ? [`tag ${place}`] : `Title ${place}`;
      replica.edit(key, name, value, nowMs);
      observer.edited(key, name, { value: JSON.stringify(value), over: JSON.stringify(over) });
    } else if (kind === 'delete') {
      replica.delete(key);
      observer.deleted.add(key);
    } else if (kind === 'forget') {
      const title = replica.rows.get(key)?.fields['title'];
      replica.forget(key, nowMs);
      observer.forgotten.set(key, String(title));
    } else {
      const target = memories[(pick * 7) % memories.length];
      if (target !== undefined && target !== key)
        replica.relate(partsOf(key).id, partsOf(target).id, `context ${place}`, nowMs);
    }
  }
  // Everybody meets: what the last one says reaches the first in the second round.
  for (let round = 0; round < 2; round += 1)
    for (const replica of replicas) common = replica.sync(common, (nowMs += 1_000));
  return { replicas, observer, common: common ?? new Map<string, string>(), nowMs };
}

const uuidOf = (place: number): string =>
  `01900000-0000-7000-8000-${(place * 2_654_435_761).toString(16).padStart(12, '0').slice(-12)}`;

const skews = fc.array(fc.integer({ min: -9 * DAY_MS, max: 9 * DAY_MS }), {
  minLength: REPLICAS,
  maxLength: REPLICAS,
});

verifies(
  ['sync.converges', 'sync.loses-nothing', 'sync.deleted-stays', 'sync.forgotten-stays'],
  () => {
    const count = portion(10_000, 400);
    fc.assert(
      fc.property(
        fc.array(operation, { minLength: count, maxLength: count }),
        skews,
        (operations, skewMs) => {
          const { replicas, observer, common, nowMs } = play(operations, skewMs);
          const text = textOf(common);
          // All end with the same, byte for byte, and meeting again changes nothing.
          for (const replica of replicas) expect(textOf(replica.sync(common, nowMs)) === text).toBe(true);
          expect(text).not.toMatch(/[<>=]{7}/u);
          const rows = (replicas[0] as Replica).rows;
          for (const replica of replicas)
            expect(contentOf(replica.rows), 'databases hold what the files say').toEqual(contentOf(rows));
          for (const [key, said] of observer.forgotten) {
            expect(rows.has(key), `${key} was forgotten`).toBe(false);
            expect(text.includes(`"${said}"`), `${said} was forgotten`).toBe(false);
          }
          for (const key of observer.deleted)
            if (!observer.returned.has(key)) expect(rows.has(key), `${key} was deleted`).toBe(false);
          for (const key of observer.stored.keys())
            if (!observer.deleted.has(key) && !observer.forgotten.has(key))
              expect(rows.has(key), `${key} was stored`).toBe(true);
          for (const [field, edits] of observer.edits) {
            const [key = '', name = ''] = field.split(' ');
            const row = rows.get(key);
            if (!row || observer.returned.has(key)) continue;
            // The value in the end is an edit that was not written over by one who had seen it.
            const stands = JSON.stringify(row.fields[name]);
            expect(
              edits.map(({ value }) => value),
              field,
            ).toContain(stands);
            expect(
              edits.map(({ over }) => over),
              field,
            ).not.toContain(stands);
          }
          expect(observer.stored.size).toBeGreaterThan(count / 10);
          expect(rows.size).toBeGreaterThan(count / 20);
        },
      ),
      // Half a thousand operations take minutes to shrink.
      { numRuns: portion(1, 2), endOnFailure: true },
    );
  },
  { timeoutMs: portion(900_000, 240_000) },
);

const textOf = (files: Files): string => JSON.stringify([...files]).replaceAll(String.raw`\"`, '"');

const contentOf = (rows: Replica['rows']): [string, unknown][] =>
  [...rows]
    .map(([key, { fields }]): [string, unknown] => [key, fields])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

test('a sync that changed nothing writes the same bytes', () => {
  const replica = new Replica('aaaaaa', 0);
  replica.store(uuidOf(1), 'One', BEGIN_MS);
  const first = replica.sync(undefined, BEGIN_MS + 1);
  expect([...replica.sync(first, BEGIN_MS + DAY_MS)]).toEqual([...first]);
});
