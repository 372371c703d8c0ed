import {
  EXPORT_VERSION,
  RECORD_KINDS,
  recordLine,
  recordsEndLine,
  RecordsEnd,
  RecordsHeader,
  recordsHeaderLine,
  type WorkspaceHeader,
} from '@memory/contracts';
import { codeOf, messageOf } from '@memory/text/error-facts';
import { readFileLines } from './line-files.ts';
import { parseJson } from '../home/attempt.ts';

export type RecordCounts = Record<string, number>;

/** The lines of a file of records, each with its end; `counts` is filled on the way. */
export async function* recordLines(
  records: AsyncIterable<{ record: string }>,
  { counts, header }: { counts: RecordCounts; header?: WorkspaceHeader },
): AsyncGenerator<string> {
  yield `${recordsHeaderLine(header)}\n`;
  for await (const record of records) {
    counts[record.record] = (counts[record.record] ?? 0) + 1;
    yield `${recordLine(record)}\n`;
  }
  yield `${recordsEndLine(counts)}\n`;
}

export interface RecordsFile {
  header: RecordsHeader;
  counts: RecordCounts;
  broken: { line: number; reason: string }[];
  brokenCount: number;
  /** Whether each record comes after those that it may refer to. */
  isInOrder: boolean;
  /** Why it is not whole; undefined when it is. */
  missing: string | undefined;
}

/** A record is sent in a request of 1 MiB, whose JSON may be longer than what it says; a row of a derived kind is of that size, too. */
const LINES = { bytesMax: 8 * 1_024 * 1_024, follows: true };

const NAMED_MAX = 20;

/** Reads a file through before anything is done with it. @throws when it is no export, or of a newer form */
export async function checkRecordsFile(path: string): Promise<RecordsFile> {
  const found: Omit<RecordsFile, 'header'> = {
    counts: {},
    broken: [],
    brokenCount: 0,
    isInOrder: true,
    missing: undefined,
  };
  let header: RecordsHeader | undefined;
  let end: { records: Record<string, number> } | undefined;
  let latest = 0;
  const pass = (line: number, reason: string) => {
    found.brokenCount += 1;
    if (found.broken.length < NAMED_MAX) found.broken.push({ line, reason });
  };
  try {
    for await (const { number, text } of readFileLines(path, LINES)) {
      const value = text === undefined ? undefined : parseJson(text);
      if (!header) {
        header = RecordsHeader.safeParse(value).data;
        if (!header) throw new NotRecordsError(path);
        if (header.version > EXPORT_VERSION || header.version < 1)
          throw new NewerRecordsError(path, header.version);
        continue;
      }
      if (end) {
        pass(number, 'stands behind the end');
        continue;
      }
      end = RecordsEnd.safeParse(value).data;
      if (end) continue;
      const kind = kindOf(value, header);
      if (text === undefined) pass(number, 'is longer than any record');
      else if (value === undefined) pass(number, 'is not JSON');
      else if (!kind) pass(number, 'is no record of a kind known here');
      else {
        found.counts[kind] = (found.counts[kind] ?? 0) + 1;
        const known = RECORD_KINDS.findIndex((each) => each === kind);
        const place = known < 0 ? RECORD_KINDS.length : known;
        found.isInOrder &&= place >= latest;
        latest = place;
      }
    }
  } catch (error) {
    if (error instanceof NotRecordsError || error instanceof NewerRecordsError) throw error;
    if (codeOf(error) === 'ENOENT') throw new Error(`There is no file ${path}.`, { cause: error });
    // The answer of gzip to a file that was cut short.
    if (!header) throw new NotRecordsError(path);
    found.missing = `it cannot be read to its end (${messageOf(error)})`;
    return { ...found, header };
  }
  if (!header) throw new Error(`${path} is empty.`);
  found.missing = end ? difference(end.records, found.counts) : 'its last line is missing';
  return { ...found, header };
}

class NotRecordsError extends Error {
  constructor(path: string) {
    super(`${path} is not an export of a workspace: its first line should be ${recordsHeaderLine()}.`);
  }
}

class NewerRecordsError extends Error {
  constructor(path: string, version: number) {
    super(
      `${path} is an export of version ${version}; this program reads version ${EXPORT_VERSION}. A newer release may read it.`,
    );
  }
}

function difference(said: Record<string, number>, counts: RecordCounts): string | undefined {
  const wrong = [...new Set([...Object.keys(said), ...Object.keys(counts)])].filter(
    (kind) => (said[kind] ?? 0) !== (counts[kind] ?? 0),
  );
  if (wrong.length === 0) return undefined;
  return wrong
    .map(
      (kind) =>
        `its end names ${said[kind] ?? 0} records of the kind ${kind}, and ${counts[kind] ?? 0} are there`,
    )
    .join('; ');
}

/** The records of a file that has been checked, each after those that it may refer to; `place` names the line. */
export async function* readRecordsFile(
  path: string,
  { isInOrder, counts }: Pick<RecordsFile, 'isInOrder' | 'counts'>,
): AsyncGenerator<{ place: string; record: { record: string } }> {
  if (isInOrder) return yield* recordsOf(path);
  for (const kind of new Set([...RECORD_KINDS, ...Object.keys(counts)]))
    if (counts[kind]) yield* recordsOf(path, kind);
}

async function* recordsOf(path: string, wanted?: string): ReturnType<typeof readRecordsFile> {
  try {
    let header: RecordsHeader | undefined;
    for await (const { number, text } of readFileLines(path, LINES)) {
      const value = text === undefined ? undefined : parseJson(text);
      header ??= RecordsHeader.safeParse(value).data;
      if (RecordsEnd.safeParse(value).success) return;
      const kind = kindOf(value, header);
      if (kind !== undefined && (wanted === undefined || kind === wanted))
        yield { place: `line ${number}`, record: value as { record: string } };
    }
  } catch (error) {
    // Records before the place where gzip was cut short have been asked for; others are new since the file was checked.
    if (codeOf(error) !== 'Z_BUF_ERROR') throw error;
  }
}

/** The kind of a record; a file of a whole workspace holds derived kinds as well, which the service knows. */
function kindOf(value: unknown, header: RecordsHeader | undefined): string | undefined {
  const kind = (value as { record?: unknown } | null | undefined)?.record;
  const isKnown = RECORD_KINDS.some((each) => each === kind) || header?.workspace !== undefined;
  return typeof kind === 'string' && isKnown ? kind : undefined;
}
