import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Client } from '@memory/client';
import { writeOwnFile } from '../home/write-own-file.ts';
import type { SyncStore } from './sync-store.ts';

/** Both sides when they were the same: while they are, a sync has nothing to read. */
const Seen = z.object({
  workspace: z.string(),
  place: z.string(),
  /** Which memories were meant, and the release that chose. */
  scope: z.string(),
  memories: z.number(),
  relationships: z.number(),
  of_others: z.number(),
  is_shared: z.boolean(),
});
export type Seen = z.output<typeof Seen>;

const LastSync = z.object({ synced_at: z.string().nullable(), seen: Seen.nullable() });
export type LastSync = z.output<typeof LastSync>;

/** Beside what was agreed on, which takes a second to read when it is large. */
const fileOf = (baseFile: string): string => baseFile.replace(/jsonl$/u, 'last.json');

/** A file that is missing or damaged says nothing. */
export function readLastSync(baseFile: string): LastSync {
  const file = fileOf(baseFile);
  try {
    if (existsSync(file)) return LastSync.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {}
  return { synced_at: null, seen: null };
}

export const writeLastSync = (baseFile: string, last: LastSync): void =>
  writeOwnFile(fileOf(baseFile), `${JSON.stringify(last)}\n`);

/** Equal as long as nothing that is synced has changed; undefined where the service, of another release, does not tell. */
export async function digestWorkspace(client: Client): Promise<string | undefined> {
  try {
    const kinds = ['memory', 'relationship', 'tombstone'] as const;
    const replies = await Promise.all(
      kinds.map((record) => client.exportRecords({ query: { record, digest: 'true' } })),
    );
    const digests = replies.flatMap(({ digest }) => digest ?? []);
    return digests.length === kinds.length ? digests.join(' ') : undefined;
  } catch {
    return undefined;
  }
}

/** Whether nothing has changed on either side since. */
export async function isAsSeen(
  seen: Seen | null,
  { client, store, scope }: { client: Client; store: SyncStore; scope: string },
): Promise<boolean> {
  if (seen?.scope !== scope) return false;
  const [workspace, place] = await Promise.all([digestWorkspace(client), store.version()]);
  return workspace === seen.workspace && place === seen.place;
}
