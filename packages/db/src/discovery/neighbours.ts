import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { isEmbedded } from '../drivers/embedded.ts';
import { col, row } from '../row.ts';
import { nullable, uuid } from '../sql-values.ts';
import { KeptVectors, type Neighbour } from './kept-vectors.ts';

/** From so many at once the embedded engine is not asked, which takes a microsecond for each vector it looks at. */
const MANY = 5;

/** Vectors read in one statement: 20 ms of the embedded engine. */
const PAGE = 250;

/** Of vectors that are kept: 30,000 of 512 numbers. An index takes over at 20,000. */
const BYTES_MAX = 64_000_000;

/** How long vectors are kept that nobody asks for. */
const KEPT_MS = 60_000;

/** Beyond those wanted: some may be of memories that have changed or gone since. */
const SPARE = 3;

/** A cosine that is made of numbers in another order differs in the last digits. */
const TOLERANCE = 1e-4;

interface Kept {
  vectors: KeptVectors;
  loaded: Promise<void>;
  forget: NodeJS.Timeout;
}

/** Of databases that belong to this process alone: whatever is written goes through here. */
const keptOf = new WeakMap<Database, Map<string, Kept>>();

const keyOf = (workspaceId: WorkspaceId, model: string): string => `${workspaceId} ${model}`;

export interface NeighboursOptions {
  memoryIds: readonly string[];
  model: string | null;
  threshold: number;
  limit: number;
  hasSemanticIndex: boolean;
}

/**
 * Candidates for the nearest of many memories, from vectors that this process keeps while there is much to compare; the
 * statement that is given them makes the cosines again. Those of a memory that was written by another way are missed until
 * the vectors are read anew, a minute after the last who asked.
 * @returns undefined where the database is to look itself
 */
export async function findNeighbours(
  db: Database,
  workspaceId: WorkspaceId,
  { memoryIds, model, threshold, limit, hasSemanticIndex }: NeighboursOptions,
): Promise<Neighbour[] | undefined> {
  if (model === null || hasSemanticIndex || memoryIds.length < MANY || !isEmbedded(db)) return undefined;
  const all = keptOf.get(db) ?? new Map<string, Kept>();
  keptOf.set(db, all);
  const key = keyOf(workspaceId, model);
  const kept = all.get(key) ?? load(db, workspaceId, { model, all });
  kept.forget.refresh();
  await kept.loaded;
  if (all.get(key) !== kept) return undefined;
  return kept.vectors.nearest(memoryIds, { limit: limit + SPARE, threshold: threshold - TOLERANCE });
}

export function noteVector(
  db: Database,
  workspaceId: WorkspaceId,
  { memoryId, model, vector }: { memoryId: string; model: string; vector: ArrayLike<number> },
): void {
  keptOf.get(db)?.get(keyOf(workspaceId, model))?.vectors.put(memoryId, vector);
}

function load(
  db: Database,
  workspaceId: WorkspaceId,
  { model, all }: { model: string; all: Map<string, Kept> },
): Kept {
  const key = keyOf(workspaceId, model);
  const vectors = new KeptVectors();
  const forget = () => {
    clearTimeout(kept.forget);
    if (all.get(key) === kept) all.delete(key);
  };
  const loadAll = async () => {
    try {
      if (!(await readAll(db, workspaceId, { model, vectors }))) forget();
    } catch (error) {
      forget();
      throw error;
    }
  };
  const kept: Kept = {
    vectors,
    loaded: loadAll(),
    forget: setTimeout(forget, KEPT_MS).unref(),
  };
  // One at a time: who comes next has as many to compare.
  for (const [other, { forget: timer }] of all) {
    clearTimeout(timer);
    all.delete(other);
  }
  all.set(key, kept);
  return kept;
}

const storedVector = row({
  id: col.uuid`e.memory_id`,
  vector: col.text`encode(vector_send(e.embedding::vector), 'base64')`,
});

/** @returns false when there are too many to keep */
async function readAll(
  db: Database,
  workspaceId: WorkspaceId,
  { model, vectors }: { model: string; vectors: KeptVectors },
): Promise<boolean> {
  let after: string | null = null;
  for (;;) {
    const page: { id: string; vector: string }[] = await query(db, storedVector)`
      select ${storedVector.columns} from memory_embeddings e
        where e.workspace_id = ${uuid(workspaceId)} and e.model = ${model}::text
          and (${nullable(after, 'uuid')} is null or e.memory_id > ${nullable(after, 'uuid')})
        order by e.memory_id limit ${PAGE}::int`;
    // A vector that has been noted meanwhile is newer.
    for (const { id, vector } of page) if (!vectors.has(id)) vectors.put(id, numbersOf(vector));
    if (vectors.bytes > BYTES_MAX) return false;
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return true;
  }
}

/** Behind the number of dimensions and two bytes that are reserved stand the numbers, the highest byte first. */
function numbersOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return Float32Array.from({ length: bytes.readUInt16BE(0) }, (_, i) => bytes.readFloatBE(4 + 4 * i));
}

/** Most memories of the same session, and of other sessions on either side. */
const SAME_SESSION_MAX = sql.raw('10');
const CLOSE_MAX = sql.raw('5');

/** Others of a session that tell what belongs together; what many were stored in, like an import, tells less in proportion. */
const TELLING = sql.raw('5');
/** Others of it that are counted. */
const COUNTED = sql.raw('100');

/** Memories looked at on either side, however many were stored at that time. */
const WALKED = sql.raw('50');

/**
 * `session_neighbour` (me, id, confidence, same): of each of `me` the newest memories of its session, 0.6 where it
 * has few, and those of other sessions that were stored within half an hour, 0.15 down to 0.05: agents of a team work side by side, and what they
 * store has little to do with each other (of 12 such edges nobody wanted one). A memory without a session has none: what
 * merely happened to be stored at the time, an import say, is no context.
 */
export function sessionNeighbours(workspaceId: WorkspaceId): SQL {
  const side = (within: string, order: 'asc' | 'desc') => sql`(
    select x.id, 0.15 - 0.1 * abs(extract(epoch from x.created_at - me.created_at))::float8 / 1800 confidence,
      false same
    from (
      select x.id, x.created_at, x.source_session_id from memories x
      where x.workspace_id = ${uuid(workspaceId)} and ${sql.raw(within)}
      order by x.created_at ${sql.raw(order)} limit ${WALKED}) x
    where x.source_session_id <> me.source_session_id
    order by x.created_at ${sql.raw(order)}, x.id ${sql.raw(order)} limit ${CLOSE_MAX})`;
  return sql`session_neighbour as materialized (
    select me.id me, n.id, n.confidence, n.same from me cross join lateral (
      (select id, 0.6 * least(1, ${TELLING} / (count(*) over ())::float8) confidence, true same
        from (
          select x.id, x.created_at from memories x
          where x.workspace_id = ${uuid(workspaceId)} and x.source_session_id = me.source_session_id
            and x.id <> me.id
          order by x.created_at desc, x.id desc limit ${COUNTED}) x
        order by created_at desc, id desc limit ${SAME_SESSION_MAX})
      union all ${side(
        `x.created_at >= me.created_at and x.created_at <= me.created_at + interval '30 minutes'`,
        'asc',
      )}
      union all ${side(
        `x.created_at < me.created_at and x.created_at >= me.created_at - interval '30 minutes'`,
        'desc',
      )}) n
    where me.source_session_id is not null)`;
}
