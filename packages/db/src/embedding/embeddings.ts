import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId, execute } from '../database.ts';
import { noteVector } from '../discovery/neighbours.ts';
import { PLANNED_ONCE } from '../drivers/planned-once.ts';
import { type MemoryRow, readMemories } from '../memories/memory-row.ts';
import { col, row } from '../row.ts';
import { json, nullable, uuid } from '../sql-values.ts';
import { unitVector, wholeNumbers } from './vector-value.ts';

interface NewEmbedding {
  memoryId: string;
  /** As in `workspace_statistics.model`: vectors of two models are never compared. */
  model: string;
  contentDigest: string;
  /** Null for a text that has nothing to embed: it counts as done unless the model refused it, and an older vector goes. */
  vector: ArrayLike<number> | null;
}

interface UpsertEmbeddingsOptions {
  embeddings: readonly NewEmbedding[];
  /**
   * The model that searches used when the work began: when it is another by now nothing is stored, since nobody would
   * embed these memories in the new one.
   */
  whileModel: string | null;
  /** Whether the memories count as embedded by this (default); not while a coming model is prepared beside the one in use. */
  marks?: boolean;
}

interface UpsertedEmbeddings {
  stored: string[];
  /** So much is new that the statistics should be made anew; told once in ten minutes. */
  upkeepDue: boolean;
}

/** New contents until the statistics are refreshed: a quarter of the memories, sixteen at first. */
const upkeepDue = sql.raw(`s.changes + c.count >= greatest(16 - s.memories, ceil(s.memories / 4.0), 1)
  and coalesce(s.upkeep_asked_at < now() - interval '10 minutes', true)`);

const upserted = row({
  stored: col.json<string[]>()`(select coalesce(json_agg(memory_id), '[]') from wanted)`,
  upkeepDue: col.bool`coalesce((select due from counted), false)`,
});

/**
 * Stores embeddings and marks their memories as embedded, in one statement; what was made from content that has changed
 * since is passed over, so a late message never overwrites a newer embedding. The first model of a workspace becomes the
 * one that its searches use.
 */
export async function upsertEmbeddings(
  db: Database,
  workspaceId: WorkspaceId,
  { embeddings, whileModel, marks = true }: UpsertEmbeddingsOptions,
): Promise<UpsertedEmbeddings> {
  if (embeddings.length === 0) return { stored: [], upkeepDue: false };
  const input = embeddings.map(({ memoryId, model, contentDigest, vector }) => ({
    memory_id: memoryId,
    model,
    content_digest: contentDigest,
    embedding: vector === null ? null : wholeNumbers(vector),
  }));
  const [written] = await query(db, upserted)`with input as materialized (
        select * from jsonb_to_recordset(${json(input)})
          i(memory_id uuid, model text, content_digest text, embedding text)),
      current as materialized (
        select model from workspace_statistics where workspace_id = ${uuid(workspaceId)} for no key update),
      wanted as materialized (
        select i.* from input i join memories m on m.workspace_id = ${uuid(workspaceId)}
          and m.id = any(array(select memory_id from input))
          and m.id = i.memory_id and m.content_digest = i.content_digest
        where exists (select from current where model is not distinct from ${nullable(whileModel, 'text')})
        order by i.memory_id for no key update of m),
      stored as (
        insert into memory_embeddings (workspace_id, memory_id, model, content_digest, embedding)
        select ${uuid(workspaceId)}, memory_id, model, content_digest, ${unitVector('embedding')} from wanted
        where embedding is not null
        on conflict (workspace_id, memory_id, model)
          do update set embedding = excluded.embedding, content_digest = excluded.content_digest),
      dropped as (
        delete from memory_embeddings e using wanted w
        where e.workspace_id = ${uuid(workspaceId)} and e.memory_id = w.memory_id and e.model = w.model
          and w.embedding is null),
      marked as (
        update memory_counters c set content_hash = w.content_digest from wanted w
        where ${marks}::bool and c.workspace_id = ${uuid(workspaceId)} and c.memory_id = w.memory_id
          and c.content_hash is distinct from w.content_digest
          and not (w.embedding is null and exists (
            select from embedding_refusals r where r.workspace_id = c.workspace_id and r.memory_id = c.memory_id
              and r.model = w.model and r.content_digest = w.content_digest))
        returning c.memory_id),
      counted as (
        update workspace_statistics s set
          model = coalesce(s.model, (select min(model) from wanted)),
          changes = s.changes + c.count,
          upkeep_asked_at = case when ${upkeepDue} then now() else s.upkeep_asked_at end
        from (select count(*)::int count from marked) c
        where s.workspace_id = ${uuid(workspaceId)} and c.count > 0
        returning s.upkeep_asked_at = now() due)
      select ${upserted.columns} ${sql.raw(PLANNED_ONCE)}`;
  if (!written) return { stored: [], upkeepDue: false };
  const stored = new Set(written.stored);
  for (const { memoryId, model, vector } of embeddings)
    if (vector && stored.has(memoryId)) noteVector(db, workspaceId, { memoryId, model, vector });
  return written;
}

