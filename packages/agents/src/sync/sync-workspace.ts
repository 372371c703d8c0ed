import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@memory/client';
import { redactValue } from '@memory/redact';
import { applyChanges, type Refusal } from './apply-changes.ts';
import { digestWorkspace } from './last-sync.ts';
import { tick } from './merge/clock.ts';
import { baseRecordOf, type SyncBase, type LocalRow } from './merge/local-state.ts';
import {
  mergeWithStored,
  planChanges,
  type PlannedChanges,
  type Snapshot,
} from './merge/merge-with-stored.ts';
import { readSnapshot, SnapshotError, snapshotFiles } from './merge/snapshot-files.ts';
import { mergeStates, partsOf, type SyncState, type SyncRecord } from './merge/states.ts';
import { readWorkspace, type WorkspaceRows } from './read-workspace.ts';
import type { SyncStore } from './sync-store.ts';
import { acceptFields } from './synced-fields.ts';

export interface SyncOptions {
  client: Client;
  store: SyncStore;
  base: SyncBase;
  /** Whether what was stored in a project is synced here. */
  isMeant: (project: string | null) => boolean;
  dryRun: boolean;
  /** Deletes more than half of what is there, here or at the place of sync. */
  force: boolean;
}

/** Memories and relationships that a side did not have, or had otherwise. */
export interface SyncCounts {
  created: number;
  changed: number;
  deleted: number;
  forgotten: number;
}

export interface SyncReport {
  place: string;
  sent: SyncCounts;
  received: SyncCounts;
  memories: number;
  relationships: number;
  /** Memories of other projects, which stay here alone. */
  ofOthers: number;
  isShared: boolean;
  unreachable?: string | undefined;
  refused?: string | undefined;
  replacedSecrets: number;
  /** Files and lines at the place of sync that were none of ours, and were left out. */
  passedOver: number;
  notTaken: Refusal[];
  base?: SyncBase;
  /** Both sides now, where they are the same and nothing was received, which the digest would not know. */
  seen?: { workspace: string; place: string };
}

/** Secrets of this workspace would be pushed: nothing was written anywhere. */
export class SecretsError extends Error {
  readonly secrets: BlockedSecret[];

  constructor(secrets: BlockedSecret[]) {
    super(`${secrets.length} secrets would be pushed; nothing was written.`);
    this.secrets = secrets;
  }
}

const ATTEMPTS = 6;

/** Fewer are deleted by hand in a day. */
const DELETED_MIN = 10;

/**
 * Brings a workspace and the place of sync to the same, and what is there first: pushed before it is written here, so that
 * what breaks off half-way is done again by the next sync, and claims nothing as its own.
 * @throws SecretsError, SnapshotError; an error that names --force when more than half would be deleted
 */
export async function syncWorkspace(options: SyncOptions): Promise<SyncReport> {
  const { client, store, base, isMeant, dryRun, force } = options;
  for (let attempt = 1; ; attempt += 1) {
    const readAtMs = Date.now();
    // Before the rest is read: what is written meanwhile has another.
    const digest = dryRun ? undefined : await digestWorkspace(client);
    const local = await readWorkspace(client, isMeant);
    const read = await store.read();
    const snapshots = read.stored.map(({ where, files }) => {
      try {
        return readSnapshot(files, acceptFields, readAtMs);
      } catch (error) {
        throw error instanceof SnapshotError ? new SnapshotError(`${where} ${error.message}.`) : error;
      }
    });
    const { merged, local: own } = mergeWithStored({ ...local, base, stored: snapshots, nowMs: readAtMs });
    const clean = takeSecretsOut(merged.records, { rows: local.rows, base, nowMs: readAtMs });
    if (clean.blocked.length > 0) throw new SecretsError(clean.blocked);
    const agreed: Snapshot = { ...merged, records: clean.records };
    const planned = planChanges(agreed.records, local);
    if (!force) refuseMassDeletion({ base, own, planned, local });
    // Changes that waited in the clone are sent with this; without others it is there that it is sent to.
    const others = snapshots.filter((_, place) => read.stored[place]?.isShared || !read.isReached);
    const before = mergeStates(...others.map(({ records }) => records));
    const report: SyncReport = {
      place: store.place,
      sent: countSent(before, agreed.records),
      received: countReceived(planned, local),
      memories: countLive(agreed.records, 'memories'),
      relationships: countLive(agreed.records, 'relationships'),
      ofOthers: local.ofOthers,
      isShared: false,
      unreachable: read.unreachable,
      replacedSecrets: clean.replaced,
      passedOver: read.foreign + snapshots.reduce((sum, { malformed }) => sum + malformed.length, 0),
      notTaken: [],
    };
    if (dryRun) return report;
    const written = await store.write(snapshotFiles(agreed));
    if (written.state === 'raced' && attempt < ATTEMPTS) {
      // Two that race go on at different moments.
      await sleep(Math.random() * 200 * attempt);
      continue;
    }
    if (written.state === 'raced')
      throw new Error(
        `Others wrote to ${store.place} ${ATTEMPTS} times meanwhile. Nothing is lost: sync again.`,
      );
    if (written.state === 'refused') report.refused = written.reason;
    else report.isShared = written.isShared;
    report.notTaken = await applyChanges(client, { planned, local, tombstones: agreed.tombstones, readAtMs });
    report.base = baseAfter({ base, own, agreed, local, notTaken: report.notTaken });
    const isUntouched =
      report.passedOver === 0 && Object.values(report.received).every((count) => count === 0);
    if (digest !== undefined && written.state !== 'refused' && read.unreachable === undefined && isUntouched)
      report.seen = { workspace: digest, place: written.version };
    return report;
  }
}

