import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { uuid } from '../sql-values.ts';
import { readJsonPage, type JsonPage } from './read-json-page.ts';

/** A page's items: more than one answer of the Data API holds. */
const PAGE_ITEMS = 10_000;

/** In characters: a longer concept names nothing, and a hundred of them must fit one row. */
const CONCEPT_LENGTH_MAX = sql.raw('40');

const START = '00000000-0000-0000-0000-000000000000';

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
        from memories m where m.workspace_id = ${uuid(workspaceId)} and m.id > ${uuid(after)}
        order by m.id limit ${PAGE_ITEMS}::int`,
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
        from relationships r where r.workspace_id = ${uuid(workspaceId)} and r.id > ${uuid(after)}
          and r.confidence >= ${minConfidence}::float8
        order by r.id limit ${PAGE_ITEMS}::int`,
    }),
  );
}

async function* readPages<Item>(
  read: (after: string) => Promise<JsonPage<Item>>,
): AsyncGenerator<Item[], void> {
  let after: string | null = START;
  while (after !== null) {
    const page: JsonPage<Item> = await read(after);
    if (page.items.length > 0) yield page.items;
    after = page.hasMore ? page.last : null;
  }
}
