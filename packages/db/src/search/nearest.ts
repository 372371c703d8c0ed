import { sql, type SQL } from 'drizzle-orm';
import type { WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';
import type { SemanticQuery } from './semantic-query.ts';

/** Candidates by vector. */
const NEAREST = sql.raw('400');

export interface NearestOptions {
  semantic: SemanticQuery;
  /** The filters, on a row of `memories m`; undefined when nothing narrows. */
  passes: SQL | undefined;
  /** What the workspace's semantic index holds, when it has one. */
  index: 'halfvec' | 'vector' | undefined;
}

/** Selects `id` of the memories nearest to the query: every vector is read, unless the workspace has an index. */
export function nearest(
  workspaceId: WorkspaceId,
  { semantic: { model, vector }, passes, index }: NearestOptions,
): SQL {
  const type = index && sql.raw(`${index}(${vector.length})`);
  const distance = type
    ? sql`(e.embedding::${type}) <#> (select v::${type} from query)`
    : sql`e.embedding <#> (select v from query)`;
  const narrowed =
    passes && sql`join memories m on m.workspace_id = e.workspace_id and m.id = e.memory_id and ${passes}`;
  return sql`select e.memory_id id from memory_embeddings e ${narrowed ?? sql``}
    where e.workspace_id = ${uuid(workspaceId)} and e.model = ${model}::text
    order by ${distance} limit ${NEAREST}`;
}
