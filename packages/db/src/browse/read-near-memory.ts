import { lookUp } from '../look-up.ts';
import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { holdsNoMore } from '../relationships/holds-no-more.ts';
import { col, row, type RowOf } from '../row.ts';
import { nearest } from '../search/nearest.ts';
import { queryVector } from '../search/semantic-expressions.ts';
import type { SemanticQuery } from '../search/semantic-query.ts';
import { uuid } from '../sql-values.ts';

const nearRow = row({
  id: col.uuid`o.id`,
  memory_id: col.text`o.memory_id`,
  title: col.text`left(o.title, 200)`,
  memory_type: col.memoryType`o.memory_type`,
  created_at: col.timestamp`o.created_at`,
  source_files: col.textList`o.source_files`,
  concepts: col.textList`o.concepts`,
  tags: col.textList`o.tags`,
});
export type NearMemory = RowOf<typeof nearRow>;

/** Nearest vectors, some of memories that no longer hold. */
const NEAREST = 5;

/**
 * The memory that holds and is the nearest to one about to be stored, if any is near enough.
 * @param options.from least cosine
 */
export async function readNearMemory(
  db: Database,
  workspaceId: WorkspaceId,
  { semantic, from, hasSemanticIndex }: { semantic: SemanticQuery; from: number; hasSemanticIndex: boolean },
): Promise<NearMemory | undefined> {
  const workspace = uuid(workspaceId);
  const { model } = semantic;
  const [nearestOne] = await query(db, nearRow)`with ${queryVector(db, semantic)},
      near as materialized (${nearest(db, workspaceId, { model, passes: undefined, hasSemanticIndex, limit: NEAREST })})
      select ${nearRow.columns} from near k
      ${lookUp('memories', 'o', sql`o.workspace_id = ${workspace} and o.id = k.id`)}
      where k.cosine >= ${from}::float8 and not ${holdsNoMore(workspace, sql`o.id`)}
      order by k.cosine desc, o.id limit 1`;
  return nearestOne;
}
