import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { isEmbedded } from '../drivers/embedded.ts';
import { describeDatabaseFailure, isStatementTimeout } from '../errors.ts';
import { indexedType } from '../search/nearest.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';
import { withStatementLimit } from '../statement-limit.ts';

/** From here on an index pays, and below the second number it goes; in between it stays as it is. */
export const BUILT_FROM = 20_000;
const DROPPED_BELOW = 10_000;

/** Of 20 nearest among 100,000 it finds 19.8, and 18.8 with the usual 64. */
const EF_CONSTRUCTION = 160;

interface SemanticIndexOptions {
  model: string;
  /** A model that searches will use next, whose index stays. */
  next?: string | undefined;
  builtFrom?: number;
  droppedBelow?: number;
}

/** Index `i` of class `c`. */
const semanticIndex = row({
  name: col.text`c.relname`,
  valid: col.bool`i.indisvalid`,
  building: col.bool`exists (select from pg_stat_progress_create_index p where p.index_relid = c.oid)`,
});

const counted = row({ count: col.int`count(*)` });

/**
 * Gives a workspace with many embeddings an index of its own (HNSW, of the vectors of one model) and takes it from one
 * that has become small; what is smaller is read exactly. To be called outside a transaction. The index is built beside
 * the reads and writes: 4 s for 10,000 vectors in the embedded engine. Where that takes longer than the service waits,
 * it goes on by itself, and the next call finds it done.
 * @returns whether the workspace has a valid index now
 */
export async function maintainSemanticIndex(
  db: Database,
  workspaceId: WorkspaceId,
  { model, next, builtFrom = BUILT_FROM, droppedBelow = DROPPED_BELOW }: SemanticIndexOptions,
): Promise<boolean> {
  const wanted = indexName(workspaceId, model);
  const kept = next === undefined ? undefined : indexName(workspaceId, next);
  const indexes = (await listIndexes(db, workspaceId)).filter(({ name }) => name !== kept);
  if (indexes.some(({ building }) => building)) return false;
  const valid = indexes.some(({ name, valid }) => valid && name === wanted);
  const count = await countEmbeddings(db, workspaceId, model);
  const keep = valid ? count >= droppedBelow : count >= builtFrom;
  if (!valid || !keep) await setHasIndex(db, workspaceId, false);
  for (const { name } of indexes)
    if (!(keep && valid && name === wanted) && !(await isDone(db, dropIndex(name)))) return false;
  if (!keep) return false;
  if (!valid && !(await isDone(db, createIndex(db, workspaceId, { model, name: wanted })))) return false;
  await setHasIndex(db, workspaceId, true);
  return true;
}

/**
 * Builds the index of a model before searches use it: without one each would read every vector. As above, to be called again while
 * it is building.
 */
export async function buildNextIndex(
  db: Database,
  workspaceId: WorkspaceId,
  { model, builtFrom = BUILT_FROM }: Pick<SemanticIndexOptions, 'model' | 'builtFrom'>,
): Promise<'ready' | 'building' | 'not wanted'> {
  const wanted = indexName(workspaceId, model);
  const indexes = await listIndexes(db, workspaceId);
  const own = indexes.find(({ name }) => name === wanted);
  if (own?.valid) return 'ready';
  if (indexes.some(({ building }) => building)) return 'building';
  if ((await countEmbeddings(db, workspaceId, model)) < builtFrom) return 'not wanted';
  if (own && !(await isDone(db, dropIndex(wanted)))) return 'building';
  return (await isDone(db, createIndex(db, workspaceId, { model, name: wanted }))) ? 'ready' : 'building';
}

/** At most 63 bytes, the length of a name in PostgreSQL. */
function indexName(workspaceId: WorkspaceId, model: string): string {
  const digest = createHash('sha256').update(model).digest('hex').slice(0, 8);
  return `embeddings_${workspaceId.replaceAll('-', '')}_${digest}`;
}

// A definition takes no parameters. The id is a UUID, and the quotes of the model's name are doubled.
function createIndex(
  db: Database,
  workspaceId: WorkspaceId,
  { model, name }: { model: string; name: string },
): Change {
  const type = indexedType(db, model);
  const operators = sql.raw(isEmbedded(db) ? 'vector_ip_ops' : 'halfvec_ip_ops');
  return (concurrently) => sql`create index ${concurrently} ${sql.identifier(name)} on memory_embeddings
    using hnsw ((embedding::${type}) ${operators}) with (ef_construction = ${sql.raw(String(EF_CONSTRUCTION))})
    where workspace_id = ${sql.raw(`'${workspaceId}'`)} and model = ${sql.raw(`'${model.replaceAll("'", "''")}'`)}`;
}

const dropIndex =
  (name: string): Change =>
  (concurrently) =>
    sql`drop index ${concurrently} if exists ${sql.identifier(name)}`;

/** A statement that works beside reads and writes, or without the word that makes it do so. */
type Change = (concurrently: SQL) => SQL;

/** How long a change that cannot work beside writes may wait for them, and they behind it. */
const LOCK_TIMEOUT = '2s';

/** For a server whose connection is ours: a million vectors take minutes, and half an index has to be begun again. */
const INDEX_LIMIT_MS = 4 * 3_600_000;

/** False: it goes on without us, or has to be begun again by the next call. */
async function isDone(db: Database, change: Change): Promise<boolean> {
  try {
    // The embedded engine has one connection, so nothing could go on meanwhile.
    if (isEmbedded(db)) await db.execute(change(sql.raw('')));
    else
      await withStatementLimit(INDEX_LIMIT_MS, () =>
        db.execute(change(sql.raw('concurrently'))).then(() => undefined),
      );
    return true;
  } catch (error) {
    if (isStatementTimeout(error)) return false;
    // Where every statement is wrapped in a transaction, which no document of the Data API excludes.
    if (describeDatabaseFailure(error).sqlState === '25001') return isDonePlainly(db, change);
    throw error;
  }
}

/** Holds writes up while it works, but waits for nobody for long. */
async function isDonePlainly(db: Database, change: Change): Promise<boolean> {
  const limit = sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    await db.execute(sql`do $index$ begin ${limit}; ${change(sql.raw(''))}; end $index$`);
    return true;
  } catch (error) {
    if (isStatementTimeout(error) || describeDatabaseFailure(error).sqlState === '55P03') return false;
    throw error;
  }
}

async function countEmbeddings(db: Database, workspaceId: WorkspaceId, model: string): Promise<number> {
  const [embeddings] = await query(db, counted)`select ${counted.columns} from memory_embeddings
      where workspace_id = ${uuid(workspaceId)} and model = ${model}::text`;
  return embeddings?.count ?? 0;
}

async function listIndexes(db: Database, workspaceId: WorkspaceId): Promise<RowOf<typeof semanticIndex>[]> {
  return query(db, semanticIndex)`select ${semanticIndex.columns}
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'memory_embeddings'::regclass
        and c.relname like ${`embeddings\\_${workspaceId.replaceAll('-', '')}\\_%`}::text`;
}

async function setHasIndex(db: Database, workspaceId: WorkspaceId, hasIndex: boolean): Promise<void> {
  await execute(db)`update workspace_statistics set has_semantic_index = ${hasIndex}::bool
      where workspace_id = ${uuid(workspaceId)} and has_semantic_index <> ${hasIndex}::bool`;
}
