import type { ErasedState } from '@memory/contracts';
import type { Home } from '../home/find-home.ts';
import { findLockHolder } from '@memory/service/lock';
import { listCopies } from '../operator/list-copies.ts';
import { localDataDir } from '../operator/local-data-dir.ts';
import { localOperator } from '../operator/operator.ts';

export interface LocalFiles {
  /** `elsewhere`: the database is not of this machine. */
  files: ErasedState;
  /** Copies from before upgrades and restores, which are as they were. */
  copies: string[];
}

/** Has the files of the database written anew where the service at `url` is one of this machine. */
export async function eraseLocalFiles(home: Home, url: string): Promise<LocalFiles> {
  const wanted = new URL(url);
  for (const dataDir of new Set([home.data, await localDataDir()])) {
    const holder = await findLockHolder(dataDir);
    if (!holder?.url || new URL(holder.url).port !== wanted.port || !isLoopback(wanted.hostname)) continue;
    const { state: files } = await (await localOperator(dataDir)).eraseReplaced({});
    return { files, copies: await listCopies(dataDir) };
  }
  return { files: 'elsewhere', copies: [] };
}

const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
