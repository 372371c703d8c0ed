import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { lstat, realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { normalizeRemote } from '@memory/text/normalize-remote';

export interface FoundOrigin {
  /** What the service knows it by: two of them never overwrite each other. */
  origin: string;
  /** Folder that paths are relative to. */
  root: string;
  /** Whether it is a repository; else a folder of this machine. */
  isRepository: boolean;
}

/** A repository on a network share answers in this time, or counts as a folder. */
const GIT_TIMEOUT_MS = 10_000;

/** Finds where things come from, and asks git once for each repository. */
export class OriginFinder {
  readonly #cwd: string;
  readonly #named: string | undefined;
  readonly #isKnown: ((origin: string) => Promise<boolean>) | undefined;
  readonly #rootOf = new Map<string, Promise<string | undefined>>();
  readonly #origins = new Map<string, Promise<string>>();
  readonly #plainRoots = new Map<string, Promise<string>>();

  /**
   * @param cwd root of what lies below it in no repository
   * @param named by the caller, instead of what would be found
   * @param isKnown whether something is stored from there: outside of repositories the same file is then known by the same
   * folder, whichever one the next command is started in
   */
  constructor({
    cwd,
    named,
    isKnown,
  }: {
    cwd: string;
    named?: string | undefined;
    isKnown?: ((origin: string) => Promise<boolean>) | undefined;
  }) {
    this.#cwd = cwd;
    this.#named = named;
    this.#isKnown = named === undefined ? isKnown : undefined;
  }

  /**
   * The origin of what lies in a folder: its repository, by its remote or else by its first commit, or a folder.
   * @param given what the caller named, above or at the folder: what lies in no repository is known by where it lies there
   */
  async find(folder: string, given = folder): Promise<FoundOrigin> {
    const repository = await this.#repositoryOf(folder);
    const root = repository ?? (await this.#plainRootOf(given));
    const origin = this.#named ?? (await this.#originOf(root, repository !== undefined));
    return { origin, root, isRepository: repository !== undefined };
  }

  /**
   * What a repository may have been known by before it had a remote, a commit, or was one: its first commit, and the
   * folders that what was named lies in.
   */
  async findEarlier(given: string): Promise<FoundOrigin[]> {
    if (this.#named !== undefined) return [];
    const { origin, root, isRepository } = await this.find(given);
    if (!isRepository) return [];
    const commit = await firstCommitOf(root);
    const folders = await Promise.all(
      upwardsFrom(given).map(async (place) => ({
        origin: await this.#originOf(place, false),
        root: place,
        isRepository: false,
      })),
    );
    const commits = commit === undefined ? [] : [{ origin: commit, root, isRepository }];
    return [...commits, ...folders].filter((place) => place.origin !== origin);
  }

  /** The nearest folder upwards with a `.git` of its own. */
  #repositoryOf(folder: string): Promise<string | undefined> {
    const known = this.#rootOf.get(folder);
    if (known) return known;
    const found = (async () => {
      if (await lstat(join(folder, '.git')).catch(() => undefined)) return folder;
      const parent = dirname(folder);
      return parent === folder ? undefined : this.#repositoryOf(parent);
    })();
    this.#rootOf.set(folder, found);
    return found;
  }

  /** The nearest folder upwards that something is stored from, else the working directory or what was named elsewhere. */
  #plainRootOf(given: string): Promise<string> {
    const known = this.#plainRoots.get(given);
    if (known) return known;
    const found = (async () => {
      for (const place of this.#isKnown ? upwardsFrom(given) : [])
        if (await this.#isKnown?.(await this.#originOf(place, false))) return place;
      return isBelow(given, this.#cwd) ? this.#cwd : given;
    })();
    this.#plainRoots.set(given, found);
    return found;
  }

  #originOf(root: string, isRepository: boolean): Promise<string> {
    if (!isRepository) return folderOrigin(root);
    const known = this.#origins.get(root);
    if (known) return known;
    const found = (async () => (await remoteOf(root)) ?? (await firstCommitOf(root)) ?? folderOrigin(root))();
    this.#origins.set(root, found);
    return found;
  }
}

async function remoteOf(root: string): Promise<string | undefined> {
  const urls = (await git(root, 'config', '--get-regexp', String.raw`^remote\..*\.url$`))?.split('\n') ?? [];
  const [url] = [...urls.filter((line) => line.startsWith('remote.origin.')), ...urls];
  return url === undefined ? undefined : normalizeRemote(url.slice(url.indexOf(' ') + 1).trim());
}

async function firstCommitOf(root: string): Promise<string | undefined> {
  const roots = await git(root, 'rev-list', '--max-parents=0', 'HEAD');
  const first = roots?.trim().split('\n').at(-1);
  return first ? `commit:${first}` : undefined;
}

/** A folder of this machine, by its name and a digest of where it lies, which is nobody else's business. */
async function folderOrigin(root: string): Promise<string> {
  const place = await realpath(root).catch(() => root);
  const digest = createHash('sha256').update(`${hostname()}\0${place}`).digest('hex').slice(0, 12);
  return `folder:${basename(place) || 'root'}-${digest}`;
}

async function git(root: string, ...args: string[]): Promise<string | undefined> {
  try {
    // Whoever owns it: nothing of the repository is run by these two commands.
    const { stdout } = await promisify(execFile)('git', ['-c', 'safe.directory=*', '-C', root, ...args], {
      timeout: GIT_TIMEOUT_MS,
    });
    return stdout;
  } catch {
    return undefined;
  }
}

/** A folder and those that it lies in. */
function upwardsFrom(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwardsFrom(parent)];
}

function isBelow(path: string, folder: string): boolean {
  const part = relative(folder, path);
  return part !== '..' && !part.startsWith('../') && !part.startsWith('..\\') && !isAbsolute(part);
}