interface ListWithoutEmbeddingOptions {
  model: string;
  /** Id of the last memory of the page before. */
  after: string | null;
  /** At most 500. */
  limit: number;
}

const CONTENT_DIGEST = col.text`m.content_digest`;

/**
 * Memories that have no embedding of their present content in a model, by id. A memory whose text has nothing to embed
 * is among them every time.
 */
export async function listMemoriesWithoutEmbedding(
  db: Database,
  workspaceId: WorkspaceId,
  { model, after, limit }: ListWithoutEmbeddingOptions,
): Promise<{ memory: MemoryRow; contentDigest: string }[]> {
  const rows = await readMemories(db, workspaceId, {
    extra: CONTENT_DIGEST,
    picked: sql`select m.id, (row_number() over (order by m.id))::int place,
        to_json(${CONTENT_DIGEST.json}) extra
      from memories m
      where m.workspace_id = ${uuid(workspaceId)}
        and (${nullable(after, 'uuid')} is null or m.id > ${nullable(after, 'uuid')})
        -- A value, which is looked up: a condition would be joined, each memory with all vectors.
        and m.content_digest is distinct from (
          select e.content_digest from memory_embeddings e
          where e.workspace_id = m.workspace_id and e.memory_id = m.id and e.model = ${model}::text)
      order by m.id limit ${limit}::int`,
  });
  return rows.map(({ memory, extra }) => ({ memory, contentDigest: extra }));
}

/** Makes searches use the vectors of a model from now on, through its index where it has one. */
export async function switchModel(
  db: Database,
  workspaceId: WorkspaceId,
  { model, hasSemanticIndex = false }: { model: string; hasSemanticIndex?: boolean },
): Promise<void> {
  await execute(db)`
    update workspace_statistics set model = ${model}::text, has_semantic_index = ${hasSemanticIndex}::bool
      where workspace_id = ${uuid(workspaceId)}`;
}

/** Vectors a statement, which in AWS has less than a minute. */
const DELETED_AT_ONCE = 5_000;

const deletion = row({
  reopened: col.json<string[]>()`coalesce(json_agg(r.id), '[]')`,
  gone: col.int`(select count(*) from gone)`,
});

/** @returns the ids of those, and whether there may be more vectors */
export async function deleteOtherModels(
  db: Database,
  workspaceId: WorkspaceId,
  { model, atOnce = DELETED_AT_ONCE }: { model: string; atOnce?: number },
): Promise<{ reopened: string[]; isMore: boolean }> {
  const [deleted] = await query(db, deletion)`with gone as (
        delete from memory_embeddings e using (
          select memory_id, model from memory_embeddings
          where workspace_id = ${uuid(workspaceId)} and model <> ${model}::text limit ${atOnce}::int) old
        where e.workspace_id = ${uuid(workspaceId)} and e.memory_id = old.memory_id and e.model = old.model
        returning e.memory_id),
      reopened as (
        update memory_counters c set content_hash = null from (select distinct memory_id from gone) g
        where c.workspace_id = ${uuid(workspaceId)} and c.memory_id = g.memory_id and not exists (
          select from memory_embeddings e
          where e.workspace_id = c.workspace_id and e.memory_id = c.memory_id and e.model = ${model}::text)
        returning c.memory_id::text id)
      select ${deletion.columns} from reopened r`;
  return { reopened: deleted?.reopened ?? [], isMore: deleted?.gone === atOnce };
}
