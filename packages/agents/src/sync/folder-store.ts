import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isSnapshotFile, SnapshotError } from './merge/snapshot-files.ts';
import { readRegularFile } from '@memory/text/strange-files';
import {
  FILE_BYTES_MAX,
  SNAPSHOT_BYTES_MAX,
  type Files,
  type ReadStore,
  type SyncStore,
  type Written,
} from './sync-store.ts';

export class FolderStore implements SyncStore {
  readonly place: string;
  readonly identity: string;
  readonly #folder: string;
  #read: Files = new Map();

  private constructor(folder: string) {
    this.#folder = folder;
    this.place = folder;
    this.identity = `folder ${folder}`;
  }

  /** @throws when what is named is no folder */
  static async open(path: string): Promise<FolderStore> {
    const given = resolve(path);
    await mkdir(given, { recursive: true }).catch(() => {
      throw new Error(`${given} is no folder, and cannot become one.`);
    });
    return new FolderStore(await realpath(given));
  }

  async read(): Promise<ReadStore> {
    const { files, foreign } = await this.#list();
    this.#read = files;
    if (files.size === 0 && foreign > 0)
      throw new SnapshotError(`${this.#folder} holds other files and no sync: name a folder of its own`);
    return {
      stored: files.size === 0 ? [] : [{ where: this.#folder, files, isShared: true }],
      isReached: true,
      foreign: 0,
    };
  }

  async write(files: Files): Promise<Written> {
    const { files: now } = await this.#list();
    if (!isSame(now, this.#read)) return { state: 'raced' };
    const version = versionOf(files);
    if (isSame(files, now)) return { state: 'unchanged', isShared: true, version };
    for (const [path, content] of files) if (now.get(path) !== content) await this.#put(path, content);
    for (const path of now.keys()) if (!files.has(path)) await rm(join(this.#folder, path), { force: true });
    this.#read = files;
    return { state: 'written', isShared: true, version };
  }

  async version(): Promise<string | undefined> {
    const { files } = await this.#list();
    return files.size === 0 ? undefined : versionOf(files);
  }

  /** Regular files alone: a link may lead anywhere. */
  async #list(): Promise<{ files: Map<string, string>; foreign: number }> {
    const files = new Map<string, string>();
    let foreign = 0;
    let bytes = 0;
    const look = async (below: string): Promise<void> => {
      for (const entry of await readdir(join(this.#folder, below), { withFileTypes: true })) {
        const path = below === '' ? entry.name : `${below}/${entry.name}`;
        if (entry.isDirectory() && below === '' && !entry.name.startsWith('.')) await look(path);
        else if (!entry.isFile() || !isSnapshotFile(path)) foreign += 1;
        else {
          const { size } = await lstat(join(this.#folder, path));
          bytes += size;
          if (size > FILE_BYTES_MAX || bytes > SNAPSHOT_BYTES_MAX)
            throw new SnapshotError(`${path} of ${this.#folder} is larger than any snapshot of ours`);
          const content = await readRegularFile(join(this.#folder, path), FILE_BYTES_MAX);
          files.set(path, content.toString());
        }
      }
    };
    await look('');
    return { files, foreign };
  }

  async #put(path: string, content: string): Promise<void> {
    const target = join(this.#folder, path);
    const parent = dirname(target);
    await mkdir(parent, { recursive: true });
    if ((await lstat(parent)).isSymbolicLink())
      throw new SnapshotError(`${parent} is a link: nothing is written through it`);
    const aside = `${target}.${process.pid}.tmp`;
    await writeFile(aside, content);
    await rename(aside, target);
  }
}

function versionOf(files: Files): string {
  const digest = createHash('sha256');
  for (const path of [...files.keys()].toSorted()) digest.update(`${path}\0${files.get(path)}\0`);
  return digest.digest('hex');
}

const isSame = (one: Files, other: Files): boolean =>
  one.size === other.size && [...one].every(([path, content]) => other.get(path) === content);