const countLive = (records: SyncState, kind: string): number =>
  [...records].filter(([key, { state }]) => state === 'live' && partsOf(key).kind === kind).length;

/** An emptied or restored database looks like one in which all was deleted. */
function refuseMassDeletion({
  base,
  own,
  planned,
  local,
}: {
  base: SyncBase;
  own: SyncState;
  planned: PlannedChanges;
  local: WorkspaceRows;
}): void {
  const isMemory = (key: string) => key.startsWith('memories/');
  const known = [...base.records].filter(([key, { state }]) => state === 'live' && isMemory(key));
  const gone = known.filter(([key]) => own.get(key)?.state === 'deleted').length;
  if (gone > DELETED_MIN && gone > known.length / 2)
    throw new Error(
      `${gone} of the ${known.length} memories of the last sync are gone here: this would delete them for everybody. Say --force if that is meant, or --rejoin to get them back.`,
    );
  const here = [...local.rows.keys()].filter(isMemory).length;
  const going = planned.deleted.filter(isMemory).length;
  if (going > DELETED_MIN && going > here / 2)
    throw new Error(
      `${going} of your ${here} memories were deleted elsewhere: this would delete them here. Say --force if that is meant.`,
    );
}

const none = (): SyncCounts => ({ created: 0, changed: 0, deleted: 0, forgotten: 0 });

function countSent(before: SyncState, after: SyncState): SyncCounts {
  const counts = none();
  for (const [key, record] of after) {
    const known = before.get(key);
    if (record.state !== 'live') {
      if (known?.state !== record.state && (known || record.state === 'forgotten')) counts[record.state] += 1;
    } else if (known?.state !== 'live') counts.created += 1;
    else if ([...record.fields].some(([name, { clock }]) => known.fields.get(name)?.clock !== clock))
      counts.changed += 1;
  }
  return counts;
}

function countReceived({ written, deleted, forgotten }: PlannedChanges, { rows }: WorkspaceRows): SyncCounts {
  const created = [...written.keys()].filter((key) => !rows.has(key)).length;
  return { created, changed: written.size - created, deleted: deleted.length, forgotten: forgotten.length };
}

/** This workspace's content now, with its clocks; of records that it did not take, its content before. */
function baseAfter({
  base,
  own,
  agreed,
  local,
  notTaken,
}: {
  base: SyncBase;
  own: SyncState;
  agreed: Snapshot;
  local: WorkspaceRows;
  notTaken: readonly Refusal[];
}): SyncBase {
  const records = new Map(
    [...agreed.records].map(([key, record]) => [key, baseRecordOf(record, base.salt, base.records.get(key))]),
  );
  for (const { key } of notTaken) {
    const before = own.get(key);
    if (before) records.set(key, baseRecordOf(before, base.salt));
    else records.delete(key);
  }
  for (const key of local.aside) records.delete(key);
  return { ...base, syncedAt: new Date().toISOString(), records };
}

/** A secret that stands in the database, and would be pushed. */
export interface BlockedSecret {
  kind: 'memories' | 'relationships';
  id: string;
  field: string;
  secret: string;
}

/**
 * Looks through all that is to be written for secrets. Those that stand in this workspace block it, since they are to be taken
 * out there first; those that others have written are replaced, which travels like any edit.
 */
function takeSecretsOut(
  state: SyncState,
  { rows, base, nowMs }: { rows: ReadonlyMap<string, LocalRow>; base: SyncBase; nowMs: number },
): { records: Map<string, SyncRecord>; blocked: BlockedSecret[]; replaced: number } {
  const records = new Map(state);
  const live = [...state].flatMap(([key, record]) => (record.state === 'live' ? [{ key, record }] : []));
  const texts = live.map(({ record }) =>
    Object.fromEntries([...record.fields].map(([name, { value }]) => [name, value])),
  );
  // All at once: most texts are known to be clean by one look at all of them.
  const { value, places } = redactValue(texts);
  const blocked: BlockedSecret[] = [];
  let replaced = 0;
  for (const { path, kind: secret } of places) {
    const [place, field] = path as [number, string];
    const { key = '', record } = live[place] ?? {};
    const said = record?.fields.get(field);
    if (!record || !said) continue;
    const { kind, id } = partsOf(key);
    const row = rows.get(key);
    const here = row && { ...row.fixed, ...row.fields }[field];
    if (JSON.stringify(here) === JSON.stringify(said.value)) {
      blocked.push({ kind, id, field, secret });
      continue;
    }
    replaced += 1;
    const current = records.get(key);
    if (current?.state !== 'live') continue;
    const fields = new Map(current.fields).set(field, {
      value: value[place]?.[field],
      clock: tick({ after: said.clock, atMs: nowMs, replica: base.replica }),
    });
    records.set(key, { ...current, fields });
  }
  return { records, blocked, replaced };
}
