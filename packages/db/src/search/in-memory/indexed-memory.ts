import { namedMemories } from '../../memories/memory-row.ts';
import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../../database.ts';
import { col, row, type RowOf } from '../../row.ts';
import { uuid } from '../../sql-values.ts';
import { filterable, type Filterable } from '../search-filters.ts';

export interface IndexedMemory {
  id: string;
  /** The text form of its tsvector, and a digest of that. */
  searchText: string;
  textDigest: string;
  termCount: number;
  filterable: Filterable;
  vector: Float32Array | null;
}

/** Of memory `m` with its embedding `e`. */
const indexed = row({
  id: col.uuid`m.id`,
  search_text: col.text`m.search_text`,
  term_count: col.float`m.term_count`,
  filterable: col.object(filterable),
  vector: col.text.orNull`encode(vector_send(e.embedding::vector), 'base64')`,
});

export async function readIndexedMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { model, ids }: { model: string | null; ids: readonly string[] },
): Promise<IndexedMemory[]> {
  const rows = await query(db, indexed)`
    select ${indexed.columns} from ${namedMemories(workspaceId, { ids })} left join memory_embeddings e
        on e.workspace_id = m.workspace_id and e.memory_id = m.id and e.model = ${model ?? ''}::text`;
  return rows.map(asIndexed);
}

/** As many changed memories come with what says that they changed; more are read by themselves. */
const FEW = 50;

/** Those of the rows `changed (id)` as a list, null where they are many. Each is looked up, whatever the planner expects. */
export const fewChanged = (workspaceId: WorkspaceId, model: string | null): SQL => sql`(
  select case when count(*) <= ${sql.raw(`${FEW}`)} then coalesce(json_agg(c.body) filter (where c.body is not null), '[]') end
  from (
    select (
      select ${indexed.json} from memories m left join memory_embeddings e on e.workspace_id = m.workspace_id
        and e.memory_id = m.id and e.model = ${model ?? ''}::text
      where m.workspace_id = ${uuid(workspaceId)} and m.id = changed.id) body
    from changed limit ${sql.raw(`${FEW + 1}`)}) c)`;

export type IndexedRow = RowOf<typeof indexed>;

export const asIndexed = ({ vector, ...memory }: IndexedRow): IndexedMemory => ({
  id: memory.id,
  searchText: memory.search_text,
  textDigest: createHash('md5').update(memory.search_text).digest('base64'),
  termCount: memory.term_count,
  filterable: memory.filterable,
  vector: vector === null ? null : readVector(Buffer.from(vector, 'base64')),
});

/** Behind the number of dimensions and two bytes that are reserved stand the numbers, the highest byte first. */
function readVector(bytes: Buffer): Float32Array {
  const vector = new Float32Array(bytes.readInt16BE(0));
  for (let i = 0; i < vector.length; i += 1) vector[i] = bytes.readFloatBE(4 + 4 * i);
  return vector;
}
