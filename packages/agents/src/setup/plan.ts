import { existsSync, readFileSync, statSync } from 'node:fs';
import { applyPatch, diffLines, structuredPatch } from 'diff';
import { codeOf, messageOf } from '@memory/text/error-facts';
import type { Home } from '../home/find-home.ts';
import type { Agent } from './agents/index.ts';
import { MalformedError, type FileEdit } from './edits/text-edit.ts';
import type { Machine } from './machine.ts';
import { hashOf, readBackup, type ChangedFile, type SetupRecord } from './record.ts';
import { attempt } from '../home/attempt.ts';

export interface PlannedFile {
  path: string;
  /** As it is; undefined: there is none. */
  before: Buffer | undefined;
  /** As it shall be; undefined: deleted. */
  after: Buffer | undefined;
  /** As it was before setup ever touched it, with what the user changed since; undefined: there was none. */
  original: Buffer | undefined;
  mode: number | undefined;
  /** The user changed it after setup. */
  isChanged: boolean;
}

export interface Plan {
  files: PlannedFile[];
  /** Files that were left alone, each with the reason. */
  refused: string[];
}

/** Changes by which some agents are connected and no others: of every file that setup changed or would change. */
export function planFiles(
  home: Home,
  {
    machine,
    record,
    known,
    connected,
  }: { machine: Machine; record: SetupRecord; known: readonly Agent[]; connected: readonly string[] },
): Plan {
  const editsOf = (ids: readonly string[]) =>
    Map.groupBy(
      known.filter(({ id }) => ids.includes(id)).flatMap((agent) => agent.edits(machine)),
      ({ path }) => path,
    );
  const wanted = editsOf(connected);
  const made = editsOf(record.agents);
  const plan: Plan = { files: [], refused: [] };
  for (const path of new Set([...wanted.keys(), ...Object.keys(record.files)]))
    try {
      plan.files.push(
        planFile(home, { path, wanted: wanted.get(path) ?? [], made: made.get(path) ?? [], record }),
      );
    } catch (error) {
      // A fault of one file keeps none of the others from being written.
      plan.refused.push(fileProblem(path, error));
    }
  return plan;
}

function planFile(
  home: Home,
  {
    path,
    wanted,
    made,
    record,
  }: { path: string; wanted: readonly FileEdit[]; made: readonly FileEdit[]; record: SetupRecord },
): PlannedFile {
  const before = existsSync(path) ? readFileSync(path) : undefined;
  const changed = record.files[path];
  let original: Buffer | undefined = before;
  if (changed && before) {
    if (hashOf(before) === changed.written)
      original = changed.backup === null ? undefined : readBackup(home, changed.backup);
    // The user changed it since: without our part it is as the user wants it.
    else original = undone(home, { before, changed, made: made.length > 0 ? made : wanted });
  }
  const mode = wanted.find((edit) => edit.mode !== undefined)?.mode;
  const isChanged = changed !== undefined && before !== undefined && hashOf(before) !== changed.written;
  if (wanted.length === 0) return { path, before, after: original, original, mode, isChanged };
  // On what is there and not on the original: what is ours already stays where it is.
  const written = changed && isChanged ? writtenText(home, changed) : undefined;
  const after = bytesOf(
    wanted.reduce<string | undefined>(
      (text, edit) =>
        edit.isWhole && text !== undefined && written !== undefined
          ? withChanges(text, written, edit.add(text))
          : edit.add(text),
      before && textOf(before),
    ),
  );
  // Our part is there, and the record of it is lost.
  if (!changed && before && after?.equals(before)) original = without(wanted, before);
  if (before && after && !after.equals(before) && isReadOnly(path))
    throw new MalformedError(
      `${path} may not be written: somebody made it so. Make it writable and run setup again.`,
    );
  return { path, before, after, original, mode, isChanged };
}

/** Its folder might let us replace it; that would be against whoever set the mode. */
const isReadOnly = (path: string): boolean => (statSync(path).mode & 0o222) === 0;

/** The text that setup wrote; undefined where no copy was kept of it. */
function writtenText(home: Home, { written }: ChangedFile): string | undefined {
  return attempt(() => textOf(readBackup(home, written)));
}

/** The user's edits of a text of ours, with our later changes; as it is where both changed the same lines. */
function withChanges(text: string, written: string, now: string): string {
  return applyPatch(text, structuredPatch('', '', written, now, '', '', { context: 1 })) || text;
}

/**
 * A file that the user changed after setup, without our part: what setup had changed is taken back line by line where that
 * is still as it was written, else what is known to be ours is removed.
 */
function undone(
  home: Home,
  { before, changed, made }: { before: Buffer; changed: ChangedFile; made: readonly FileEdit[] },
): Buffer | undefined {
  const written = writtenText(home, changed);
  if (written === undefined) return without(made, before);
  const text = textOf(before);
  const original = changed.backup === null ? '' : textOf(readBackup(home, changed.backup));
  const back = applyPatch(text, structuredPatch('', '', written, original, '', '', { context: 1 }));
  if (back !== false && isWithout(made, back))
    return back.trim() === '' && original === '' ? undefined : bytesOf(back);
  if (!made.every(({ isWhole }) => isWhole)) return without(made, before);
  const added = diffLines(written, text)
    .filter((part) => part.added)
    .map(({ value }) => value)
    .join('');
  return added.trim() === '' ? undefined : bytesOf(added);
}

function isWithout(edits: readonly FileEdit[], text: string): boolean {
  return attempt(() => edits.every((edit) => edit.isWhole || (edit.remove(text) ?? '') === text)) ?? false;
}

const without = (edits: readonly FileEdit[], bytes: Buffer): Buffer | undefined =>
  bytesOf(edits.reduce<string | undefined>((text, edit) => text && edit.remove(text), textOf(bytes)));

/** @throws MalformedError rather than lose bytes that are no UTF-8 */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new MalformedError('it is no UTF-8 text', { cause: error });
  }
}

const bytesOf = (text: string | undefined): Buffer<ArrayBuffer> | undefined =>
  text === undefined ? undefined : Buffer.from(text);

export const isChange = ({ before, after }: PlannedFile): boolean =>
  before === undefined || after === undefined ? before !== after : !before.equals(after);

const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'you may not read or write there',
  EPERM: 'you may not read or write there',
  EROFS: 'nothing can be written to that disk',
  ENOSPC: 'the disk is full',
  EISDIR: 'it is a folder',
  ENOTDIR: 'something that is no folder stands in its way',
};

/** Why a file could not be read or written, with its path. */
export function fileProblem(path: string, error: unknown): string {
  const code = codeOf(error) ?? '';
  const message = MEANINGS[code] ?? messageOf(error);
  return message.includes(path) ? message : `${path}: ${message}`;
}
