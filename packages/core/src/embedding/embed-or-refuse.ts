import { EmbedderError, type Embedder, type EmbeddingVector } from '@memory/providers/embedder';
import { ProviderError } from '@memory/providers/provider-error';

/** Any model takes this: one that does not is refusing everything. */
const PROBE = 'A short sentence in plain words.';

/** A vector, empty for a blank text; or why the model does not take the text; or what kept it from coming this time. */
export type Embedded = EmbeddingVector | { refused: string } | { failure: ProviderError };

/**
 * Embeds texts and finds those that the model will never take, so that they hold up no others: when it refuses several,
 * halves are tried, and of a single one it is asked whether it takes any text at all.
 * Errors that may pass fail the texts whose vectors did not come.
 * @throws EmbedderError for what is refused whatever the text, as credentials are
 */
export async function embedOrRefuse(embedder: Embedder, texts: readonly string[]): Promise<Embedded[]> {
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
