import { statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readRegularBytes } from '@memory/text/strange-files';
import { contentHash } from '../content-hash.ts';
import type { FileIndex } from '../file-index.ts';
import { parseFile } from '../parsing/parse-file.ts';
import { FILE_BYTES_MAX, isMinified, type SkipReason } from './skip-reason.ts';
import { sourceText } from './source-text.ts';
import { walkTree, type TreeEntry } from './walk-tree.ts';

/** Result of one path of the tree. */
export type TreeEvent =
  /** New or changed. */
  | { kind: 'indexed'; file: FileIndex }
  | { kind: 'unchanged'; path: string; contentHash: string }
  | Exclude<TreeEntry, { kind: 'file' }>
  /** Indexed before and gone now, or skipped now. */
  | { kind: 'deleted'; path: string };

interface IndexProgress {
  /** Files looked at, 0..filesTotal. */
  filesDone: number;
  filesTotal: number;
}

export interface IndexTreeOptions {
  /** The top of the working tree. */
  root: string;
  /** The folder of it that is walked, with forward slashes; all of it by default. */
  under?: string | undefined;
  /** Content hashes of what was indexed before, by path; the tree is walked while they are asked for. */
  previous?: ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>;
  /** Called once when the files are counted and then after each of them. */
  onProgress?: (progress: IndexProgress) => void;
  /** Ends the walk with its reason after the file at hand. */
  signal?: AbortSignal;
}

/** Files that are read, or their indexes waiting to be taken: as many are in memory at a time. */
const AHEAD = 32;

/**
 * Walks a working tree and parses what changed. The source of a file never leaves this function.
 * @throws when the root is no folder that can be read, or the signal is aborted
 */
export async function* indexTree({
  root,
  under,
  previous,
  onProgress,
  signal,
}: IndexTreeOptions): AsyncGenerator<TreeEvent> {
  const entries: TreeEntry[] = [];
  for await (const entry of walkTree(root, under)) entries.push(entry);
  const paths = entries.flatMap((entry) => (entry.kind === 'file' ? entry.path : []));
  const unreadable: string[] = [];
  const present = new Set<string>();
  onProgress?.({ filesDone: 0, filesTotal: paths.length });
  // The service says meanwhile what it knows, and a grammar takes half a second until it reads.
  void parseFile(newestOf(root, paths), '').catch(() => undefined);
  const hashes = await hashesUntil(previous, root, paths);
  const known = await previous;
  for (const entry of entries) {
    if (entry.kind === 'file') continue;
    if (entry.kind === 'skipped' && entry.reason === 'unreadable') unreadable.push(entry.path);
    yield entry;
  }
  const begun = new Map<string, Promise<TreeEvent | undefined>>();
  let [next, held] = [0, 0];
  // A file that takes long to parse holds nothing up: those behind it that did not change are passed meanwhile.
  const begin = (): void => {
    for (let one = paths[next]; one !== undefined && held < AHEAD; one = paths[(next += 1)]) {
      held += 1;
      const reading = indexFile(path.join(root, one), one, {
        before: known?.get(one),
        read: hashes.get(one),
      });
      begun.set(one, reading.then(release));
    }
  };
  const release = (event: TreeEvent | undefined) => {
    if (event?.kind === 'indexed') return event;
    held -= 1;
    begin();
    return event;
  };
  for (const [at, filePath] of paths.entries()) {
    signal?.throwIfAborted();
    begin();
    const event = await begun.get(filePath);
    begun.delete(filePath);
    if (event?.kind === 'indexed') held -= 1;
    if (event?.kind === 'indexed' || event?.kind === 'unchanged') present.add(filePath);
    if (event?.kind === 'skipped' && event.reason === 'unreadable') unreadable.push(filePath);
    if (event) yield event;
    onProgress?.({ filesDone: at + 1, filesTotal: paths.length });
  }
  // The state of a file that cannot be read is unknown: it stays as it was.
  const isUnknown = (one: string) => unreadable.some((at) => one === at || one.startsWith(`${at}/`));
  for (const one of known?.keys() ?? []) {
    if (!present.has(one) && !isUnknown(one)) yield { kind: 'deleted', path: one };
  }
}

/** A millisecond of reading, until the answer is looked for. */
const FILES_A_TURN = 32;

/** Hashes of the first files, as many as are read until the service has answered; those that changed are read once more. */
async function hashesUntil(
  answer: IndexTreeOptions['previous'],
  root: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  let hasAnswered = false;
  const noted = () => (hasAnswered = true);
  Promise.resolve(answer).then(noted, noted);
  const hashes = new Map<string, string>();
  for (const [place, one] of paths.entries()) {
    if (place % FILES_A_TURN === 0) await setImmediate();
    if (hasAnswered) break;
    const content = readBounded(path.join(root, one));
    if (typeof content !== 'string') hashes.set(one, contentHash(content));
  }
  return hashes;
}

/** The file that changed last: it is the one to be parsed, as a rule. */
function newestOf(root: string, paths: readonly string[]): string {
  let [newest, latest] = ['', 0];
  for (const one of paths) {
    const at = changedAt(path.join(root, one));
    if (at > latest) [newest, latest] = [one, at];
  }
  return newest;
}

/** In ms; 0 of a file that has gone or cannot be looked at. */
function changedAt(absolute: string): number {
  try {
    return statSync(absolute).mtimeMs;
  } catch {
    return 0;
  }
}

async function indexFile(
  absolute: string,
  filePath: string,
  { before, read }: { before: string | undefined; read: string | undefined },
): Promise<TreeEvent | undefined> {
  const unchanged = (hash: string): TreeEvent => ({ kind: 'unchanged', path: filePath, contentHash: hash });
  if (read !== undefined && read === before) return unchanged(read);
  const skipped = (reason: SkipReason): TreeEvent => ({ kind: 'skipped', path: filePath, reason });
  // One turn a file: whoever waits for an answer, a signal or the progress is heard.
  await setImmediate();
  const content = readBounded(absolute);
  if (content === 'too_large' || content === 'unreadable') return skipped(content);
  const hash = contentHash(content);
  if (hash === before) return unchanged(hash);
  if (isMinified(content)) return skipped(content.includes(0) ? 'binary' : 'minified');
  const source = sourceText(content);
  if (source === undefined) return skipped('binary');
  try {
    const file = await parseFile(filePath, source, hash);
    return file && { kind: 'indexed', file };
  } catch {
    return skipped('unparsable');
  }
}

/** At once, since a thread for each step of each file takes longer than the reading of most. */
function readBounded(absolute: string): Buffer | 'too_large' | 'unreadable' {
  const content = readRegularBytes(absolute, FILE_BYTES_MAX);
  if (content !== undefined) return content;
  try {
    return statSync(absolute).size > FILE_BYTES_MAX ? 'too_large' : 'unreadable';
  } catch {
    return 'unreadable';
  }
}
