import { lookUp } from '../look-up.ts';
import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { holdsNoMore } from '../relationships/holds-no-more.ts';
import { col, row, type RowOf } from '../row.ts';
import { nearest } from '../search/nearest.ts';
import { COSINE, queryVector } from '../search/semantic-expressions.ts';
import type { SemanticQuery } from '../search/semantic-query.ts';
import { textArray, uuid } from '../sql-values.ts';
import { REPLACEABLE } from './succession.ts';

export interface NewContent {
  /** Labels of a decision or convention, which may replace another that has one of them; else none. */
  concepts: readonly string[];
  source_files: readonly string[];
  tags: readonly string[];
  semantic: SemanticQuery;
  /** Least cosine of what is similar, and of what may be replaced. */
  similarFrom: number;
  replaceableFrom: number;
  hasSemanticIndex: boolean;
  limit: number;
}

const nearRow = row({
  id: col.uuid`o.id`,
  memory_id: col.text`o.memory_id`,
  title: col.text`left(o.title, 200)`,
  memory_type: col.memoryType`o.memory_type`,
  created_at: col.timestamp`o.created_at`,
  replaceable: col.bool`c.replaceable`,
});
export type NearMemory = RowOf<typeof nearRow>;

/** Memories that hold and are like one about to be stored, or may be replaced by it, the nearest first. */
export function readNearMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { semantic, similarFrom, replaceableFrom, hasSemanticIndex, limit, ...labels }: NewContent,
): Promise<NearMemory[]> {
  const workspace = uuid(workspaceId);
  const { model } = semantic;
  return query(
    db,
    nearRow,
    sql`with ${queryVector(db, semantic)},
      same_matter as materialized (${sql.join(
        (['source_files', 'concepts', 'tags'] as const).map(
          (list) => sql`select m.id from memories m where m.workspace_id = ${workspace}
            and m.memory_type in ${REPLACEABLE} and m.${sql.raw(list)} && ${textArray(labels[list])}`,
        ),
        sql` union `,
      )}),
      near as materialized (${nearest(db, workspaceId, { model, passes: undefined, hasSemanticIndex, limit })})
      select ${nearRow.columns} from (select id from same_matter union select id from near) k
      ${lookUp('memories', 'o', sql`o.workspace_id = ${workspace} and o.id = k.id`)}
      ${lookUp(
        'memory_embeddings',
        'e',
        sql`e.workspace_id = o.workspace_id and e.memory_id = o.id and e.model = ${model}::text`,
      )}
      cross join lateral (select ${COSINE} cosine, exists (select from same_matter s where s.id = o.id) replaceable) c
      where c.cosine >= case when c.replaceable then ${replaceableFrom}::float8 else ${similarFrom}::float8 end
        and not ${holdsNoMore(workspace, sql`o.id`)}
      order by c.cosine desc, o.id limit ${limit}::int`,
  );
}
