import { ClientError, forgetAll, type Client } from '@memory/client';
import type { RecordOutcome, RecordOf, WorkspaceRecordInput } from '@memory/contracts';
import { receiverOf, type Reported, sendRecords } from '../archive/send-records.ts';
import { wallOf } from './merge/clock.ts';
import { type PlannedChanges, type Tombstones } from './merge/merge-with-stored.ts';
import { endsOf, partsOf, type SyncRecord } from './merge/states.ts';
import type { WorkspaceRows } from './read-workspace.ts';

/** Identifiers of both forms are sent: those of the other form are passed over. */
const MEMORIES_A_CALL = 50;

export interface Refusal {
  key: string;
  /** `kept`: somebody changed it in this moment, and the next sync takes that along. */
  outcome: RecordOutcome;
}

/** Makes the workspace into what all know together. @returns what the service did not take */
export async function applyChanges(
  client: Client,
  {
    planned,
    local,
    tombstones,
    readAtMs,
  }: {
    planned: PlannedChanges;
    local: WorkspaceRows;
    tombstones: Tombstones;
    /** Rows edited here later than that are not written over. */
    readAtMs: number;
  },
): Promise<Refusal[]> {
  // First, so that nothing that was forgotten elsewhere comes in by what follows, nor by anything else.
  const fresh = [...tombstones].filter(([tombstone]) => !local.tombstones.has(tombstone));
  await send(
    client,
    'overwrite',
    fresh.map(([tombstone, forgotten_at]) => {
      const space = tombstone.lastIndexOf(' ');
      return {
        record: 'tombstone',
        id: `${tombstone.slice(0, space)}/${tombstone.slice(space + 1)}`,
        forgotten_at,
      };
    }),
  );
  for (const memories of inParts(refsOf(planned.forgotten, local), MEMORIES_A_CALL * 2))
    await forgetAll(client, { memories }, { dryRun: false, keepsCopy: false });
  for (const memory_ids of inParts(refsOf(planned.deleted, local), MEMORIES_A_CALL * 2))
    await client.batchDeleteMemories({ body: { memory_ids } });
  for (const key of planned.deleted) await retract(client, local.records.get(key));
  const written = [...planned.written];
  const memories = written.filter(([key]) => partsOf(key).kind === 'memories');
  const relationships = written.filter(([key]) => partsOf(key).kind === 'relationships');
  return [
    ...(await write(client, 'newer', memories, (key, record) => memoryOf(key, record, local, readAtMs))),
    ...(await write(client, 'overwrite', relationships, (key, record) => relationshipOf(key, record, local))),
  ];
}

const refsOf = (keys: readonly string[], { records }: WorkspaceRows): string[] =>
  keys.flatMap((key) => {
    const record = records.get(key);
    return record?.record === 'memory'
      ? [record.id, ...(record.memory_id === null ? [] : [record.memory_id])]
      : [];
  });

/** Its mirrored row goes along, and a memory takes its relationships with it: what is gone already is as wanted. */
async function retract(client: Client, record: ReturnType<WorkspaceRows['records']['get']>): Promise<void> {
  if (record?.record !== 'relationship') return;
  try {
    await client.deleteRelationship({ query: { relationship_id: record.id } });
  } catch (error) {
    if (!(error instanceof ClientError && error.status === 404)) throw error;
  }
}

type Live = Extract<SyncRecord, { state: 'live' }>;

const valuesOf = ({ fields }: Live): Record<string, unknown> =>
  Object.fromEntries([...fields].map(([name, { value }]) => [name, value]));

function memoryOf(
  key: string,
  record: Live,
  { records }: WorkspaceRows,
  readAtMs: number,
): WorkspaceRecordInput {
  const { id } = partsOf(key);
  const values = valuesOf(record);
  const here = records.get(key) as RecordOf<'memory'> | undefined;
  const latestMs = Math.min(
    readAtMs,
    Math.max(...[...record.fields.values()].map(({ clock }) => wallOf(clock))),
  );
  if (!here) {
    const created = Date.parse(String(values['created_at']));
    const updated_at = latestMs > created ? new Date(latestMs).toISOString() : null;
    return { ...values, record: 'memory', id, updated_at } as WorkspaceRecordInput;
  }
  const { base_importance, importance_score, ...others } = here;
  const given = values['importance_score'] as number;
  const isSame = given === (base_importance ?? importance_score);
  const seenMs = Date.parse(here.updated_at ?? here.created_at);
  return {
    ...others,
    ...values,
    memory_id: here.memory_id,
    importance_score: isSame ? importance_score : given,
    base_importance: isSame ? base_importance : null,
    // Later than what was read here, and not later than what somebody wrote here since.
    updated_at: new Date(Math.max(seenMs + 1, latestMs)).toISOString(),
  };
}

function relationshipOf(key: string, record: Live, { records }: WorkspaceRows): WorkspaceRecordInput {
  const { source, target } = endsOf(partsOf(key).id);
  const { relationship_id, ...values } = valuesOf(record);
  // Two may have declared the same: each keeps its row.
  const id = records.get(key)?.id ?? relationship_id;
  return { ...values, record: 'relationship', id, source, target } as WorkspaceRecordInput;
}

async function write(
  client: Client,
  rule: 'newer' | 'overwrite',
  entries: readonly (readonly [string, Live])[],
  recordOf: (key: string, record: Live) => WorkspaceRecordInput,
): Promise<Refusal[]> {
  const outcomes = await send(
    client,
    rule,
    entries.map(([key, record]) => recordOf(key, record)),
  );
  return entries.flatMap(([key], place) => {
    const outcome = outcomes[place] ?? 'invalid';
    return TAKEN.has(outcome) ? [] : [{ key, outcome }];
  });
}

const TAKEN: ReadonlySet<RecordOutcome> = new Set(['created', 'updated', 'unchanged']);

/** By the pipeline of imports. @returns an outcome for each record, in their order */
async function send(
  client: Client,
  onConflict: 'newer' | 'overwrite',
  records: readonly WorkspaceRecordInput[],
): Promise<RecordOutcome[]> {
  const outcomes: RecordOutcome[] = [];
  const report: Reported = {
    count: (_, outcome, place) => {
      outcomes[Number(place)] = outcome;
    },
    tell: () => undefined,
  };
  const items = records.map((record, place) => ({ records: [record], place: String(place) }));
  await sendRecords(receiverOf(client), items, { report, onConflict });
  return outcomes;
}

function* inParts<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
