import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { vectorText } from '../embeddings/vector-text.ts';
import { col, row, type RowOf } from '../row.ts';
import { textArray, uuid, uuidArray } from '../sql-values.ts';

/** Types whose memories replace one another: what was decided, and how things are done. */
const REPLACEABLE = sql`('decision', 'convention')`;

const newerRow = row({
  /** Of the older memory. */
  old_id: col.uuid`o.id`,
  id: col.uuid`n.id`,
  memory_id: col.text`n.memory_id`,
  title: col.text`left(n.title, 200)`,
  memory_type: col.text`n.memory_type`,
  created_at: col.timestamp`n.created_at`,
});
export type NewerMemory = RowOf<typeof newerRow>;

const alike = (ours: SQL, theirs: SQL): SQL =>
  sql`(${ours}.source_files && ${theirs}.source_files or ${ours}.concepts && ${theirs}.concepts)`;

/**
 * For each of some decisions and conventions the newest later one of its type that shares a file or a concept and is near
 * in meaning: it may have replaced it. Where somebody declared how two memories stand to each other nothing is guessed.
 * @param threshold least cosine similarity
 */
export function readNewerMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, model, threshold }: { ids: readonly string[]; model: string; threshold: number },
): Promise<NewerMemory[]> {
  const workspace = uuid(workspaceId);
  return query(
    db,
    newerRow,
    sql`select ${newerRow.columns}
      from memories o
      join memory_embeddings e on e.workspace_id = o.workspace_id and e.memory_id = o.id and e.model = ${model}::text
      cross join lateral (
        select m.* from memories m
        join memory_embeddings f on f.workspace_id = m.workspace_id and f.memory_id = m.id and f.model = ${model}::text
        where m.workspace_id = ${workspace} and m.memory_type = o.memory_type and m.created_at > o.created_at
          and ${alike(sql`m`, sql`o`)} and -(f.embedding <#> e.embedding) >= ${threshold}::float8
          and not exists (
            select from relationships r where r.workspace_id = ${workspace} and r.discovery_method = 'manual'
              and ((r.source_id = m.id and r.target_id = o.id) or (r.source_id = o.id and r.target_id = m.id)))
        order by m.created_at desc, m.id limit 1) n
      where o.workspace_id = ${workspace} and o.id = any(${uuidArray(ids)}) and o.memory_type in ${REPLACEABLE}
      order by n.created_at, n.id`,
  );
}

export interface NewContent {
  memory_type: string;
  concepts: readonly string[];
  source_files: readonly string[];
  vector: ArrayLike<number>;
  model: string;
  threshold: number;
  limit: number;
}

const replaceableRow = row({
  id: col.uuid`o.id`,
  memory_id: col.text`o.memory_id`,
  title: col.text`left(o.title, 200)`,
  memory_type: col.text`o.memory_type`,
  created_at: col.timestamp`o.created_at`,
});
export type ReplaceableMemory = RowOf<typeof replaceableRow>;

/** The same from the other side: what a memory that is about to be stored may replace, the nearest first. */
export function readReplaceableMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { memory_type, concepts, source_files, vector, model, threshold, limit }: NewContent,
): Promise<ReplaceableMemory[]> {
  const workspace = uuid(workspaceId);
  return query(
    db,
    replaceableRow,
    sql`select ${replaceableRow.columns}
      from (select ${textArray(source_files)} source_files, ${textArray(concepts)} concepts,
        ${vectorText(vector)}::vector v) g
      join memories o on o.workspace_id = ${workspace} and o.memory_type = ${memory_type}::text
        and o.memory_type in ${REPLACEABLE} and ${alike(sql`o`, sql`g`)}
      join memory_embeddings e on e.workspace_id = o.workspace_id and e.memory_id = o.id and e.model = ${model}::text
      where -(e.embedding <#> g.v) >= ${threshold}::float8 and not exists (
        select from relationships r where r.workspace_id = ${workspace} and r.target_id = o.id
          and r.relationship_type = 'supersedes')
      order by e.embedding <#> g.v, o.id limit ${limit}::int`,
  );
}
