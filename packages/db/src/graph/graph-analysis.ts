import { sql } from 'drizzle-orm';
import { type Database, type WorkspaceId, execute, query } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid, json, nullable, timestamp } from '../sql-values.ts';
import { joinCounters, FIRST, readJsonPage, type JsonPage } from './graph-pages.ts';

/** A page's items: more than one answer of the Data API holds. */
const PAGE_ITEMS = 7_000;

/** In characters: a longer concept names nothing, and a hundred of them must fit one row. */
const CONCEPT_LENGTH_MAX = sql.raw('40');

/** Columns of memory `m`, with its counters `c`, that the analysis needs. */
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

type AnalysisEdge = [source: string, target: string, confidence: number, isBidirectional: boolean];
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

/** Memories a statement: at most 1.3 MB of the 4 MiB of a request to the Data API; the embedded engine blocks the process meanwhile. */
const CHUNK = 1_000;

export interface GraphScore {
  id: string;
  score: number;
  label: string | null;
}

export async function updateGraphScores(
  db: Database,
  workspaceId: WorkspaceId,
  scores: readonly GraphScore[],
): Promise<void> {
  for (let at = 0; at < scores.length; at += CHUNK) {
    const chunk = scores.slice(at, at + CHUNK);
    await execute(db)`with input as materialized (
          select m.workspace_id, m.id, i.score, i.label
          from jsonb_to_recordset(${json(chunk)}) i(id uuid, score float8, label text)
          join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = i.id
          order by m.id for no key update of m)
        update memory_counters c set pagerank_score = i.score, community_label = i.label
        from input i where c.workspace_id = i.workspace_id and c.memory_id = i.id`;
  }
}

/** Until the next analysis of the graph, no group of the workspace has a name. */
export async function clearCommunityLabels(db: Database, workspaceId: WorkspaceId): Promise<void> {
  await execute(db)`update memory_counters set community_label = null
      where workspace_id = ${uuid(workspaceId)} and community_label is not null`;
}

const changed = row({ id: col.workspaceId`g.workspace_id` });

/**
 * Workspaces whose graph has changed since it was last analysed, by id; marks of workspaces that are gone go too.
 * @param options.after the last id of the page before; null for the first
 * @param options.quietSince leaves out those that changed after this time, and those whose analysis is under way; absent: none
 * @param options.waitingSince but not those that have waited since before this time, however much they still change
 */
export async function listChangedGraphs(
  db: Database,
  {
    after,
    limit,
    quietSince,
    waitingSince = new Date(0),
  }: { after: string | null; limit: number; quietSince?: Date | undefined; waitingSince?: Date },
): Promise<WorkspaceId[]> {
  const rows = await query(db, changed)`with gone as (
        delete from graph_changes g where not exists (select from workspaces w where w.id = g.workspace_id))
      select ${changed.columns} from graph_changes g join workspaces w on w.id = g.workspace_id
      where ${nullable(after, 'uuid')} is null or g.workspace_id > ${nullable(after, 'uuid')}
      group by g.workspace_id
      ${
        quietSince
          ? sql`having (max(g.changed_at) < ${timestamp(quietSince)} or min(g.changed_at) < ${timestamp(waitingSince)})
        and not bool_or(g.seen)`
          : sql``
      }
      order by g.workspace_id limit ${limit}::int`;
  return rows.map(({ id }) => id);
}

/** Marks the changes that an analysis which begins now will take in. */
export async function markGraphChangesSeen(db: Database, workspaceId: WorkspaceId): Promise<void> {
  await execute(db)`
    update graph_changes set seen = true where workspace_id = ${uuid(workspaceId)} and not seen`;
}

export async function deleteSeenGraphChanges(db: Database, workspaceId: WorkspaceId): Promise<void> {
  await execute(db)`delete from graph_changes where workspace_id = ${uuid(workspaceId)} and seen`;
}
