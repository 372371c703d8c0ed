import type { Requirement } from './requirement.ts';

/** Search by meaning: formula, degradation, matches derived from the graph. */
export const searchRanking = {
  'search.score.formula': {
    section: 'Endpoints / Search',
    part: 2,
    text: 'In search, `score` is 0.3 times keyword plus 0.6 times semantic plus 0.1 times importance.',
  },
  'search.semantic.finds': {
    section: 'Endpoints / Search',
    part: 2,
    text: 'With embeddings a memory without a common word is found by meaning.',
  },
  'search.result.match-semantic': {
    section: 'Endpoints / Search',
    part: 2,
    text: 'A match by meaning alone has `match_type` `semantic`.',
  },
  'search.result.match-combined': {
    section: 'Endpoints / Search',
    part: 2,
    text: 'A match by words and meaning has `match_type` `combined`.',
  },
  'search.fallback.embedding-pending': {
    section: 'Endpoints / Search',
    part: 2,
    text: 'A memory without an embedding yet is still found by its words, ranked by keyword.',
  },
  'search.degraded.status-200': {
    section: 'Endpoints / Search',
    part: 2,
    text: 'A search whose query embedding was skipped answers 200 with `degraded` true and keyword-only results.',
  },
  'search.degraded.false': {
    section: 'Endpoints / Search',
    part: 2,
    text: 'A search with its query embedding has `degraded` false and `degradation_reason` null.',
  },
  'search.degraded.no-semantic-or-graph': {
    section: 'Endpoints / Search',
    part: 2,
    text: 'A degraded search has neither semantic nor graph-derived matches.',
  },
  'search.degraded.embed-timeout': {
    section: 'Endpoints / Search',
    part: 2,
    text: 'A query embedding over its time limit reports `embed_timeout`.',
  },
  'search.degraded.embed-circuit-open': {
    section: 'Endpoints / Search',
    part: 2,
    text: 'While the circuit is open the reason is `embed_circuit_open`.',
  },
  'search.tags-semantic': {
    section: 'Endpoints / Search',
    part: 2,
    text: 'In search, `tags` narrows semantic matches as it narrows keyword matches.',
  },
  'search.graph-ignores-tags': {
    section: 'Endpoints / Search',
    part: 2,
    text: 'A graph-derived match may appear without the tags.',
  },
  'search.degraded.no-provider': {
    section: 'Decision 25',
    part: 2,
    text: 'Without a configured embedding provider a search is degraded with reason null.',
  },
  'search.degraded.not-by-choice': {
    section: 'Decision 25',
    part: 2,
    text: 'In search, `use_semantic` false is not degraded.',
  },
  'search.degraded.not-empty-query': {
    section: 'Decision 25',
    part: 2,
    text: 'An empty query is not degraded.',
  },
  'search.degraded.other-failure': {
    section: 'Decision 25',
    part: 2,
    text: 'Any other failure of the query embedding reports `embed_circuit_open` while the circuit is open, else `embed_timeout`.',
  },
  'search.use-semantic-false.no-graph': {
    section: 'Decision 25',
    part: 2,
    text: 'In search, `use_semantic` false switches off graph-derived matches too.',
  },
  'search.degraded.recovers': {
    section: 'Decision 25',
    part: 2,
    text: 'When the provider is back the circuit closes by itself and searches are no longer degraded.',
  },
  'search.degraded.within-time': {
    section: 'Decision 25',
    part: 2,
    text: 'A degraded search answers within its time limit.',
  },
  'search.graph.neighbours': {
    section: 'Decision 26',
    part: 2,
    text: 'Neighbours of the best direct hits over edges of confidence 0.5 or more appear as results.',
  },
  'search.graph.confidence-least': {
    section: 'Decision 26',
    part: 2,
    text: 'An edge with confidence below 0.5 brings no neighbour.',
  },
  'search.graph.score': {
    section: 'Decision 26',
    part: 2,
    text: 'A graph-derived match is scored by the same formula with keyword 0.',
  },
  'search.graph.match-type': {
    section: 'Decision 26',
    part: 2,
    text: 'A graph-derived match has `match_type` `semantic`.',
  },
  'search.graph.other-filters-hold': {
    section: 'Decision 26',
    part: 2,
    text: 'Graph-derived matches ignore tags and no other filter.',
  },
  'search.graph.bounds': {
    section: 'Decision 26',
    part: 2,
    text: 'At most 50 neighbours of the best 10 direct hits are added.',
  },
  'search.identifiers': {
    section: 'Part 2',
    part: 2,
    text: 'Identifiers (`camelCase`, `snake_case`, paths, error codes) are found whole and by their parts.',
  },
  'search.language': {
    section: 'Part 2',
    part: 2,
    text: 'A workspace may set its language; text that is not English is found with the default too.',
  },
  'search.quality': {
    section: 'Part 2',
    part: 2,
    text: 'On the Cranfield set through REST with the offline default recall@10 is at least .455 and nDCG@10 at least .410.',
  },
  'search.filter-keeps-score': {
    section: 'Part 2',
    part: 2,
    text: 'The score of a memory does not change when a limit or offset is added, nor its keyword part when a filter is; with a neural model no part does.',
  },
} as const satisfies Record<string, Requirement>;
