import {
  deleteSeenGraphChanges,
  markGraphChangesSeen,
  readAnalysisEdges,
  readAnalysisMemories,
  updateGraphScores,
  type AnalysisMemory,
  type GraphScore,
  type Workspace,
  listChangedGraphs,
} from '@memory/db';
import type { Services } from '../services.ts';

/** Relationships less sure than this say nothing about importance or community. */
const CONFIDENCE_LEAST = 0.3;

/** Digits of a rank: enough to order by, and few enough that a new edge far away changes nothing. */
const SIGNIFICANT_DIGITS = 3;

/** In characters: a longer word of a title names no community. */
const WORD_LENGTH_MAX = 40;

/** Workspaces a statement. */
const PAGE = 500;

type Analyzed = Pick<AnalysisMemory, 'isEmbedded' | 'score' | 'label' | 'title' | 'concepts'>;

/**
 * Computes PageRank and communities of a workspace and writes what has changed. A score is the rank times the number of
 * memories: the average is 1 whatever the size of the workspace. Memories without an embedding take part and get no score
 * yet. Run twice on the same graph, it writes nothing the second time.
 */
export async function analyzeGraph(
  { db, embedding }: Pick<Services, 'db' | 'embedding'>,
  { id: workspaceId }: Pick<Workspace, 'id'>,
): Promise<void> {
  await markGraphChangesSeen(db, workspaceId);
  // Loaded here, since the handlers that share this package's index must not carry the algorithms.
  const { communities, communityLabels, createGraphBuilder, pageRank } = await import('@memory/graph');
  const memories = new Map<string, Analyzed>();
  const builder = createGraphBuilder();
  for await (const page of readAnalysisMemories(db, workspaceId)) {
    for (const { id, ...memory } of page) memories.set(id, memory);
    builder.addNodes(page.map(({ id }) => id));
  }
  for await (const page of readAnalysisEdges(db, workspaceId, { minConfidence: CONFIDENCE_LEAST }))
    builder.addEdges(
      page
        // The memories were read before: an edge to a newer one waits for the next analysis.
        .filter(([source, target]) => memories.has(source) && memories.has(target))
        .map(([sourceId, targetId, confidence, isBidirectional]) => ({
          sourceId,
          targetId,
          confidence,
          isBidirectional,
        })),
    );
  const graph = builder.build();
  const ranks = pageRank(graph);
  const labels = communityLabels({
    communities: communities(graph),
    conceptsOf: (id) => memories.get(id)?.concepts ?? [],
    titlesOf: (id) => shortWords(memories.get(id)?.title ?? ''),
    previousLabels: new Map([...memories].map(([id, { label }]) => [id, label])),
  });
  const scores = [...memories.keys()].map((id): GraphScore => {
    const score = (ranks.get(id) ?? 0) * memories.size;
    return { id, score: Number(score.toPrecision(SIGNIFICANT_DIGITS)), label: labels.get(id) ?? null };
  });
  // Without a provider no memory ever has an embedding to wait for.
  const isReady = ({ isEmbedded }: Analyzed) => isEmbedded || embedding.provider === 'none';
  const changed = scores.filter(({ id, score, label }) => {
    const memory = memories.get(id);
    return memory && isReady(memory) && (memory.score !== score || memory.label !== label);
  });
  await updateGraphScores(db, workspaceId, changed);
  await deleteSeenGraphChanges(db, workspaceId);
}

const shortWords = (title: string): string =>
  title
    .split(/\s+/u)
    .filter((word) => word.length <= WORD_LENGTH_MAX)
    .join(' ');

/**
 * Enqueues the analysis of each workspace whose graph has changed since its last one.
 * @param options.quietMs leaves out a workspace whose graph is still changing: it has its turn when it has rested this long
 * @param options.patienceMs or, however much it still changes, when it has waited this long
 */
export async function scheduleGraphAnalysis(
  { db, jobs, clock }: Pick<Services, 'db' | 'jobs' | 'clock'>,
  { quietMs, patienceMs = Infinity }: { quietMs?: number; patienceMs?: number } = {},
): Promise<void> {
  const before = (ms: number) => new Date(Math.max(0, clock().getTime() - ms));
  const quietSince = quietMs === undefined ? undefined : before(quietMs);
  for (let after: string | null = null; ;) {
    const changed: string[] = await listChangedGraphs(db, {
      after,
      limit: PAGE,
      quietSince,
      waitingSince: before(patienceMs),
    });
    if (changed.length > 0)
      await jobs.enqueue('analyzeGraph', ...changed.map((workspaceId) => ({ workspaceId })));
    if (changed.length < PAGE) return;
    after = changed.at(-1) ?? null;
  }
}
