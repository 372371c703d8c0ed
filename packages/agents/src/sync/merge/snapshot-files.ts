import * as z from 'zod';
import { canonicalJson } from '@memory/contracts';
import type { Snapshot } from './merge-with-stored.ts';
import { isClockBy, isMomentBy, NEVER, type SyncClock } from './clock.ts';
import {
  endsOf,
  mergeRecords,
  SYNC_KINDS,
  syncKey,
  partsOf,
  type SyncField,
  type SyncKind,
  type SyncRecord,
} from './states.ts';
import { parseJson } from '../../home/attempt.ts';

/** Says what the files are; a folder or a commit without it is not ours. */
const FORMAT_FILE = 'format.json';
const SNAPSHOT_FORMAT = 'workspace-memory-sync';
const SNAPSHOT_VERSION = 1;

const FORMAT_TEXT = `${JSON.stringify({ format: SNAPSHOT_FORMAT, version: SNAPSHOT_VERSION })}\n`;

const FORGOTTEN = 'forgotten';
const FILE = new RegExp(`^(?:${[...SYNC_KINDS, FORGOTTEN].join('|')})/[0-9a-z]{2}\\.jsonl$`, 'u');

/** Whether a path is one that a snapshot has; everything else at the place of sync is passed over. */
export const isSnapshotFile = (path: string): boolean => path === FORMAT_FILE || FILE.test(path);

/**
 * The files of a snapshot: one line a record, in the order of ids, and 256 files a kind, so that a change rewrites little and
 * git stores it as a difference. The same snapshot has the same bytes wherever it is written.
 */
