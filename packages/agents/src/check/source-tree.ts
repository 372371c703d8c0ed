import {
  type AnchorSymbol,
  FILE_BYTES_MAX,
  type FileIndex,
  isParsed,
  parseFile,
  sourceText,
} from '@memory/code-graph';
import { readRefs } from '../branches/repository-refs.ts';
import type { Git } from '../git/git.ts';
import { readInTree } from '@memory/text/strange-files';
import { BlobReader } from './blob-reader.ts';

/** Files that are read for one name: it is everybody's where more have it. */
const FILES_OF_NAMES_MAX = 300;

/** What is staged, as git names it before a path: not a commit, nor the working tree. */
export const STAGED = '';

/** How a file of the tree changed between two states. */
export interface FileChange {
  /** Null where it is new. */
  before: string | null;
  /** Null where it is gone. */
  after: string | null;
}

/** The sources of a repository, as they are in the working tree (null), are staged, or were at a commit. Nothing of them is kept or sent. */
export class SourceTree {
  readonly root: string;
  readonly #git: Git;
  readonly #blobs: BlobReader;
  readonly #files = new Map<string, Promise<FileIndex | undefined>>();
  /** By content and path: most files are the same at most commits. */
  readonly #parsed = new Map<string, Promise<FileIndex | undefined>>();
  #refs: ReturnType<typeof readRefs> | undefined;

  constructor(git: Git, root: string) {
    this.#git = git;
    this.#blobs = new BlobReader(git);
    this.root = root;
  }

  /** A file's symbols and references; undefined where it is not there, or no grammar reads it. */
  index(path: string, at: string | null): Promise<FileIndex | undefined> {
    const key = `${at ?? 'tree'}\0${path}`;
    const known = this.#files.get(key);
    if (known) return known;
    const read = this.#read(path, at);
    this.#files.set(key, read);
    return read;
  }

  async symbols(path: string, at: string | null): Promise<AnchorSymbol[]> {
    return symbolsOf(await this.index(path, at));
  }

