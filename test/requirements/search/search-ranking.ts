import type { Requirement } from '../requirement.ts';

/** Search by meaning: formula, degradation, matches derived from the graph. */
export const searchRanking = {
  'search.score.formula': {
    section: 'docs/specification.md#search',
    text: 'In search, `score` is 0.3 times keyword plus 0.6 times semantic plus 0.1 times importance.',
  },
  'search.semantic.fusion': {
    section: 'docs/decisions/search.md#122-the-built-in-embedder-is-a-table',
    text: 'With the built-in table, words decide where they cover a question, and meaning where they do not: other words, and German, French, Spanish and Chinese.',
  },
  'search.glossary': {
    section: 'docs/decisions/search.md#71-a-glossary-on-the-side-of-the-query',
    text: 'Synonyms and abbreviations of the field find each other, after what has the very words.',
  },
  'search.glossary.exact': {
    section: 'docs/decisions/search.md#71-a-glossary-on-the-side-of-the-query',
    text: 'The `exact` profile asks for the very words.',
  },
  'search.semantic.finds': {
    section: 'docs/specification.md#search',
    text: 'With embeddings a memory without a common word is found by meaning.',
  },
  'search.result.match-semantic': {
    section: 'docs/specification.md#search',
    text: 'A match by meaning alone has `match_type` `semantic`.',
  },
  'search.result.match-combined': {
    section: 'docs/specification.md#search',
    text: 'A match by words and meaning has `match_type` `combined`.',
  },
  'search.fallback.embedding-pending': {
    section: 'docs/specification.md#search',
    text: 'A memory without an embedding yet is still found by its words, ranked by keyword.',
  },
  'search.embedded-early': {
    section: 'docs/decisions/aws.md#130-a-question-is-embedded-while-its-caller-is-authenticated',
    text: 'The question of a caller who was let in the last time is embedded while the caller is authenticated; a revoked key is refused all the same, and costs no second call of the model.',
  },
  'search.degraded.status-200': {
    section: 'docs/specification.md#search',
    text: 'A search whose query embedding was skipped answers 200 with `degraded` true and keyword-only results.',
  },
  'search.degraded.false': {
    section: 'docs/specification.md#search',
    text: 'A search with its query embedding has `degraded` false and `degradation_reason` null.',
  },
  'search.degraded.no-semantic-or-graph': {
    section: 'docs/specification.md#search',
    text: 'A degraded search has neither semantic nor graph-derived matches.',
  },
  'search.degraded.embed-timeout': {
    section: 'docs/specification.md#search',
    text: 'A query embedding over its time limit reports `embed_timeout`.',
  },
  'search.degraded.embed-circuit-open': {
    section: 'docs/specification.md#search',
    text: 'While the circuit is open the reason is `embed_circuit_open`.',
  },
  'search.tags-semantic': {
    section: 'docs/specification.md#search',
    text: 'In search, `tags` narrows semantic matches as it narrows keyword matches.',
  },
  'search.graph-ignores-tags': {
    section: 'docs/specification.md#search',
    text: 'A graph-derived match may appear without the tags.',
  },
  'search.degraded.no-provider': {
    section: 'docs/decisions/search.md#25-degraded-searches',
    text: 'Without a configured embedding provider a search is degraded with reason null.',
  },
  'search.degraded.not-by-choice': {
    section: 'docs/decisions/search.md#25-degraded-searches',
    text: 'In search, `use_semantic` false is not degraded.',
  },
  'search.degraded.not-empty-query': {
    section: 'docs/decisions/search.md#25-degraded-searches',
    text: 'An empty query is not degraded.',
  },
  'search.degraded.other-failure': {
    section: 'docs/decisions/search.md#25-degraded-searches',
    text: 'Any other failure of the query embedding reports `embed_circuit_open` while the circuit is open, else `embed_timeout`.',
  },
  'search.use-semantic-false.no-graph': {
    section: 'docs/decisions/search.md#25-degraded-searches',
    text: 'In search, `use_semantic` false switches off graph-derived matches too.',
  },
  'search.degraded.recovers': {
    section: 'docs/decisions/search.md#25-degraded-searches',
    text: 'When the provider is back the circuit closes by itself and searches are no longer degraded.',
  },
  'search.degraded.within-time': {
    section: 'docs/decisions/search.md#25-degraded-searches',
    text: 'A degraded search answers within its time limit.',
  },
  'search.graph.neighbours': {
    section: 'docs/decisions/search.md#26-matches-along-the-graph',
    text: 'Neighbours of the best direct hits over edges of confidence 0.5 or more appear as results.',
  },
  'search.graph.confidence-least': {
    section: 'docs/decisions/search.md#26-matches-along-the-graph',
    text: 'An edge with confidence below 0.5 brings no neighbour.',
  },
  'search.graph.score': {
    section: 'docs/decisions/search.md#26-matches-along-the-graph',
    text: 'A graph-derived match is scored by the same formula with keyword 0.',
  },
  'search.graph.match-type': {
    section: 'docs/decisions/search.md#26-matches-along-the-graph',
    text: 'A graph-derived match has `match_type` `semantic`.',
  },
  'search.graph.other-filters-hold': {
    section: 'docs/decisions/search.md#26-matches-along-the-graph',
    text: 'Graph-derived matches ignore tags and no other filter.',
  },
  'search.graph.bounds': {
    section: 'docs/decisions/search.md#26-matches-along-the-graph',
    text: 'At most 50 neighbours of the best 10 direct hits are added.',
  },
  'search.identifiers': {
    section: 'docs/specification.md#search',
    text: 'Identifiers (`camelCase`, `snake_case`, paths, error codes) are found whole and by their parts.',
  },
  'search.language': {
    section: 'docs/specification.md#search',
    text: 'A workspace may set its language; text that is not English is found with the default too.',
  },
  'search.quality': {
    section: 'docs/specification.md#search',
    text: 'On the Cranfield set through REST with the offline default recall@10 is at least .455 and nDCG@10 at least .410.',
  },
  'search.filter-keeps-score': {
    section: 'docs/specification.md#search',
    text: 'The score of a memory does not change when a limit or offset is added, nor its keyword part when a filter is; with a neural model no part does.',
  },
  'search.index.same': {
    section: 'docs/specification.md#search',
    text: 'A process that keeps an index of a workspace finds what the database alone would find, whatever others have written in between.',
  },
  'search.index.isolation': {
    section: 'docs/specification.md#search',
    text: 'An index in memory answers its own workspace alone, and nothing of what was deleted.',
  },
} as const satisfies Record<string, Requirement>;