export function snapshotFiles({ records, tombstones }: Snapshot): Map<string, string> {
  const lines = new Map<string, [order: string, line: string][]>();
  const add = (path: string, order: string, line: string) => {
    const file = lines.get(path);
    if (file) file.push([order, line]);
    else lines.set(path, [[order, line]]);
  };
  for (const [key, record] of records) {
    const { kind, id } = partsOf(key);
    // The end: ids begin with their time.
    add(`${kind}/${id.slice(-2)}.jsonl`, id, recordText(id, record));
  }
  for (const [tombstone, at] of tombstones) {
    const space = tombstone.lastIndexOf(' ');
    const [salt, digest] = [tombstone.slice(0, space), tombstone.slice(space + 1)];
    add(`${FORGOTTEN}/${digest.slice(0, 2)}.jsonl`, tombstone, JSON.stringify([salt, digest, at]));
  }
  const files = [...lines].map(([path, entries]): [string, string] => {
    const inOrder = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
    return [path, inOrder.map(([, line]) => `${line}\n`).join('')];
  });
  return new Map(
    [[FORMAT_FILE, FORMAT_TEXT] as const, ...files].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Most fields have one clock: those that differ from the earliest are named. */
function recordText(id: string, record: SyncRecord): string {
  if (record.state !== 'live') return JSON.stringify({ id, [record.state]: record.since });
  const fields = [...record.fields].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const [clock = NEVER] = fields.map(([, field]) => field.clock).toSorted();
  const clocks = fields.filter(([, field]) => field.clock !== clock);
  const values = fields
    .map(([name, { value }]) => `${JSON.stringify(name)}:${canonicalJson(value)}`)
    .join(',');
  const head = JSON.stringify({
    id,
    ...(record.since === NEVER ? {} : { returned: record.since }),
    clock,
    ...(clocks.length === 0
      ? {}
      : { clocks: Object.fromEntries(clocks.map(([name, field]) => [name, field.clock])) }),
  });
  return `${head.slice(0, -1)},"fields":{${values}}}`;
}

/** A file of somebody else is no snapshot of ours, or one of a later release. */
export class SnapshotError extends Error {}

const Format = z.object({ format: z.literal(SNAPSHOT_FORMAT), version: z.int() });

const FieldName = z
  .string()
  .max(40)
  .regex(/^[a-z][a-z_]*$/u);

const Uuid = z.uuid().lowercase();
const isId: Record<SyncKind, (id: string) => boolean> = {
  memories: (id) => Uuid.safeParse(id).success,
  relationships: (id) =>
    Object.values(endsOf(id)).every((end) => Uuid.safeParse(end).success) && id.length === 73,
};

/** Lines as somebody may have written them by now. */
function schemasBy(nowMs: number) {
  const Clock = z.custom<SyncClock>((given) => isClockBy(nowMs, given));
  return {
    Line: z.union([
      z.object({ id: z.string(), deleted: Clock }),
      z.object({ id: z.string(), forgotten: Clock }),
      z.object({
        id: z.string(),
        returned: Clock.optional(),
        clock: Clock,
        clocks: z.record(FieldName, Clock).optional(),
        fields: z.record(FieldName, z.unknown()),
      }),
    ]),
    Tombstone: z.tuple([
      z
        .string()
        .max(64)
        .regex(/^[0-9a-z-]+$/u),
      z
        .string()
        .length(64)
        .regex(/^[0-9a-f]+$/u),
      z.iso.datetime({ precision: 3 }).refine((moment) => isMomentBy(nowMs, moment)),
    ]),
  };
}

/** As long as the longest memory may be, with room for its lists and for escapes. */
const LINE_LENGTH_MAX = 1_500_000;

export interface ReadSnapshot extends Snapshot {
  /** Lines that are none of ours, by file and number: they are left out of what is written next. */
  malformed: { path: string; line: number }[];
}

/**
 * Reads what anybody may have written.
 * @param accepts whether fields are what a memory or relationship may hold; gives them as they would be stored
 * @param nowMs the reader's own clock
 * @throws SnapshotError when it is not of this format, or of a later version
 */
export function readSnapshot(
  files: ReadonlyMap<string, string>,
  accepts: (
    kind: SyncKind,
    id: string,
    fields: Record<string, unknown>,
  ) => Record<string, unknown> | undefined,
  nowMs: number,
): ReadSnapshot {
  checkFormat(files.get(FORMAT_FILE));
  const { Line, Tombstone } = schemasBy(nowMs);
  const records = new Map<string, SyncRecord>();
  const tombstones = new Map<string, string>();
  const malformed: ReadSnapshot['malformed'] = [];
  for (const [path, content] of files) {
    if (!FILE.test(path)) continue;
    const kind = path.slice(0, path.indexOf('/'));
    for (const [place, line] of content.split('\n').entries()) {
      if (line.trim() === '') continue;
      const value = line.length > LINE_LENGTH_MAX ? undefined : parseJson(line);
      if (kind === FORGOTTEN) {
        const { data } = Tombstone.safeParse(value);
        if (!data) malformed.push({ path, line: place + 1 });
        else {
          const [salt, digest, at] = data;
          const known = tombstones.get(`${salt} ${digest}`);
          tombstones.set(`${salt} ${digest}`, known !== undefined && known > at ? known : at);
        }
        continue;
      }
      const read = readLine(kind as SyncKind, Line.safeParse(value).data, accepts);
      if (!read) {
        malformed.push({ path, line: place + 1 });
        continue;
      }
      const known = records.get(read.key);
      records.set(read.key, known ? mergeRecords(known, read.record) : read.record);
    }
  }
  return { records, tombstones, malformed };
}

function checkFormat(text: string | undefined): void {
  const format = Format.safeParse(text === undefined ? undefined : parseJson(text)).data;
  if (!format)
    throw new SnapshotError(`holds no ${FORMAT_FILE} of this program: it is not ours, and stays as it is`);
  if (format.version !== SNAPSHOT_VERSION)
    throw new SnapshotError(
      `is of version ${format.version}, and this program knows version ${SNAPSHOT_VERSION}: upgrade it first`,
    );
}

function readLine(
  kind: SyncKind,
  line: z.output<ReturnType<typeof schemasBy>['Line']> | undefined,
  accepts: Parameters<typeof readSnapshot>[1],
): { key: string; record: SyncRecord } | undefined {
  if (!line || !isId[kind](line.id)) return undefined;
  const key = syncKey(kind, line.id);
  if ('deleted' in line) return { key, record: { state: 'deleted', since: line.deleted } };
  if ('forgotten' in line) return { key, record: { state: 'forgotten', since: line.forgotten } };
  const { id, returned = NEVER, clock, clocks = {}, fields: given } = line;
  const accepted = accepts(kind, id, given);
  if (!accepted) return undefined;
  const fields = Object.entries(accepted).map(([name, field]): [string, SyncField] => [
    name,
    { value: field, clock: (Object.hasOwn(clocks, name) ? clocks[name] : undefined) ?? clock },
  ]);
  return { key, record: { state: 'live', since: returned, fields: new Map(fields) } };
}
