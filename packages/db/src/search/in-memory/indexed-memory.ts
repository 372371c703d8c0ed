import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../../database.ts';
import { col, row, type RowOf } from '../../row.ts';
import { uuid, uuidArray } from '../../sql-values.ts';
import { filterable, type Filterable } from '../search-filters.ts';

/** What a search reads of a memory. */
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
  vector: col.text.orNull`encode(vector_send(e.embedding), 'base64')`,
});

/** A page of the memories of a workspace, by id, with their vectors of a model. */
export async function listIndexedMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { model, after, limit }: { model: string | null; after: string | null; limit: number },
): Promise<IndexedMemory[]> {
  const page = after === null ? sql`true` : sql`m.id > ${uuid(after)}`;
  return readIndexed(db, workspaceId, { model, where: sql`${page} order by m.id limit ${limit}::int` });
}

/** Some of them, as far as they are there. */
export async function readIndexedMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { model, ids }: { model: string | null; ids: readonly string[] },
): Promise<IndexedMemory[]> {
  return readIndexed(db, workspaceId, { model, where: sql`m.id = any(${uuidArray(ids)})` });
}

async function readIndexed(
  db: Database,
  workspaceId: WorkspaceId,
  { model, where }: { model: string | null; where: SQL },
): Promise<IndexedMemory[]> {
  const rows = await query(
    db,
    indexed,
    sql`select ${indexed.columns} from memories m left join memory_embeddings e
        on e.workspace_id = m.workspace_id and e.memory_id = m.id and e.model = ${model ?? ''}::text
      where m.workspace_id = ${uuid(workspaceId)} and ${where}`,
  );
  return rows.map(asIndexed);
}

const asIndexed = ({ vector, ...memory }: RowOf<typeof indexed>): IndexedMemory => ({
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
