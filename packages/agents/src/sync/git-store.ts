import { randomBytes } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { normalizeRemote } from '@memory/text/normalize-remote';
import { SnapshotError } from './merge/snapshot-files.ts';
import { Git, reasonOf } from '../git/git.ts';
import { readCommit, writeCommit } from './git-snapshots.ts';
import type { Files, ReadStore, StoredFiles, SyncStore, Written } from './sync-store.ts';

export interface GitStoreOptions {
  folder: string;
  /** Last part of the ref: another name is another workspace. */
  name: string;
  /** Undefined: `origin`, or the only one; null: none is asked. */
  remote: string | null | undefined;
}

const NAME = /^[\w-][\w.-]*$/u;
const NAME_LENGTH_MAX = 100;

/** To find out where a ref stands takes a second; what takes a minute is away. */
const ASK_TIMEOUT_MS = 60_000;

/** Others wrote since we read, in the words of git and of its hosts. */
const RACED = [
  'stale info',
  'fetch first',
  'non-fast-forward',
  'cannot lock ref',
  'already exists',
  'incorrect old value',
];

/** Snapshots on a ref of a repository and of its remote: never in a work tree, an index, a branch or a reflog. */
export class GitStore implements SyncStore {
  readonly place: string;
  readonly identity: string;
  /** By its remote, or where it lies. */
  readonly repository: string;
  readonly #git: Git;
  readonly #ref: string;
  readonly #remote: string | undefined;
  /** Where the ref stood when it was read, here and there; `''`: nowhere; undefined: nobody knows. */
  #here = '';
  #there: string | undefined;

  private constructor(
    git: Git,
    { ref, remote, repository }: { ref: string; remote: string | undefined; repository: string },
  ) {
    this.#git = git;
    this.#ref = ref;
    this.#remote = remote;
    this.identity = `${repository} ${ref}`;
    this.repository = repository;
    this.place = remote === undefined ? ref : `${ref} of ${remote}`;
  }

  /** @throws with what would help when the folder is in no repository, or the remote is not known */
  static async open({ folder, name, remote: wanted }: GitStoreOptions): Promise<GitStore> {
    if (!NAME.test(name) || name.length > NAME_LENGTH_MAX || name.endsWith('.lock') || name.includes('..'))
      throw new Error(`${name} cannot name a ref: use letters, digits, dots and hyphens.`);
    const git = new Git(folder);
    const found = await git.run(['rev-parse', '--path-format=absolute', '--git-common-dir']);
    if (found.code !== 0)
      throw new Error(
        `${reasonOf(found.stderr)}. Go into a repository, or share a folder with --folder PATH.`,
      );
    const ref = `refs/workspace-memory/${name}`;
    const remote = wanted === null ? undefined : await chooseRemote(git, wanted);
    const url = remote === undefined ? undefined : await git.ask('remote', 'get-url', remote);
    const shared = url === undefined ? undefined : (normalizeRemote(url) ?? url);
    const repository = shared ?? (await realpath(found.stdout.toString().trimEnd()));
    return new GitStore(git, { ref, remote, repository });
  }

