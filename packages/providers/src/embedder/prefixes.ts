import { createHash } from 'node:crypto';
import type { EmbeddingKind } from './embedder.ts';

export type EmbeddingPrefixes = Record<EmbeddingKind, string>;

const NONE: EmbeddingPrefixes = { query: '', document: '' };

/** Prefixes the makers of open models trained with, by model name; from their model cards. The first match counts. */
const KNOWN: readonly (readonly [RegExp, EmbeddingPrefixes])[] = [
  [/\be5-[\w-]{0,20}instruct/i, NONE],
  [/\be5-/i, { query: 'query: ', document: 'passage: ' }],
  [/nomic-embed-text/i, { query: 'search_query: ', document: 'search_document: ' }],
  [/embeddinggemma/i, { query: 'task: search result | query: ', document: 'title: none | text: ' }],
  [
    /mxbai-embed|bge-[\w-]{0,20}-en/i,
    { query: 'Represent this sentence for searching relevant passages: ', document: '' },
  ],
];

/** The configured prefixes, else those the model is known to want, else none. */
export function prefixesFor(model: string, configured?: EmbeddingPrefixes): EmbeddingPrefixes {
  return configured ?? KNOWN.find(([name]) => name.test(model))?.[1] ?? NONE;
}

/**
 * The name stored with vectors. Prefixes other than the model's own give other vectors, so they show in the name:
 * vectors of two names are never compared.
 */
export function modelName(
  provider: string,
  model: string,
  dimensions: number,
  configured?: EmbeddingPrefixes,
): string {
  const name = `${provider}/${model}/${dimensions}`;
  const usual = prefixesFor(model);
  if (!configured || (configured.query === usual.query && configured.document === usual.document))
    return name;
  const digest = createHash('sha256')
    .update(JSON.stringify([configured.query, configured.document]))
    .digest('hex');
  return `${name}+${digest.slice(0, 8)}`;
}
