import type { RecallCandidate, SemanticQuery, Workspace } from '@memory/db';
import { relevance } from '@memory/text';
import { lexicalVersionOf } from '../embedding/lexical-model-name.ts';
import { isImported } from './is-imported.ts';
import type { Services } from '../services.ts';

/** Narratives are cut to this for a reranker, in UTF-16 units: its models read about 500 tokens. */
const RERANKED_LENGTH = 2_000;

/** A neural cosine at and below which texts have nothing to do with each other; a choice, not measured. */
const NEURAL_FLOOR = 0.3;

type JudgingServices = Pick<Services, 'db' | 'embedding' | 'reranker'>;

export interface Judged {
  /** As it was asked. */
  query: string;
  /** Without exclusions, as it was embedded. */
  text: string;
  /** Null where there is no vector to compare. */
  semantic: SemanticQuery | null;
  candidates: readonly RecallCandidate[];
}

/**
 * How likely each candidate has to do with the query at all, 0..1, in their order: by the reranker when one is configured
 * and answers, else by words and vectors (retrieval gate of @memory/text).
 */
export async function judgeRelevance(
  services: JudgingServices,
  workspace: Workspace,
  { query, text, semantic, candidates }: Judged,
): Promise<number[]> {
  if (candidates.length === 0) return [];
  const reranked = await rerank(services, query, candidates);
  if (reranked) return reranked;
  const mass = await vocabularyShare(services, workspace, text);
  const cosinesOf = (evidence: Evidence) =>
    semantic?.feedback === 'none' ? neuralCosines(evidence) : lexicalCosines(evidence, mass);
  const stored = candidates.filter(({ memory }) => !isImported(memory)).length / candidates.length;
  return candidates.map(({ evidence, memory }) =>
    evidence
      ? relevance({ ...evidence, ...cosinesOf(evidence), besideMemories: isImported(memory) ? stored : 0 })
      : 1,
  );
}

type Evidence = NonNullable<RecallCandidate['evidence']>;

/** A reranker that fails must not fail the search: the gate then stands in for it. */
async function rerank(
  { reranker }: Pick<Services, 'reranker'>,
  query: string,
  candidates: readonly RecallCandidate[],
): Promise<number[] | undefined> {
  if (!reranker) return undefined;
  const documents = candidates.map(({ memory }) =>
    `${memory.title}\n\n${memory.narrative}`.slice(0, RERANKED_LENGTH).toWellFormed(),
  );
  try {
    return await reranker.rerank(query, documents, AbortSignal.timeout(RERANK_TIMEOUT_MS));
  } catch {
    return undefined;
  }
}

const RERANK_TIMEOUT_MS = 2_000;

const lexicalCosines = ({ cosineLearnt, cosineRest }: Evidence, mass: number) => ({
  cosHash: cosineRest,
  cosLsa: cosineLearnt,
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