  async read(): Promise<ReadStore> {
    const stored: StoredFiles[] = [];
    let foreign = 0;
    this.#here = (await this.#git.ask('rev-parse', '--verify', '--quiet', this.#ref)) ?? '';
    const there = await this.#fetch();
    this.#there = there.id;
    const ids = new Map([
      ...(there.id ? [[there.id, this.place] as const] : []),
      ...(this.#here && this.#here !== there.id ? [[this.#here, `${this.#ref} of this clone`] as const] : []),
    ]);
    for (const [id, where] of ids)
      try {
        const commit = await readCommit(this.#git, id);
        stored.push({ where, files: commit.files, isShared: id === there.id });
        foreign += commit.foreign;
      } catch (error) {
        if (error instanceof SnapshotError) throw new SnapshotError(`${where} ${error.message}`);
        throw error;
      }
    return { stored, foreign, isReached: there.id !== undefined, unreachable: there.unreachable };
  }

  async write(files: Files): Promise<Written> {
    const id = await writeCommit(this.#git, files);
    if (id !== this.#here) {
      // Only if nobody moved it since: `''` says that it must not be there.
      const moved = await this.#git.run(['update-ref', this.#ref, id, this.#here]);
      if (moved.code !== 0) return { state: 'raced' };
      this.#here = id;
    }
    if (this.#remote === undefined || this.#there === undefined)
      return { state: 'written', isShared: false, version: id };
    if (this.#there === id) return { state: 'unchanged', isShared: true, version: id };
    const lease = `--force-with-lease=${this.#ref}:${this.#there}`;
    const options = [
      '-c',
      `remote.${this.#remote}.mirror=false`,
      'push',
      '--porcelain',
      '--no-verify',
      lease,
    ];
    const pushed = await this.#git.run([...options, '--', this.#remote, `${id}:${this.#ref}`], {
      reachesOut: true,
    });
    if (pushed.code === 0) return { state: 'written', isShared: true, version: id };
    const said = `${pushed.stdout.toString()}\n${pushed.stderr}`;
    if (RACED.some((words) => said.includes(words))) return { state: 'raced' };
    const refusal = /^!\t[^\t]*\t(.*)$/mu.exec(said)?.[1];
    return { state: 'refused', reason: refusal ?? reasonOf(pushed.stderr) };
  }

  async version(): Promise<string | undefined> {
    const here = await this.#git.ask('rev-parse', '--verify', '--quiet', this.#ref);
    if (!here || this.#remote === undefined) return here || undefined;
    return (await this.#list(this.#remote)).id === here ? here : undefined;
  }

  /** Where the ref stands at the remote; `''`: nowhere. */
  async #list(remote: string): Promise<{ id: string | undefined; unreachable?: string }> {
    const listed = await this.#git.run(['ls-remote', '--refs', '--', remote, this.#ref], {
      timeoutMs: ASK_TIMEOUT_MS,
      reachesOut: true,
    });
    if (listed.code !== 0) return { id: undefined, unreachable: reasonOf(listed.stderr) };
    // Git answers with refs that end with ours, too.
    const lines = listed.stdout
      .toString()
      .split('\n')
      .map((line) => line.split('\t'));
    return { id: lines.find(([, name]) => name === this.#ref)?.[0] ?? '' };
  }

  /** The same, with its objects brought here. */
  async #fetch(): Promise<{ id: string | undefined; unreachable?: string }> {
    if (this.#remote === undefined) return { id: undefined };
    const listed = await this.#list(this.#remote);
    if (!listed.id || listed.id === this.#here) return listed;
    const aside = `refs/workspace-memory-reading/${randomBytes(6).toString('hex')}`;
    const options = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-filter'];
    const fetched = await this.#git.run(['fetch', ...options, '--', this.#remote, `+${this.#ref}:${aside}`], {
      reachesOut: true,
    });
    if (fetched.code !== 0) return { id: undefined, unreachable: reasonOf(fetched.stderr) };
    try {
      // It may have moved since it was listed: what came is what counts.
      return { id: await this.#git.say('rev-parse', '--verify', aside) };
    } finally {
      await this.#git.ask('update-ref', '-d', aside);
    }
  }
}

async function chooseRemote(git: Git, wanted: string | undefined): Promise<string | undefined> {
  const remotes = ((await git.ask('remote')) ?? '').split('\n').filter((name) => name !== '');
  if (wanted !== undefined) {
    if (remotes.includes(wanted)) return wanted;
    throw new Error(
      `The repository has no remote ${wanted}${remotes.length > 0 ? `; it has ${remotes.join(', ')}` : ''}. git remote add ${wanted} URL makes one.`,
    );
  }
  if (remotes.includes('origin') || remotes.length < 2)
    return remotes.includes('origin') ? 'origin' : remotes[0];
  throw new Error(
    `The repository has several remotes (${remotes.join(', ')}): say which with --remote NAME.`,
  );
}
