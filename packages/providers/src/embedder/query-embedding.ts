import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleAll,
  isBrokenCircuitError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { Embedder, EmbeddingVector } from './embedder.ts';

export interface QueryEmbeddingOptions {
  /** Milliseconds a search waits for its vector; default 2,000. */
  timeoutMs?: number;
  /** Queries whose vectors are kept; default 500 (2 MB at 1,024 dimensions). */
  cacheSize?: number;
  breaker?: {
    /** Failures in a row that open the circuit; default 5. */
    failures?: number;
    /** Milliseconds until one search tries the provider again; default 10,000. */
    halfOpenAfterMs?: number;
  };
}

/** A query's vector (empty for a blank query), or why there is none: the two reasons of the interface (decision 25). */
export type QueryEmbeddingResult =
  | { vector: EmbeddingVector }
  | { degraded: 'embed_timeout' | 'embed_circuit_open' };

export type QueryEmbedding = (text: string) => Promise<QueryEmbeddingResult>;

/**
 * Embeds search queries within a time limit, and never throws. After several failures in a row the provider is left
 * alone; once the pause is over one query tries it, while the others are answered at once, and its success closes the circuit.
 */
export function createQueryEmbedding(
  embedder: Pick<Embedder, 'embed'>,
  { timeoutMs = 2_000, cacheSize = 500, breaker = {} }: QueryEmbeddingOptions = {},
): QueryEmbedding {
  const { failures = 5, halfOpenAfterMs = 10_000 } = breaker;
  const circuit = circuitBreaker(handleAll, {
    halfOpenAfter: halfOpenAfterMs,
    breaker: new ConsecutiveBreaker(failures),
  });
  // Aggressive: the limit holds even for an embedder that does not listen to its signal.
  const policy = wrap(circuit, timeout(timeoutMs, TimeoutStrategy.Aggressive));
  const cache = new LRUCache<string, EmbeddingVector>({ max: cacheSize });

  return async (text) => {
    const cached = cache.get(text);
    if (cached) return { vector: cached };
    // The breaker would make this call wait for the one that is trying; a search has better things to do.
    if (circuit.state === CircuitState.HalfOpen) return { degraded: 'embed_circuit_open' };
    try {
      const vector = await policy.execute(async ({ signal }) => {
        const [first] = await embedder.embed([text], 'query', { signal });
        return first ?? [];
      });
      cache.set(text, vector);
      return { vector };
    } catch (error) {
      return { degraded: isBrokenCircuitError(error) ? 'embed_circuit_open' : 'embed_timeout' };
    }
  };
}
