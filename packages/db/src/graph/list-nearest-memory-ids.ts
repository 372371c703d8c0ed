import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { idRow } from '../id-row.ts';
import { nearest } from '../search/nearest.ts';
import { queryVector } from '../search/semantic-expressions.ts';
import type { SemanticQuery } from '../search/semantic-query.ts';

export interface NearestIdsOptions {
  semantic: SemanticQuery;
  /** Least cosine similarity kept, 0..1. */
  threshold: number;
  limit: number;
  hasSemanticIndex: boolean;
}

/** Ids of the memories nearest to a query in meaning, the nearest first; one without an embedding never appears. */
export async function listNearestMemoryIds(
  db: Database,
  workspaceId: WorkspaceId,
  { semantic, threshold, limit, hasSemanticIndex }: NearestIdsOptions,
): Promise<string[]> {
  const candidates = nearest(db, workspaceId, {
    model: semantic.model,
    passes: undefined,
    hasSemanticIndex,
    limit,
  });
  const rows = await query(
    db,
    idRow,
    sql`with ${queryVector(db, semantic)}
      select ${idRow.columns} from (${candidates}) c where cosine >= ${threshold}::float8 order by cosine desc, c.id`,
  );
  return rows.map(({ id }) => id);
}
