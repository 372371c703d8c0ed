import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, resolve } from 'node:path';
import {
  contentHash,
  FILE_BYTES_MAX,
  type FileIndex,
  isParsed,
  parseFile,
  sourceText,
} from '@memory/code-graph';
import { type AnchorSymbol } from '@memory/code-graph/anchors';
import { isBelow, readInTree } from '@memory/text/strange-files';
import { Git, reasonOf } from '../git/git.ts';
import { BlobReader } from './blob-reader.ts';
import { OriginFinder } from './find-origin.ts';
import { History } from './history.ts';

const REMEMBERED_MAX = 2_000;

/** The index, as git names it before a path: not a commit, nor the working tree. */
export const STAGED = '';

export interface FileChange {
  /** Null where it is new. */
  before: string | null;
  /** Null where it is gone. */
  after: string | null;
}

interface WrittenFile {
  /** Tells a file from an earlier state of it. */
  stamp: string;
  bytes: Buffer;
  hash: string;
  indexes: Partial<Record<Part, Promise<FileIndex | undefined>>>;
}

/** Of a file: references take as long to get ready for. */
type Part = 'symbols' | 'all';

export interface SourceTreeOptions {
  /** Files that are read for one name: more than a few have the names that say nothing. */
  filesOfNameMax?: number;
  /** How long a command of git may take. */
  timeoutMs?: number;
}

/**
 * The sources of a repository in one of its states: the working tree (null), the index of git (`STAGED`), or a commit. Files of
 * the working tree are remembered while nothing writes them; nothing of them is kept or sent.
 */
export class SourceTree {
  readonly root: string;
  readonly history: History;
  readonly #git: Git;
  readonly #filesOfNameMax: number;
  readonly #timeout: { timeoutMs?: number };
  readonly #blobs: BlobReader;
  readonly #written = new Map<string, WrittenFile>();
  readonly #files = new Map<string, Promise<FileIndex | undefined>>();
  /** By content and path: most files are the same at most commits. */
  readonly #parsed = new Map<string, Promise<FileIndex | undefined>>();

  constructor(
    root: string,
    { filesOfNameMax = 300, timeoutMs }: SourceTreeOptions = {},
    git: Git = new Git(root),
  ) {
    this.root = root;
    this.history = new History(git);
    this.#git = git;
    this.#filesOfNameMax = filesOfNameMax;
    this.#timeout = timeoutMs === undefined ? {} : { timeoutMs };
    this.#blobs = new BlobReader(git);
  }

  /** A file's symbols and, where all is asked for, references; undefined where it is not there, or no grammar reads it. */
  async index(path: string, at: string | null, part: Part = 'all'): Promise<FileIndex | undefined> {
    if (!isParsed(path)) return undefined;
    if (at === null) {
      const file = await this.#file(path);
      return file && (file.indexes.all ?? (file.indexes[part] ??= parsed(path, file, part)));
    }
    const key = (of: Part) => `${of}\0${at}\0${path}`;
    const read = this.#files.get(key('all')) ?? this.#files.get(key(part)) ?? this.#read(path, at, part);
    this.#files.set(key(part), read);
    return read;
  }

