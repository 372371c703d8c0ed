import { countEmbedding, noteEmbeddingRefusals, type Workspace } from '@memory/db';
import { type EmbeddingVector, EmbedderError, type Embedder } from '@memory/providers/embedder';
import { ProviderError } from '@memory/providers/provider-error';
import { estimateTokens } from '@memory/text/estimate-tokens';
import { hashContent, type MemoryContent } from '../memories/memory-content.ts';
import type { Services } from '../services.ts';
import type { EmbeddingProvider } from './embedding.ts';

export interface EmbeddedDocuments {
  /** In the order of the contents: null for one that has nothing to embed or is refused, undefined for one whose vector did not come. */
  vectors: (EmbeddingVector | null | undefined)[];
  /** Why vectors did not come; they may the next time. */
  failure: ProviderError | undefined;
  /** The tokens of the workspace's day are spent: no text was sent, and the hourly sweep finds the memories again. */
  isSpent: boolean;
}

/** Embeds memories. What a model refuses, while it takes other texts, is noted. */
export async function embedDocuments(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Pick<Workspace, 'id'>,
  { embedder, tokensPerDay: limit }: Pick<EmbeddingProvider, 'embedder' | 'tokensPerDay'>,
  contents: readonly (MemoryContent & { id: string })[],
): Promise<EmbeddedDocuments> {
  const texts = contents.map(documentText);
  const tokensOf = (some: readonly string[]) => some.reduce((sum, text) => sum + estimateTokens(text), 0);
  const budget = limit === undefined ? undefined : { limit, at: clock() };
  if (budget && !(await countEmbedding(db, workspace.id, { ...budget, tokens: tokensOf(texts) })))
    return { vectors: texts.map(() => undefined), failure: undefined, isSpent: true };
  let embedded: Embedded[] = [];
  try {
    embedded = await embedOrRefuse(embedder, texts);
  } finally {
    // A text that did not come costs nothing, and comes again.
    const left = tokensOf(texts.filter((_, index) => 'failure' in (embedded[index] ?? { failure: true })));
    if (budget && left > 0) await countEmbedding(db, workspace.id, { ...budget, tokens: -left });
  }
  const refusals = contents.flatMap((content, index) => {
    const answer = embedded[index];
    return answer && 'refused' in answer
      ? [{ memoryId: content.id, contentDigest: hashContent(content), reason: answer.refused }]
      : [];
  });
  if (refusals.length > 0) await noteEmbeddingRefusals(db, workspace.id, { model: embedder.model, refusals });
  const failures = embedded.flatMap((answer) => ('failure' in answer ? [answer.failure] : []));
  const vectors = embedded.map((answer) => {
    if ('failure' in answer) return undefined;
    return 'refused' in answer || answer.length === 0 ? null : answer;
  });
  return { vectors, failure: failures[0], isSpent: false };
}

/** A memory of a commit begins with the commit's name, and that of a revert with the word: alike in all, and not what they are about. */
const OF_A_COMMIT = / in [0-9a-f]{12}\b/u;
const OF_A_COMMIT_MAX = 80;
const REVERT = /^reverts? "?/iu;

/** The whole of a memory as one text, the most telling first, since a model may cut the end. */
export function documentText({ title, narrative, tags, concepts, source_files }: MemoryContent): string {
  const labels = [...new Set([...tags, ...concepts])].join(', ');
  const subject = title.replace(REVERT, '');
  const [first = '', ...rest] = narrative.split('\n\n');
  const isName = first.length <= OF_A_COMMIT_MAX && OF_A_COMMIT.test(first);
  const text = isName ? rest.join('\n\n') : narrative;
  return [subject, labels, source_files.join('\n'), text].filter(Boolean).join('\n\n');
}

/** Any model takes this: one that does not is refusing everything. */
const PROBE = 'A short sentence in plain words.';

/** A vector, empty for a blank text; or why the model does not take the text; or what kept it from coming this time. */
type Embedded = EmbeddingVector | { refused: string } | { failure: ProviderError };

/**
 * Embeds texts and finds those that the model will never take, so that they hold up no others: when it refuses several,
 * halves are tried, and of a single one it is asked whether it takes any text at all.
 * Errors that may pass fail the texts whose vectors did not come.
 * @throws EmbedderError for what is refused whatever the text, as credentials are
 */
async function embedOrRefuse(embedder: Embedder, texts: readonly string[]): Promise<Embedded[]> {
  try {
    return await embedder.embed(texts, 'document');
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.retryable) {
      const came = error instanceof EmbedderError ? error.came : new Map<number, EmbeddingVector>();
      return texts.map((text, index) => came.get(index) ?? (text.trim() === '' ? [] : { failure: error }));
    }
    if (texts.length > 1) {
      const middle = Math.ceil(texts.length / 2);
      const before = await embedOrRefuse(embedder, texts.slice(0, middle));
      return [...before, ...(await embedOrRefuse(embedder, texts.slice(middle)))];
    }
    await embedder.embed([PROBE], 'document');
    return [{ refused: error.message }];
  }
}