  /** Paths of files that hold some words, by the word; few where it is everybody's. */
  async filesOfWords(words: readonly string[], at: string | null): Promise<Map<string, Set<string>>> {
    const found = new Map<string, Set<string>>();
    if (words.length === 0) return found;
    const { code, stdout } = await this.#git.run([
      'grep',
      '-o',
      '-z',
      '-w',
      '-I',
      ...placeToSearch(at),
      ...anyOf(words),
      ...(at ? [at] : []),
    ]);
    if (code !== 0) return found;
    const prefix = at ? `${at}:` : '';
    for (const line of stdout.toString().split('\n')) {
      const end = line.lastIndexOf('\0');
      if (end < 0) continue;
      const word = line.slice(end + 1);
      const paths = found.get(word) ?? new Set();
      found.set(word, paths);
      if (paths.size < FILES_OF_NAMES_MAX) paths.add(line.slice(prefix.length, end));
    }
    return found;
  }

  /** Paths of files that hold any of some words; few where the words are everybody's. */
  async filesWith(words: readonly string[], at: string | null): Promise<string[]> {
    const found = await this.filesOfWords(words, at);
    return [...new Set([...found.values()].flatMap((paths) => [...paths]))].slice(0, FILES_OF_NAMES_MAX);
  }

  /** Lines of documents that hold one of some texts, as `path:line:text`. */
  async linesWith(texts: readonly string[], globs: readonly string[], at: string | null) {
    if (texts.length === 0) return [];
    const { code, stdout } = await this.#git.run([
      'grep',
      '-n',
      '-z',
      '-I',
      ...placeToSearch(at),
      ...anyOf(texts),
      ...(at ? [at] : []),
      '--',
      ...globs,
    ]);
    if (code !== 0) return [];
    const prefix = at ? `${at}:` : '';
    return stdout
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [path = '', number = '', ...rest] = line.split('\0');
        return { path: path.slice(prefix.length), line: Number(number), text: rest.join('\0') };
      });
  }

  /** Of a file of the working tree; undefined where there is none. */
  async lineCount(path: string): Promise<number | undefined> {
    const bytes = await readInTree(this.root, path, FILE_BYTES_MAX);
    return bytes?.toString().replace(/\n$/u, '').split('\n').length;
  }

  /** What differs between two states, renames found by likeness. */
  async changes(base: string, head: string | null): Promise<FileChange[]> {
    const args = [
      'diff',
      '--name-status',
      '-z',
      '-M',
      ...(head === STAGED ? ['--cached'] : []),
      base,
      ...(head ? [head] : []),
    ];
    const { code, stdout, stderr } = await this.#git.run(args);
    if (code !== 0) throw new Error(`git diff: ${stderr.trim()}`);
    const words = stdout.toString().split('\0');
    const changes: FileChange[] = [];
    for (let at = 0; at + 1 < words.length;) {
      const [status = '', path = '', renamed = ''] = words.slice(at, at + 3);
      const isPair = /^[RC]/u.test(status);
      if (isPair) changes.push({ before: status.startsWith('C') ? null : path, after: renamed });
      else
        changes.push({
          before: status === 'A' ? null : path,
          after: status === 'D' ? null : path,
        });
      at += isPair ? 3 : 2;
    }
    if (head === null) {
      const added = await this.#git.ask('ls-files', '--others', '--exclude-standard', '-z');
      for (const path of (added ?? '').split('\0').filter(Boolean))
        changes.push({ before: null, after: path });
    }
    return changes;
  }

  /** The commit that a name means; undefined where there is none. */
  commit(name: string): Promise<string | undefined> {
    return this.#git.ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  }

  /** The state before the first commit. */
  nothing(): Promise<string> {
    return this.#git.say('hash-object', '-t', 'tree', '--stdin');
  }

  /** The commit that two come from. */
  parting(one: string, other: string): Promise<string | undefined> {
    return this.#git.ask('merge-base', one, other);
  }

  /** Whether earlier commits were left out when it was cloned. */
  async isShallow(): Promise<boolean> {
    return (await this.#git.ask('rev-parse', '--is-shallow-repository')) === 'true';
  }

  /** The commit that this line of the history held at a moment: what was merged into it later is none of it, however old. */
  async commitAt(moment: string): Promise<string | undefined> {
    const until = `--before=${moment}`;
    return (await this.#git.ask('rev-list', '-1', '--first-parent', until, 'HEAD')) || undefined;
  }

  /** The last commit of a file in some history that was written until a moment, however often it was rebased since. */
  async writtenUntil(until: string, path: string, of: string): Promise<string | undefined> {
    const format = ['-n', '100', '--format=%H %aI'];
    const found = (await this.#git.ask('log', ...format, of, '--', path)) ?? '';
    const lines = found.split('\n').filter(Boolean);
    const line = lines.find((one) => moment(one.slice(one.indexOf(' ') + 1)) <= until);
    return line?.slice(0, line.indexOf(' '));
  }

  /** The first commit after a moment that touched some files. */
  async commitAfter(moment: string, paths: readonly string[]): Promise<string | undefined> {
    const found = await this.#git.ask(
      'log',
      '--reverse',
      '--format=%H',
      `--since=${moment}`,
      'HEAD',
      '--',
      ...paths,
    );
    return (found ?? '').split('\n').find(Boolean);
  }

  /** When a commit was made, as a moment of UTC. */
  async dateOf(commit: string): Promise<string> {
    const said = await this.#git.say('log', '-1', '--format=%cI', commit);
    return moment(said);
  }

  /**
   * The commits of a change, the first written first, and when it began. What was rebased keeps when it was written; on a trunk
   * a commit counts from when it arrived there, a merge as one.
   */
  async historyOf(base: string, head: string | null, { isTrunk = false } = {}) {
    const begin = await this.#git.ask('log', '-1', '--format=%cI', base, '--');
    const said = await this.#git.ask(
      'log',
      '--reverse',
      ...(isTrunk ? ['--first-parent', '--format=%H %cI'] : ['--format=%H %aI']),
      begin ? `${base}..${head || 'HEAD'}` : head || 'HEAD',
      '--',
    );
    const commits = (said ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => ({
        id: line.slice(0, line.indexOf(' ')),
        at: moment(line.slice(line.indexOf(' ') + 1)),
      }));
    const [begins = ''] = [...(begin ? [moment(begin)] : []), ...commits.map(({ at }) => at)].toSorted();
    return { begins, commits };
  }

  /** Branches and trunks, as they are when first asked for. */
  refs(): ReturnType<typeof readRefs> {
    return (this.#refs ??= readRefs(this.#git));
  }

  /** Names of all branches, here and of remotes, of trunks among them, and of those that have a commit. */
  async branches(commit: string | null) {
    const { branches, trunks } = await this.refs();
    const names = ['--format=%(refname)', '--contains', commit || 'HEAD', 'refs/heads', 'refs/remotes'];
    const found = (await this.#git.ask('for-each-ref', ...names)) ?? '';
    const withHead = found.split('\n').map((ref) => ref.replace(/^refs\/(?:heads|remotes\/[^/]+)\//u, ''));
    return { all: new Set(branches.keys()), trunks: new Set(trunks), withHead: new Set(withHead) };
  }

  /** Commits that changed lines of a file, the latest first. */
  async commitsOf(path: string, lines: { start: number; end: number } | null): Promise<string[]> {
    const which = lines ? ['-L', `${lines.start},${lines.end}:${path}`, '-s'] : ['--follow'];
    const found = await this.#git.ask(
      'log',
      '--format=%H',
      '-n',
      '100',
      ...which,
      ...(lines ? [] : ['--', path]),
    );
    return (found ?? '').split('\n').filter(Boolean);
  }

  async #read(path: string, at: string | null): Promise<FileIndex | undefined> {
    if (!isParsed(path)) return undefined;
    if (at === null) return parsed(path, await readInTree(this.root, path, FILE_BYTES_MAX));
    const blob = await this.#blobs.read(`${at}:${path}`);
    if (!blob || blob.bytes.length > FILE_BYTES_MAX) return undefined;
    const key = `${blob.id}\0${path}`;
    const file = this.#parsed.get(key) ?? parsed(path, blob.bytes);
    this.#parsed.set(key, file);
    return file;
  }
}

async function parsed(path: string, content: Buffer | undefined): Promise<FileIndex | undefined> {
  const source = content && sourceText(content);
  return source === undefined ? undefined : parseFile(path, source).catch(() => undefined);
}

const moment = (said: string): string => new Date(said).toISOString();

const placeToSearch = (at: string | null): string[] =>
  at === null ? ['--untracked'] : at === STAGED ? ['--cached'] : [];

/** A system takes 128 kB for one argument. */
const WORDS_AT_ONCE = 200;

/**
 * Texts that git looks for, as one expression: each fixed string of its own is looked for by itself, and ninety in 30 MB took it
 * two minutes where these take half a second.
 */
export function anyOf(texts: readonly string[]): string[] {
  const escaped = texts.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`));
  const args = ['-E'];
  for (let at = 0; at < escaped.length; at += WORDS_AT_ONCE)
    args.push('-e', escaped.slice(at, at + WORDS_AT_ONCE).join('|'));
  return args;
}

/** One repository is at hand, so none is named. */
export const symbolsOf = (file: FileIndex | undefined): AnchorSymbol[] =>
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
  }));