  /** Hash of a file of the working tree, as an index of the service has it; undefined where there is none. */
  async hashOf(path: string): Promise<string | undefined> {
    return (await this.#file(path))?.hash;
  }

  /**
   * Whether a file of the working tree is there and nothing wrote it after a moment: a memory of that moment speaks of what it is now.
   * @param lateMs as much later a write counts as before
   */
  async isUntouchedSince(path: string, moment: string, lateMs = 0): Promise<boolean> {
    const found = await stat(join(this.root, path)).catch(() => undefined);
    return found !== undefined && found.mtimeMs <= Date.parse(moment) + lateMs;
  }

  async symbols(path: string, at: string | null): Promise<AnchorSymbol[]> {
    return symbolsOf(await this.index(path, at, 'symbols'));
  }

  /** Paths of files that hold some words, by the word; few where it is everybody's. */
  async filesOfWords(words: readonly string[], at: string | null): Promise<Map<string, Set<string>>> {
    const found = new Map<string, Set<string>>();
    for (const line of await this.#grep(['-o', '-w'], words, at)) {
      const end = line.lastIndexOf('\0');
      if (end < 0) continue;
      const word = line.slice(end + 1);
      const paths = found.get(word) ?? new Set();
      found.set(word, paths);
      if (paths.size < this.#filesOfNameMax) paths.add(line.slice(0, end));
    }
    return found;
  }

  async filesWith(words: readonly string[], at: string | null): Promise<string[]> {
    const found = await this.filesOfWords(words, at);
    return [...new Set([...found.values()].flatMap((paths) => [...paths]))].slice(0, this.#filesOfNameMax);
  }

  /** Those of some files of a commit that hold one of any number of names, or are smaller than some bytes. */
  async holding(names: ReadonlySet<string>, paths: readonly string[], commit: string, bytesMin = 0) {
    const held: string[] = [];
    // One after the other: a change may have any number of files.
    for (const path of paths) {
      const bytes = (await this.#blobs.read(`${commit}:${path}`))?.bytes;
      if (bytes && (bytes.length < bytesMin || holdsAny(bytes.toString(), names))) held.push(path);
    }
    return held;
  }

  async linesWith(texts: readonly string[], globs: readonly string[], at: string | null) {
    return (await this.#grep(['-n'], texts, at, globs)).map((line) => {
      const [path = '', number = '', ...rest] = line.split('\0');
      return { path, line: Number(number), text: rest.join('\0') };
    });
  }

  /** Lines of `git grep` in a state, each from its path on. */
  async #grep(flags: string[], texts: readonly string[], at: string | null, globs: readonly string[] = []) {
    if (texts.length === 0) return [];
    const state = at === null ? ['--untracked'] : at === STAGED ? ['--cached'] : [];
    const args = [
      'grep',
      ...flags,
      '-z',
      '-I',
      ...state,
      ...anyOf(texts),
      ...(at ? [at] : []),
      '--',
      ...globs,
    ];
    const { code, stdout } = await this.#git.run(args, this.#timeout);
    const lines = code === 0 ? stdout.toString().split('\n').filter(Boolean) : [];
    return lines.map((line) => line.slice(at ? at.length + 1 : 0));
  }

  /** Of a file of the working tree; undefined where there is none. */
  async lineCount(path: string): Promise<number | undefined> {
    const bytes = await readInTree(this.root, path, FILE_BYTES_MAX);
    return bytes?.toString().replace(/\n$/u, '').split('\n').length;
  }

  /** Changes between two states, renames found by likeness. */
  async changes(base: string, head: string | null): Promise<FileChange[]> {
    const states = [...(head === STAGED ? ['--cached'] : []), base, ...(head ? [head] : [])];
    const args = ['diff', '--name-status', '-z', '-M', ...states];
    const [{ code, stdout, stderr }, added] = await Promise.all([
      this.#git.run(args, this.#timeout),
      head === null ? this.#git.ask('ls-files', '--others', '--exclude-standard', '-z') : undefined,
    ]);
    if (code !== 0) throw new Error(`git diff: ${stderr.trim()}`);
    const words = stdout.toString().split('\0');
    const changes: FileChange[] = [];
    for (let at = 0; at + 1 < words.length;) {
      const [status = '', path = '', renamed = ''] = words.slice(at, at + 3);
      const isPair = /^[RC]/u.test(status);
      if (isPair) changes.push({ before: status.startsWith('C') ? null : path, after: renamed });
      else changes.push({ before: status === 'A' ? null : path, after: status === 'D' ? null : path });
      at += isPair ? 3 : 2;
    }
    for (const path of (added ?? '').split('\0').filter(Boolean)) changes.push({ before: null, after: path });
    return changes;
  }

  async #read(path: string, at: string, part: Part): Promise<FileIndex | undefined> {
    const blob = await this.#blobs.read(`${at}:${path}`);
    if (!blob || blob.bytes.length > FILE_BYTES_MAX) return undefined;
    const key = `${part}\0${blob.id}\0${path}`;
    const file =
      this.#parsed.get(key) ?? parsed(path, { bytes: blob.bytes, hash: contentHash(blob.bytes) }, part);
    this.#parsed.set(key, file);
    return file;
  }

  async #file(path: string): Promise<WrittenFile | undefined> {
    const found = await stat(join(this.root, path)).catch(() => undefined);
    if (!found?.isFile() || found.size > FILE_BYTES_MAX) return undefined;
    const stamp = `${found.mtimeMs} ${found.ctimeMs} ${found.size}`;
    const known = this.#written.get(path);
    if (known?.stamp === stamp) return known;
    const bytes = await readInTree(this.root, path, FILE_BYTES_MAX);
    if (!bytes) return undefined;
    const file = { stamp, bytes, hash: contentHash(bytes), indexes: {} };
    if (this.#written.size >= REMEMBERED_MAX) this.#written.clear();
    this.#written.set(path, file);
    return file;
  }
}

/** To be told its folder, git reads some small files. */
const OPEN_TIMEOUT_MS = 10_000;

/** The repository around a folder. @throws where there is none */
export async function openTree(folder: string): Promise<{ tree: SourceTree; git: Git; origin: string }> {
  const found = await new Git(folder).run(['rev-parse', '--show-toplevel', '--absolute-git-dir'], {
    timeoutMs: OPEN_TIMEOUT_MS,
  });
  if (found.code !== 0) throw new Error(`${resolve(folder)}: ${reasonOf(found.stderr)}.`);
  const [root = '', gitFolder = ''] = found.stdout.toString().trimEnd().split('\n');
  if (!isBelow(realpathSync(folder), root))
    throw new Error(`${resolve(folder)} is a repository whose settings place its files in ${root}.`);
  const git = new Git(root, { indexFile: indexFileOf(gitFolder) });
  const { origin } = await new OriginFinder({ cwd: root }).find(root);
  return { tree: new SourceTree(root, {}, git), git, origin };
}

/** `git commit -a` and `git commit FILE` tell their hooks of an index of their own. That of another repository is not meant. */
function indexFileOf(gitFolder: string): string | undefined {
  const given = process.env['GIT_INDEX_FILE'];
  if (!given) return undefined;
  const file = resolve(given);
  const part = relative(gitFolder, file);
  return part.startsWith('..') || isAbsolute(part) ? undefined : file;
}

/** Makes the languages of some files ready, without reading these. */
export function loadGrammars(paths: readonly string[], part: Part): void {
  for (const path of new Map(paths.map((one) => [extname(one), one])).values())
    void parsed(path, { bytes: Buffer.alloc(0), hash: '' }, part);
}

async function parsed(
  path: string,
  { bytes, hash }: Pick<WrittenFile, 'bytes' | 'hash'>,
  part: Part,
): Promise<FileIndex | undefined> {
  const source = sourceText(bytes);
  if (source === undefined) return undefined;
  return parseFile(path, source, hash, { onlySymbols: part === 'symbols' }).catch(() => undefined);
}

/** A system takes 128 kB for one argument. */
const WORDS_AT_ONCE = 200;

/**
 * Texts that git looks for, as one expression: each fixed string of its own is looked for by itself, and ninety in 30 MB took it
 * two minutes where these take half a second.
 */
function anyOf(texts: readonly string[]): string[] {
  const escaped = texts.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`));
  const args = ['-E'];
  for (let at = 0; at < escaped.length; at += WORDS_AT_ONCE)
    args.push('-e', escaped.slice(at, at + WORDS_AT_ONCE).join('|'));
  return args;
}

function holdsAny(text: string, names: ReadonlySet<string>): boolean {
  for (const [word] of text.matchAll(/[\p{L}\p{N}_$]+/gu)) if (names.has(word)) return true;
  return false;
}

/** One repository is at hand, so none is named. */
const symbolsOf = (file: FileIndex | undefined): AnchorSymbol[] =>
  (file?.symbols ?? []).map((symbol) => ({
    repository: '',
    path: file?.path ?? '',
    kind: symbol.kind,
    name: symbol.name,
    qualifiedName: symbol.qualifiedName,
    signatureHash: symbol.signatureHash ?? null,
    bodyHash: symbol.bodyHash ?? null,
    size: symbol.size ?? null,
    value: symbol.value ?? null,
    signature: symbol.signature,
  }));
