import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';
import { joinCounters } from './graph-node-row.ts';
import { FIRST, readJsonPage, type JsonPage } from './read-json-page.ts';

/** A page's items: more than one answer of the Data API holds. */
const PAGE_ITEMS = 7_000;

/** In characters: a longer concept names nothing, and a hundred of them must fit one row. */
const CONCEPT_LENGTH_MAX = sql.raw('40');

/** What the analysis must know of memory `m` with its counters `c`. */
const analysisMemory = row({
  id: col.uuid`m.id`,
  title: col.text`m.title`,
  /** Without those longer than 40 characters. */
  concepts: col.textList`array(
    select c from unnest(m.concepts) c where char_length(c) <= ${CONCEPT_LENGTH_MAX})`,
  isEmbedded: col.bool`(c.content_hash = m.content_digest) is true`,
  score: col.float.orNull`c.pagerank_score`,
  label: col.text.orNull`c.community_label`,
});
export type AnalysisMemory = RowOf<typeof analysisMemory>;

/** The workspace's memories in the order of their ids, page by page. */
export async function* readAnalysisMemories(
  db: Database,
  workspaceId: WorkspaceId,
): AsyncGenerator<AnalysisMemory[], void> {
  yield* readPages((after) =>
    readJsonPage(db, {
      item: analysisMemory,
      limit: PAGE_ITEMS,
      selection: sql`select m.id, ${analysisMemory.json} body
        from memories_after(${uuid(workspaceId)}, ${uuid(after)}, ${PAGE_ITEMS}::int) m ${joinCounters}`,
    }),
  );
}

export type AnalysisEdge = [source: string, target: string, confidence: number, isBidirectional: boolean];
const ANALYSIS_EDGE = col.json<AnalysisEdge>()`json_build_array(
  r.source_id, r.target_id, r.confidence, r.is_bidirectional)`;

/** The workspace's relationships of at least this confidence in the order of their ids, page by page. */
export async function* readAnalysisEdges(
  db: Database,
  workspaceId: WorkspaceId,
  { minConfidence }: { minConfidence: number },
): AsyncGenerator<AnalysisEdge[], void> {
  yield* readPages((after) =>
    readJsonPage(db, {
      item: ANALYSIS_EDGE,
      limit: PAGE_ITEMS,
      selection: sql`select r.id, ${ANALYSIS_EDGE.json} body
        from relationships_after(
          ${uuid(workspaceId)}, ${uuid(after)}, ${minConfidence}::float8, ${PAGE_ITEMS}::int) r`,
    }),
  );
}

/** The next page is read while whoever asked works on this one. */
async function* readPages<Item>(
  read: (after: string) => Promise<JsonPage<Item>>,
): AsyncGenerator<Item[], void> {
  let coming: Promise<JsonPage<Item>> | undefined = read(FIRST);
  while (coming) {
    const { items, hasMore, last }: JsonPage<Item> = await coming;
    coming = hasMore && last !== null ? read(last) : undefined;
    // It is awaited when its turn comes; whoever has stopped asking by then does not hear of its failure.
    coming?.catch(() => undefined);
    if (items.length > 0) yield items;
  }
}
