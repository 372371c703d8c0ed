import { under } from '../requirement.ts';

/** Search by meaning: formula, degradation, matches derived from the graph. */
export const searchRanking = under({
  'docs/specification.md#search': {
    'search.score.formula':
      'In search, `score` is 0.3 times keyword plus 0.6 times semantic plus 0.1 times importance.',
    'search.semantic.finds': 'With embeddings a memory without a common word is found by meaning.',
    'search.result.match-semantic': 'A match by meaning alone has `match_type` `semantic`.',
    'search.result.match-combined': 'A match by words and meaning has `match_type` `combined`.',
    'search.fallback.embedding-pending':
      'A memory without an embedding yet is still found by its words, ranked by keyword.',
    'search.degraded.status-200':
      'A search whose query embedding was skipped answers 200 with `degraded` true and keyword-only results.',
    'search.degraded.false':
      'A search with its query embedding has `degraded` false and `degradation_reason` null.',
    'search.degraded.no-semantic-or-graph':
      'A degraded search has neither semantic nor graph-derived matches.',
    'search.degraded.embed-timeout': 'A query embedding over its time limit reports `embed_timeout`.',
    'search.degraded.embed-circuit-open': 'While the circuit is open the reason is `embed_circuit_open`.',
    'search.tags-semantic': 'In search, `tags` narrows semantic matches as it narrows keyword matches.',
    'search.graph-ignores-tags': 'A graph-derived match may appear without the tags.',
    'search.identifiers':
      'Identifiers (`camelCase`, `snake_case`, paths, error codes) are found whole and by their parts.',
    'search.language':
      'A workspace may set its language; text that is not English is found with the default too.',
    'search.quality':
      'On the Cranfield set through REST with the offline default recall@10 is at least .455 and nDCG@10 at least .410.',
    'search.filter-keeps-score':
      'The score of a memory does not change when a limit or offset is added, nor its keyword part when a filter is; with a neural model no part does.',
    'search.index.same':
      'A process that keeps an index of a workspace finds what the database alone would find, whatever others have written in between.',
    'search.index.isolation':
      'An index in memory answers its own workspace alone, and nothing of what was deleted.',
  },
  'docs/decisions/search.md#122-the-built-in-embedder-is-a-table': {
    'search.semantic.fusion':
      'With the built-in table, words decide where they cover a question, and meaning where they do not: other words, and German, French, Spanish and Chinese.',
  },
  'docs/decisions/search.md#71-a-glossary-on-the-side-of-the-query': {
    'search.glossary':
      'Synonyms and abbreviations of the field find each other, after what has the very words.',
    'search.glossary.exact': 'The `exact` profile asks for the very words.',
  },
  'docs/decisions/aws.md#130-a-question-is-embedded-while-its-caller-is-authenticated': {
    'search.embedded-early':
      'The question of a caller who was let in the last time is embedded while the caller is authenticated; a revoked key is refused all the same, and costs no second call of the model.',
  },
  'docs/decisions/search.md#25-degraded-searches': {
    'search.degraded.no-provider':
      'Without a configured embedding provider a search is degraded with reason null.',
    'search.degraded.not-by-choice': 'In search, `use_semantic` false is not degraded.',
    'search.degraded.not-empty-query': 'An empty query is not degraded.',
    'search.degraded.other-failure':
      'Any other failure of the query embedding reports `embed_circuit_open` while the circuit is open, else `embed_timeout`.',
    'search.use-semantic-false.no-graph':
      'In search, `use_semantic` false switches off graph-derived matches too.',
    'search.degraded.recovers':
      'When the provider is back the circuit closes by itself and searches are no longer degraded.',
    'search.degraded.within-time': 'A degraded search answers within its time limit.',
  },
  'docs/decisions/search.md#26-matches-along-the-graph': {
    'search.graph.neighbours':
      'Neighbours of the best direct hits over edges of confidence 0.5 or more appear as results.',
    'search.graph.confidence-least': 'An edge with confidence below 0.5 brings no neighbour.',
    'search.graph.score': 'A graph-derived match is scored by the same formula with keyword 0.',
    'search.graph.match-type': 'A graph-derived match has `match_type` `semantic`.',
    'search.graph.other-filters-hold': 'Graph-derived matches ignore tags and no other filter.',
    'search.graph.bounds': 'At most 50 neighbours of the best 10 direct hits are added.',
  },
});
