import { sql, type SQL } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { isEmbedded } from '../drivers/embedded.ts';
import { modelDimensions } from '../embedding/vector-value.ts';
import { uuid } from '../sql-values.ts';
import { COSINE } from './semantic-expressions.ts';

export interface NearestOptions {
  model: string;
  /** The filters, on a row of `memories m`; undefined when nothing narrows. */
  passes: SQL | undefined;
  hasSemanticIndex: boolean;
  limit: number;
}

/** Type of the numbers in a semantic index: half the size on a server; the embedded engine has no hardware for 16 bits. */
export const indexedType = (db: Database, model: string): SQL =>
  sql.raw(`${isEmbedded(db) ? 'vector' : 'halfvec'}(${modelDimensions(model)})`);

/**
 * Selects `id` and `cosine` of the memories nearest to `(select v from query)`, the nearest first. Every vector is read,
 * unless the workspace has an index, which answers only the very expression it was made of.
 */
export function nearest(
  db: Database,
  workspaceId: WorkspaceId,
  { model, passes, hasSemanticIndex, limit }: NearestOptions,
): SQL {
  const type = indexedType(db, model);
  const distance = hasSemanticIndex
    ? sql`(e.embedding::${type}) <#> (select v::${type} from query)`
    : sql`e.embedding <#> (select v from query)`;
  // Of a limit that it does not know the planner expects a tenth of the rows, and takes the index. It takes each workspace for a 200th of
  // the table, of which it would rather read all than look up 400: below some 110,000 vectors the index was not used.
  const most = hasSemanticIndex ? sql`(select ${limit}::int)` : sql`${limit}::int`;
  const narrowed =
    passes && sql`join memories m on m.workspace_id = e.workspace_id and m.id = e.memory_id and ${passes}`;
  return sql`select e.memory_id id, ${COSINE} cosine from memory_embeddings e ${narrowed ?? sql``}
    where e.workspace_id = ${uuid(workspaceId)} and e.model = ${model}::text
    order by ${distance} limit ${most}`;
}
