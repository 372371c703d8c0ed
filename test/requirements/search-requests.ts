import type { Requirement } from './requirement.ts';

/** Search: parameters, answer, keyword matching. */
export const searchRequests = {
  'search.ok': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'POST search answers 200.',
  },
  'search.query-default': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `query` is `""` by default.',
  },
  'search.memory-types': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `memory_types` keeps the types named, any of them.',
  },
  'search.memory-types-unknown-422': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'An unknown value in `memory_types` is 422.',
  },
  'search.memory-type-ignored': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'The singular `memory_type` in a search body is ignored: no filter.',
  },
  'search.tags-any': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `tags` keeps results that hold any of the tags.',
  },
  'search.tags-narrow-only': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'A tag alone surfaces no memory that keyword or semantic matching did not find.',
  },
  'search.tags-empty-query': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `tags` with an empty query returns nothing.',
  },
  'search.files-any': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `files` keeps results that hold any of the paths.',
  },
  'search.source-files-ignored': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `source_files` in a search body is ignored.',
  },
  'search.min-importance': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `min_importance` keeps results with `importance_score` at or above it.',
  },
  'search.min-importance-range': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `min_importance` 0.0 and 1.0 work; below 0.0 or above 1.0 is 422.',
  },
  'search.min-confidence': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `min_confidence` keeps results with `confidence_score` at or above it.',
  },
  'search.min-confidence-range': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `min_confidence` 0.0 and 1.0 work; below 0.0 or above 1.0 is 422.',
  },
  'search.filters-null': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'Null for an optional filter equals its absence.',
  },
  'search.filters-combine': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'Filters of different kinds all hold together.',
  },
  'search.limit-default-20': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `limit` is 20 by default.',
  },
  'search.limit-min-1': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `limit` 1 works; 0 is 422.',
  },
  'search.limit-max-200': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `limit` 200 works; 201 is 422.',
  },
  'search.offset-default-0': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `offset` is 0 by default.',
  },
  'search.offset-pages': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `offset` skips results; pages join without overlap or gap.',
  },
  'search.offset-negative-422': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, a negative `offset` is 422.',
  },
  'search.response.fields': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'The answer has exactly `count`, `query`, `filters`, `results`, `degraded`, `degradation_reason`, `code_graph_available`.',
  },
  'search.response.count': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `count` is the number of results on this page; no `total_count` or cursor exists.',
  },
  'search.response.query-echo': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `query` echoes the query as sent.',
  },
  'search.result.fields': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'A result has exactly `memory`, `score`, `keyword_score`, `semantic_score`, `match_type`.',
  },
  'search.result.memory-full': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `memory` is the full memory object.',
  },
  'search.result.score-range': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `score` lies in 0.0 to 1.0.',
  },
  'search.result.order': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'Results are ordered by `score` descending.',
  },
  'search.result.match-keyword': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'A match by words alone has `match_type` `keyword`.',
  },
  'search.keyword-score.formula': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'With keyword matching alone `score` is 0.3 times the keyword score plus 0.1 times the importance.',
  },
  'search.keyword-score.importance': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'Of two equal matches the more important one stands first, by a tenth of the difference.',
  },
  'search.use-semantic-false': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `use_semantic` false gives pure keyword search.',
  },
  'search.use-semantic-default': {
    section: 'Endpoints / Search',
    part: 1,
    text: 'In search, `use_semantic` is true by default.',
  },
  'search.own-workspace': {
    section: 'Endpoints / Search',
    part: 1,
    text: "Results are of the key's workspace only.",
  },
  'search.empty-query': {
    section: 'Decision 22',
    part: 1,
    text: 'An empty query without `files` returns nothing.',
  },
  'search.blank-query': {
    section: 'Decision 22',
    part: 1,
    text: 'A blank query is treated as empty.',
  },
  'search.empty-query-files': {
    section: 'Decision 22',
    part: 1,
    text: 'An empty query with `files` and without `tags` returns the memories that hold one of the files, by importance.',
  },
  'search.empty-query-files-tags': {
    section: 'Decision 22',
    part: 1,
    text: 'An empty query with `files` and `tags` returns nothing.',
  },
  'search.files-normalised': {
    section: 'Decision 23',
    part: 1,
    text: 'In search, `files` are normalised as paths are when written.',
  },
  'search.files-whole-path': {
    section: 'Decision 23',
    part: 1,
    text: 'In search, `files` matches whole paths, not parts of them.',
  },
  'search.filters-echo': {
    section: 'Decision 24',
    part: 1,
    text: 'In search, `filters` is exactly `workspace_id`, `memory_types`, `tags`, `min_importance`, null when unset.',
  },
  'search.component-scores-zero': {
    section: 'Decision 24',
    part: 1,
    text: 'In search, `keyword_score` and `semantic_score` of a result are always 0.0.',
  },
  'search.score-rounded': {
    section: 'Decision 24',
    part: 1,
    text: 'Scores have at most 6 digits after the point.',
  },
  'search.like-literal': {
    section: 'Decision 27',
    part: 1,
    text: 'In search, `%` and `_` in a query are literal, not wildcards.',
  },
  'search.any-word': {
    section: 'Decision 27',
    part: 1,
    text: 'A query of several words matches any of them.',
  },
  'search.more-words-higher': {
    section: 'Decision 27',
    part: 1,
    text: 'A memory with more of the words ranks higher, other things equal.',
  },
  'search.phrase': {
    section: 'Decision 27',
    part: 1,
    text: 'A quoted phrase must occur, its words in order.',
  },
  'search.exclude': {
    section: 'Decision 27',
    part: 1,
    text: 'In search, `-word` excludes memories that hold the word.',
  },
  'search.query-long': {
    section: 'Decision 27',
    part: 1,
    text: 'A query of 10,000 characters gets a correct answer or a 4xx.',
  },
  'search.query-syntax': {
    section: 'Decision 27',
    part: 1,
    text: 'Query syntax characters (quotes, parentheses, `&`, `|`, `!`, `:*`) never fail.',
  },
  'search.superseded-after-equals': {
    section: 'Decision 28',
    part: 4,
    text: 'The target of a `supersedes` edge ranks after equals.',
  },
  'search.superseded-kept': {
    section: 'Decision 28',
    part: 4,
    text: 'A superseded memory never vanishes from the results.',
  },
} as const satisfies Record<string, Requirement>;
