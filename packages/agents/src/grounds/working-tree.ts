import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { contentHash, FILE_BYTES_MAX, parseFile, type AnchorSymbol } from '@memory/code-graph';
import { anyOf, symbolsOf } from '../check/source-tree.ts';
import { isUntouchedSince } from './is-untouched-since.ts';
import { Git } from '../git/git.ts';
import { readInTree } from '@memory/text/strange-files';

/** Files that are read for what is no longer in its place: where more have its name it is everybody's. */
const FILES_OF_NAMES_MAX = 40;
const FILES_CHANGED_MAX = 40;
const GIT_MS = 1_500;
/** Files remembered between two answers. */
const REMEMBERED_MAX = 2_000;

interface KnownFile {
  /** What tells a file from an earlier state of it. */
  stamp: string;
  content: string;
  hash: string;
  symbols?: Promise<AnchorSymbol[]>;
}

/** The sources of a working tree as they are now, remembered as long as nothing touches them. */
export class WorkingTree {
  readonly root: string;
  readonly #git: Git;
  readonly #files = new Map<string, KnownFile>();

  constructor(root: string) {
    this.root = root;
    this.#git = new Git(root);
  }

  /** Hash of a file as an index has it; undefined where there is none. */
  async hashOf(path: string): Promise<string | undefined> {
    return (await this.#file(path))?.hash;
  }

  /** Whether nothing wrote a file after a moment. */
  async isUntouchedSince(path: string, moment: string): Promise<boolean> {
    return isUntouchedSince(join(this.root, path), moment);
  }

  /** None of what is not there, or no grammar reads. */
  async symbols(path: string): Promise<AnchorSymbol[]> {
    const file = await this.#file(path);
    if (!file || file.content.includes('\0')) return [];
    file.symbols ??= parseFile(path, file.content).then(symbolsOf, () => []);
    return file.symbols;
  }

  /** Files that hold one of some words. */
  async filesWith(words: readonly string[]): Promise<string[]> {
    if (words.length === 0) return [];
    const { code, stdout } = await this.#run('grep', '-l', '-z', '-w', '-I', '--untracked', ...anyOf(words));
    const found = code === 0 ? stdout.toString().split('\0').filter(Boolean) : [];
    return found.slice(0, FILES_OF_NAMES_MAX);
  }

  /** Files that differ from what was committed last, or were never committed. */
  async changedFiles(): Promise<string[]> {
    const { code, stdout } = await this.#run('status', '--porcelain', '-z', '--no-renames', '-uall');
    const lines = code === 0 ? stdout.toString().split('\0').filter(Boolean) : [];
    return lines.map((line) => line.slice(3)).slice(0, FILES_CHANGED_MAX);
  }

  #run(...args: string[]) {
    return this.#git.run(args, { timeoutMs: GIT_MS }).catch(() => ({ code: 1, stdout: Buffer.alloc(0) }));
  }

  async #file(path: string): Promise<KnownFile | undefined> {
    const place = join(this.root, path);
    const found = await stat(place).catch(() => undefined);
    if (!found?.isFile() || found.size > FILE_BYTES_MAX) return undefined;
    const stamp = `${found.mtimeMs} ${found.ctimeMs} ${found.size}`;
    const known = this.#files.get(path);
    if (known?.stamp === stamp) return known;
    const bytes = await readInTree(this.root, path, FILE_BYTES_MAX);
    if (!bytes) return undefined;
    const file = { stamp, content: bytes.toString('utf8'), hash: contentHash(bytes) };
    if (this.#files.size >= REMEMBERED_MAX) this.#files.clear();
    this.#files.set(path, file);
    return file;
  }
}
