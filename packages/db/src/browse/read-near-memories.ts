import { lookUp } from '../look-up.ts';
import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { holdsNoMore } from '../relationships/holds-no-more.ts';
import { col, row, type RowOf } from '../row.ts';
import { nearest } from '../search/nearest.ts';
import { queryVector } from '../search/semantic-expressions.ts';
import type { SemanticQuery } from '../search/semantic-query.ts';
import { textArray, uuid } from '../sql-values.ts';
import { REPLACEABLE } from './succession.ts';

export interface NewContent {
  /** Labels of one that may replace another which has one of them; else none. */
  concepts: readonly string[];
  source_files: readonly string[];
  tags: readonly string[];
  semantic: SemanticQuery;
  from: number;
  hasSemanticIndex: boolean;
}

const nearRow = row({
  id: col.uuid`o.id`,
  memory_id: col.text`o.memory_id`,
  title: col.text`left(o.title, 200)`,
  memory_type: col.memoryType`o.memory_type`,
  created_at: col.timestamp`o.created_at`,
  replaceable: col.bool`n.replaceable`,
});
export type NearMemory = RowOf<typeof nearRow>;

/** Nearest vectors, some of memories that no longer hold. */
const NEAREST = 5;

/** The memory that holds and is the nearest to one about to be stored, if any is near enough. */
export async function readNearMemory(
  db: Database,
  workspaceId: WorkspaceId,
  { semantic, from, hasSemanticIndex, ...labels }: NewContent,
): Promise<NearMemory | undefined> {
  const workspace = uuid(workspaceId);
  const { model } = semantic;
  const [nearestOne] = await query(db, nearRow)`with ${queryVector(db, semantic)},
      near as materialized (${nearest(db, workspaceId, { model, passes: undefined, hasSemanticIndex, limit: NEAREST })})
      select ${nearRow.columns} from near k
      ${lookUp('memories', 'o', sql`o.workspace_id = ${workspace} and o.id = k.id`)}
      cross join lateral (select o.memory_type in ${REPLACEABLE} and (${sql.join(
        LABELS.map((list) => sql`o.${sql.raw(list)} && ${textArray(labels[list])}`),
        sql` or `,
      )}) replaceable) n
      where k.cosine >= ${from}::float8 and not ${holdsNoMore(workspace, sql`o.id`)}
      order by k.cosine desc, o.id limit 1`;
  return nearestOne;
}

const LABELS = ['source_files', 'concepts', 'tags'] as const;
