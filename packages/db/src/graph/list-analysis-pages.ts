import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';
import { FIRST, readJsonPage, type JsonPage } from './read-json-page.ts';

/** A page's items: more than one answer of the Data API holds. */
const PAGE_ITEMS = 7_000;

/** In characters: a longer concept names nothing, and a hundred of them must fit one row. */
const CONCEPT_LENGTH_MAX = sql.raw('40');

/** What the analysis must know of a memory. */
export interface AnalysisMemory {
  id: string;
  title: string;
  /** Without those longer than 40 characters. */
  concepts: string[];
  isEmbedded: boolean;
  score: number | null;
  label: string | null;
}

/** The workspace's memories in the order of their ids, page by page. */
export async function* readAnalysisMemories(
  db: Database,
  workspaceId: WorkspaceId,
): AsyncGenerator<AnalysisMemory[], void> {
  yield* readPages((after) =>
    readJsonPage<AnalysisMemory>(db, {
      limit: PAGE_ITEMS,
      selection: sql`select m.id, json_build_object('id', m.id, 'title', m.title, 'concepts', array(
            select c from unnest(m.concepts) c where char_length(c) <= ${CONCEPT_LENGTH_MAX}),
          'isEmbedded', m.content_hash is not null, 'score', m.pagerank_score, 'label', m.community_label) body
        from memories_after(${uuid(workspaceId)}, ${uuid(after)}, ${PAGE_ITEMS}::int) m`,
    }),
  );
}

export type AnalysisEdge = [source: string, target: string, confidence: number, isBidirectional: boolean];

/** The workspace's relationships of at least this confidence in the order of their ids, page by page. */
export async function* readAnalysisEdges(
  db: Database,
  workspaceId: WorkspaceId,
  { minConfidence }: { minConfidence: number },
): AsyncGenerator<AnalysisEdge[], void> {
  yield* readPages((after) =>
    readJsonPage<AnalysisEdge>(db, {
      limit: PAGE_ITEMS,
      selection: sql`select r.id, json_build_array(r.source_id, r.target_id, r.confidence, r.is_bidirectional) body
        from relationships_after(
          ${uuid(workspaceId)}, ${uuid(after)}, ${minConfidence}::float8, ${PAGE_ITEMS}::int) r`,
    }),
  );
}

async function* readPages<Item>(
  read: (after: string) => Promise<JsonPage<Item>>,
): AsyncGenerator<Item[], void> {
  let after: string | null = FIRST;
  while (after !== null) {
    const page: JsonPage<Item> = await read(after);
    if (page.items.length > 0) yield page.items;
    after = page.hasMore ? page.last : null;
  }
}
