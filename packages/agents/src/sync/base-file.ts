import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { isSyncClock, NEVER, REPLICA } from './merge/clock.ts';
import { type BaseRecord, type SyncBase } from './merge/local-state.ts';
import { writeOwnFile } from '../home/write-own-file.ts';
import type { Home } from '../home/find-home.ts';

/** Where it stands what a workspace and a place of sync last agreed on. */
export const baseFileOf = (
  home: Home,
  { workspaceId, identity }: { workspaceId: string; identity: string },
): string =>
  join(
    home.folder,
    'sync',
    `${createHash('sha256').update(`${workspaceId}\n${identity}`).digest('hex').slice(0, 32)}.jsonl`,
  );

const Clock = z.custom<string>((text) => text === NEVER || isSyncClock(text));
const Header = z.object({
  version: z.literal(1),
  replica: z.string().regex(REPLICA),
  salt: z.string(),
  synced_at: z.string(),
  workspace_id: z.string(),
  place: z.string(),
  folder: z.string(),
});

export interface SyncedPlace {
  workspaceId: string;
  place: string;
  folder: string;
}
const Entry = z.tuple([
  z.string(),
  z.enum(['live', 'deleted', 'forgotten']),
  Clock,
  z.record(z.string(), z.tuple([z.string(), Clock])),
]);

/**
 * Reads what was agreed on; a file that is missing or damaged says nothing. Then what stands at the place of sync tells what
 * was changed here: fields that are the same there have their clocks from there.
 */
export function readBase(file: string): SyncBase {
  try {
    const [head = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
    const { replica, salt, synced_at } = Header.parse(JSON.parse(head));
    const records = lines.map((line): [string, BaseRecord] => {
      const [key, state, since, fields] = Entry.parse(JSON.parse(line));
      const clocked = Object.entries(fields).map(
        ([name, [digest, clock]]) => [name, { digest, clock }] as const,
      );
      return [key, { state, since, fields: new Map(clocked) }];
    });
    return { replica, salt, syncedAt: synced_at, records: new Map(records) };
  } catch {
    return emptyBase();
  }
}

export const emptyBase = (): SyncBase => ({
  // Two of a thousand replicas get the same name once in four thousand teams, and need the same millisecond to differ.
  replica: randomBytes(8).readBigUInt64BE().toString(36).slice(-6).padStart(6, '0'),
  salt: randomBytes(16).toString('base64url'),
  syncedAt: null,
  records: new Map(),
});

export function writeBase(
  file: string,
  { replica, salt, syncedAt, records }: SyncBase,
  { workspaceId, place, folder }: SyncedPlace,
): void {
  const lines = [...records].map(([key, { state, since, fields }]) =>
    JSON.stringify([
      key,
      state,
      since,
      Object.fromEntries([...fields].map(([name, { digest, clock }]) => [name, [digest, clock]])),
    ]),
  );
  writeOwnFile(
    file,
    `${[JSON.stringify({ version: 1, replica, salt, synced_at: syncedAt, workspace_id: workspaceId, place, folder }), ...lines].join('\n')}\n`,
  );
}

export function listSyncedPlaces(home: Home, workspaceId: string): SyncedPlace[] {
  const folder = join(home.folder, 'sync');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  return names.flatMap((name) => {
    try {
      const [head = ''] = readFileSync(join(folder, name), 'utf8').split('\n', 1);
      const { workspace_id, place, folder: from } = Header.parse(JSON.parse(head));
      return workspace_id === workspaceId ? [{ workspaceId, place, folder: from }] : [];
    } catch {
      return [];
    }
  });
}
