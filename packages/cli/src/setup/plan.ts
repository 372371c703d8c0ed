import { existsSync, readFileSync } from 'node:fs';
import type { Home } from '@memory/home';
import type { Agent } from './agents/index.ts';
import { MalformedError, type FileEdit } from './edits/file-edit.ts';
import type { Machine } from './machine.ts';
import { hashOf, readBackup, type SetupRecord } from './record.ts';

export interface PlannedFile {
  path: string;
  /** As it is; undefined: there is none. */
  before: Buffer | undefined;
  /** As it shall be; undefined: deleted. */
  after: Buffer | undefined;
  /** As it was before setup ever touched it, with what the user changed since; undefined: there was none. */
  original: Buffer | undefined;
  mode: number | undefined;
}

export interface Plan {
  files: PlannedFile[];
  /** Files that were left alone, each with the reason. */
  refused: string[];
}

/**
 * What has to change so that some agents are connected and no others: of every file that setup changed or would change.
 * @param connected agents that shall be connected
 */
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
      // Whatever is wrong with one file, the others are written.
      const { message } = error as Error;
      plan.refused.push(message.includes(path) ? message : `${path}: ${message}`);
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
    else original = without(made, before);
  }
  const mode = wanted.find((edit) => edit.mode !== undefined)?.mode;
  if (wanted.length === 0) return { path, before, after: original, original, mode };
  // On what is there and not on the original: what is ours already stays where it is.
  const after = bytesOf(
    wanted.reduce<string | undefined>((text, edit) => edit.add(text), before && textOf(before)),
  );
  // Our part is there, and the record of it is lost.
  if (!changed && before && after?.equals(before)) original = without(wanted, before);
  return { path, before, after, original, mode };
}

const without = (edits: readonly FileEdit[], bytes: Buffer): Buffer | undefined =>
  bytesOf(edits.reduce<string | undefined>((text, edit) => text && edit.remove(text), textOf(bytes)));

/** @throws MalformedError rather than lose bytes that are no UTF-8 */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new MalformedError('A file to change is no UTF-8 text.', { cause: error });
  }
}

const bytesOf = (text: string | undefined): Buffer<ArrayBuffer> | undefined =>
  text === undefined ? undefined : Buffer.from(text);

export const isChange = ({ before, after }: PlannedFile): boolean =>
  before === undefined || after === undefined ? before !== after : !before.equals(after);
