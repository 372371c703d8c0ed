import * as z from 'zod';
import type { ErasedState } from '@memory/contracts';
import { findLockHolder } from '@memory/service/lock';
import { createRemote } from '../bridge/remote.ts';
import { findTarget } from '../connection/connection.ts';
import type { Home } from '../home/find-home.ts';
import { listCopies, localDataDir } from '../operator/local-data-dir.ts';
import { localOperator } from '../operator/operator.ts';

/** As many as a person looks through. */
const CANDIDATES = 10;
const REASON_LENGTH = 120;

const Row = z.object({
  id: z.string().optional(),
  memory_id: z.string().optional(),
  title: z.string(),
  date: z.string(),
  passage: z.string(),
});

interface Candidate {
  memory: string;
  /** Number, title, date, identifier, and what of it has to do with the words. */
  line: string;
}

/** Results of a search for some words; none where no memory answers them. */
export async function findCandidates(query: string): Promise<Candidate[]> {
  const { url, key, workspaceId } = await findTarget();
  const { structuredContent } = await createRemote({ url, key, workspaceId }).request('tools/call', {
    name: 'memory_search',
    arguments: { query, limit: CANDIDATES },
  });
  const { results } = z.object({ results: z.array(Row) }).parse(structuredContent);
  return results.map(({ id, memory_id, title, date, passage }, place) => ({
    memory: memory_id ?? id ?? '',
    line: `${place + 1}. ${title} (${date}, ${memory_id ?? id}): ${passage.replaceAll(/\s+/gu, ' ').slice(0, REASON_LENGTH)}`,
  }));
}

/** The numbers of a choice, `1 3 5-7`; undefined where it names anything else. */
export function numbersIn(choice: string, most: number): number[] | undefined {
  const numbers = new Set<number>();
  for (const part of choice.split(/[\s,]+/u).filter(Boolean)) {
    const [, from = '', to = from] = /^(\d{1,4})(?:-(\d{1,4}))?$/u.exec(part) ?? [];
    if (from === '' || Number(from) < 1 || Number(to) > most || Number(from) > Number(to)) return undefined;
    for (let number = Number(from); number <= Number(to); number += 1) numbers.add(number);
  }
  return [...numbers].toSorted((a, b) => a - b);
}

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
