import type { SearchResult } from '@memory/contracts';
import { readEvidence, type Evidence, type Workspace } from '@memory/db';
import { parseQuery, relevance } from '@memory/text';
import { embedQuery } from '../embedding/embed-query.ts';
import { lexicalVersionOf } from '../embedding/lexical-model-name.ts';
import type { Services } from '../services.ts';

/** Narratives are cut to this for a reranker, in UTF-16 units: its models read about 500 tokens. */
const RERANKED_LENGTH = 2_000;

/** A neural cosine at and below which texts have nothing to do with each other; a choice, not measured. */
const NEURAL_FLOOR = 0.3;

type JudgingServices = Pick<Services, 'db' | 'embedding' | 'reranker'>;

/**
 * How likely each result has to do with the query at all, 0..1, in the order of the results: by the reranker when one is
 * configured and answers, else by words and vectors (retrieval gate of @memory/text).
 */
export async function judgeRelevance(
  services: JudgingServices,
  workspace: Workspace,
  { query, results }: { query: string; results: readonly SearchResult[] },
): Promise<number[]> {
  if (results.length === 0) return [];
  return (
    (await rerank(services, query, results)) ?? (await judgeByEvidence(services, workspace, query, results))
  );
}

/** A reranker that fails must not fail the search: the gate then stands in for it. */
async function rerank(
  { reranker }: Pick<Services, 'reranker'>,
  query: string,
  results: readonly SearchResult[],
): Promise<number[] | undefined> {
  if (!reranker) return undefined;
  const documents = results.map(({ memory }) =>
    `${memory.title}\n\n${memory.narrative}`.slice(0, RERANKED_LENGTH).toWellFormed(),
  );
  try {
    return await reranker.rerank(query, documents, AbortSignal.timeout(RERANK_TIMEOUT_MS));
  } catch {
    return undefined;
  }
}

const RERANK_TIMEOUT_MS = 2_000;

async function judgeByEvidence(
  services: JudgingServices,
  workspace: Workspace,
  query: string,
  results: readonly SearchResult[],
): Promise<number[]> {
  const { words, alternatives, text } = parseQuery(query, workspace.language);
  const [{ semantic }, mass] = await Promise.all([
    embedQuery(services, workspace, text, alternatives),
    vocabularyShare(services, workspace, text),
  ]);
  const evidence = await readEvidence(services.db, workspace.id, {
    ids: results.map(({ memory }) => memory.id),
    words,
    alternatives,
    semantic,
    memoryCount: workspace.memoryCount,
  });
  const byId = new Map(evidence.map((found) => [found.id, found]));
  return results.map(({ memory }) => {
    const found = byId.get(memory.id);
    // Deleted since it was found.
    if (!found) return 0;
    const cosines = semantic?.feedback === 'none' ? neuralCosines(found) : lexicalCosines(found, mass);
    const { coverage, matched, known, memories } = found;
    return relevance({ coverage, matched, known, memories, ...cosines });
  });
}

const lexicalCosines = ({ cosine_learnt, cosine_rest }: Evidence, mass: number) => ({
  cosHash: cosine_rest,
  cosLsa: cosine_learnt,
  mass,
});

/** A neural cosine says by itself what the two parts of a lexical one say with the words; a choice, not measured. */
const neuralCosines = ({ cosine }: Evidence) => ({
  cosHash: (2 * (cosine - NEURAL_FLOOR)) / (1 - NEURAL_FLOOR),
  cosLsa: (cosine - NEURAL_FLOOR) / (1 - NEURAL_FLOOR),
  mass: 1,
});

/** Share of the query that the workspace's lexical model knows; 0 while it is untrained, unused for other models. */
async function vocabularyShare(
  { db, embedding }: Pick<Services, 'db' | 'embedding'>,
  workspace: Workspace,
  text: string,
): Promise<number> {
  const version = lexicalVersionOf(workspace.embeddingModel ?? '');
  if (version === undefined) return 0;
  const embedder = await embedding.lexicalEmbedders(db, workspace, version);
  return embedder?.embedQuery(text)?.mass ?? 0;
}
