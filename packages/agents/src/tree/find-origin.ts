import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname } from 'node:path';
import { foreignRepository, Git } from '../git/git.ts';
import { isLost, remoteOf, repositoryAt, upwardsFrom, type Repository } from '../git/repository.ts';
import { isBelow } from '@memory/text/strange-files';
import { warn } from '../command/print.ts';

export interface FoundOrigin {
  /** The name by which the service knows it: two of them never overwrite each other. */
  origin: string;
  root: string;
  /** Whether it is a repository; else a folder of this machine. */
  isRepository: boolean;
}

/** A repository on a network share answers in this time, or counts as a folder. */
const GIT_TIMEOUT_MS = 10_000;

type Found = Repository | 'foreign' | undefined;

/** Finds where things come from, and asks git once for each repository. */
export class OriginFinder {
  readonly #cwd: string;
  readonly #named: string | undefined;
  readonly #isKnown: ((origin: string) => Promise<boolean>) | undefined;
  readonly #onForeign: ((root: string) => void) | undefined;
  readonly #repositories = new Map<string, Found>();
  readonly #origins = new Map<string, Promise<string>>();
  readonly #plainRoots = new Map<string, Promise<string>>();

  /**
   * @param cwd root of what lies below it in no repository
   * @param named by the caller, instead of what would be found
   * @param isKnown whether something is stored from there: outside of repositories the same file is then known by the same
   * folder, whichever one the next command is started in
   * @param onForeign called once with the root of a repository that belongs to another user, and so counts as a folder
   */
  constructor({
    cwd,
    named,
    isKnown,
    onForeign,
  }: {
    cwd: string;
    named?: string | undefined;
    isKnown?: ((origin: string) => Promise<boolean>) | undefined;
    onForeign?: ((root: string) => void) | undefined;
  }) {
    this.#cwd = cwd;
    this.#named = named;
    this.#isKnown = named === undefined ? isKnown : undefined;
    this.#onForeign = onForeign;
  }

  /**
   * The origin of what lies in a folder: its repository, by its remote or else by its first commit, or a folder.
   * @param given what the caller named, above or at the folder: what lies in no repository is known by where it lies there
   */
  async find(folder: string, given = folder): Promise<FoundOrigin> {
    const found = this.#repositoryOf(folder);
    const repository = found === 'foreign' ? undefined : found;
    const root = repository?.root ?? (await this.#plainRootOf(given));
    const origin =
      this.#named ?? (await (repository ? this.#originOfRepository(repository) : folderOrigin(root)));
    return { origin, root, isRepository: repository !== undefined };
  }

  /**
   * Names by which a repository may have been known before it had a remote, a commit, or was one: its first commit, and the
   * folders that the named path lies in.
   */
  async findEarlier(given: string): Promise<FoundOrigin[]> {
    if (this.#named !== undefined) return [];
    const { origin, root, isRepository } = await this.find(given);
    if (!isRepository) return [];
    const commit = await firstCommitOf(root);
    const folders = await Promise.all(
      upwardsFrom(given).map(async (place) => ({
        origin: await folderOrigin(place),
        root: place,
        isRepository: false,
      })),
    );
    const commits = commit === undefined ? [] : [{ origin: commit, root, isRepository }];
    return [...commits, ...folders].filter((place) => place.origin !== origin);
  }

  /** The nearest one upwards. */
  #repositoryOf(folder: string): Found {
    if (this.#repositories.has(folder)) return this.#repositories.get(folder);
    const parent = dirname(folder);
    const here = repositoryAt(folder);
    if (here === 'foreign') this.#onForeign?.(folder);
    const found = here ?? (parent === folder ? undefined : this.#repositoryOf(parent));
    this.#repositories.set(folder, found);
    return found;
  }

  /** The nearest folder upwards that something is stored from, else the working directory or what was named elsewhere. */
  #plainRootOf(given: string): Promise<string> {
    const known = this.#plainRoots.get(given);
    if (known) return known;
    const found = (async () => {
      for (const place of this.#isKnown ? upwardsFrom(given) : [])
        if (await this.#isKnown?.(await folderOrigin(place))) return place;
      return isBelow(given, this.#cwd) ? this.#cwd : given;
    })();
    this.#plainRoots.set(given, found);
    return found;
  }

  #originOfRepository(repository: Repository): Promise<string> {
    const { root } = repository;
    const known = this.#origins.get(root);
    if (known) return known;
    const found = (async () =>
      remoteOf(repository) ?? (await firstCommitOf(root)) ?? (await folderOrigin(root)))();
    this.#origins.set(root, found);
    return found;
  }
}

async function firstCommitOf(root: string): Promise<string | undefined> {
  const args = ['rev-list', '--max-parents=0', 'HEAD'];
  const said = await new Git(root).run(args, { timeoutMs: GIT_TIMEOUT_MS }).catch(() => undefined);
  const first = said?.code === 0 ? said.stdout.toString().trim().split('\n').at(-1) : undefined;
  return first ? `commit:${first}` : undefined;
}

export const tellForeign = (root: string): void =>
  warn(
    isLost(root)
      ? `${root}/.git names a folder that is not there: ${root} counts as a plain folder. If its repository was moved, run in the new place: git worktree repair ${root}`
      : foreignRepository(root),
  );

/** A folder of this machine, by its name and a digest of where it lies, which is nobody else's business. */
async function folderOrigin(root: string): Promise<string> {
  const place = await realpath(root).catch(() => root);
  const digest = createHash('sha256').update(`${hostname()}\0${place}`).digest('hex').slice(0, 12);
  return `folder:${basename(place) || 'root'}-${digest}`;
}
