import { lookUp } from '../look-up.ts';
import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { vectorValue } from '../embedding/vector-value.ts';
import { holdsNoMore } from '../relationships/holds-no-more.ts';
import { col, row, type RowOf } from '../row.ts';
import { textArray, uuid } from '../sql-values.ts';
import { REPLACEABLE, type Succession } from './succession.ts';

export interface NewContent extends Succession {
  concepts: readonly string[];
  source_files: readonly string[];
  tags: readonly string[];
  vector: ArrayLike<number>;
  limit: number;
}

const replaceableRow = row({
  id: col.uuid`o.id`,
  memory_id: col.text`o.memory_id`,
  title: col.text`left(o.title, 200)`,
  memory_type: col.memoryType`o.memory_type`,
  created_at: col.timestamp`o.created_at`,
});
export type ReplaceableMemory = RowOf<typeof replaceableRow>;

/** Memories that a decision or convention may replace when it is stored, the nearest first. */
export function readReplaceableMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { concepts, source_files, tags, vector, model, threshold, limit }: NewContent,
): Promise<ReplaceableMemory[]> {
  const workspace = uuid(workspaceId);
  return query(
    db,
    replaceableRow,
    sql`select ${replaceableRow.columns}
      from (select ${textArray(source_files)} source_files, ${textArray(concepts)} concepts, ${textArray(tags)} tags,
        ${vectorValue(db, vector)} v) g
      cross join lateral (
        ${sql.join(
          ['source_files', 'concepts', 'tags'].map(
            (list) => sql`select m.id from memories m
              where m.workspace_id = ${workspace} and m.${sql.raw(list)} && g.${sql.raw(list)}`,
          ),
          sql` union `,
        )}) k
      ${lookUp(
        'memories',
        'o',
        sql`o.workspace_id = ${workspace} and o.id = k.id and o.memory_type in ${REPLACEABLE}`,
      )}
      ${lookUp(
        'memory_embeddings',
        'e',
        sql`e.workspace_id = o.workspace_id and e.memory_id = o.id and e.model = ${model}::text`,
      )}
      where -(e.embedding <#> g.v) >= ${threshold}::float8 and not ${holdsNoMore(workspace, sql`o.id`)}
      order by e.embedding <#> g.v, o.id limit ${limit}::int`,
  );
}
