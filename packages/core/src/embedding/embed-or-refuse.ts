import type { Embedder, EmbeddingVector } from '@memory/providers/embedder';
import { ProviderError } from '@memory/providers/provider-error';

/** Any model takes this: one that does not is refusing everything. */
const PROBE = 'A short sentence in plain words.';

/** A vector, empty for a blank text; or why the model does not take the text. */
export type Embedded = EmbeddingVector | { refused: string };

/**
 * Embeds texts and finds those that the model will never take, so that they hold up no others: when it refuses several,
 * halves are tried, and of a single one it is asked whether it takes any text at all.
 * @throws EmbedderError for what may pass, and for what is refused whatever the text, as credentials are
 */
export async function embedOrRefuse(embedder: Embedder, texts: readonly string[]): Promise<Embedded[]> {
  try {
    return await embedder.embed(texts, 'document');
  } catch (error) {
    if (!(error instanceof ProviderError) || error.retryable) throw error;
    if (texts.length > 1) {
      const middle = Math.ceil(texts.length / 2);
      const before = await embedOrRefuse(embedder, texts.slice(0, middle));
      return [...before, ...(await embedOrRefuse(embedder, texts.slice(middle)))];
    }
    await embedder.embed([PROBE], 'document');
    return [{ refused: error.message }];
  }
}
