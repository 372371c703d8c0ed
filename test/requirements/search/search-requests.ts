import type { Requirement } from '../requirement.ts';

/** Search: parameters, answer, keyword matching. */
export const searchRequests = {
  'search.ok': {
    section: 'docs/specification.md#search',
    text: 'POST search answers 200.',
  },
  'search.query-default': {
    section: 'docs/specification.md#search',
    text: 'In search, `query` is `""` by default.',
  },
  'search.memory-types': {
    section: 'docs/specification.md#search',
    text: 'In search, `memory_types` keeps the types named, any of them.',
  },
  'search.memory-types-unknown-422': {
    section: 'docs/specification.md#search',
    text: 'An unknown value in `memory_types` is 422.',
  },
  'search.memory-type-ignored': {
    section: 'docs/specification.md#search',
    text: 'The singular `memory_type` in a search body is ignored: no filter.',
  },
  'search.tags-any': {
    section: 'docs/specification.md#search',
    text: 'In search, `tags` keeps results that hold any of the tags.',
  },
  'search.tags-narrow-only': {
    section: 'docs/specification.md#search',
    text: 'A tag alone surfaces no memory that keyword or semantic matching did not find.',
  },
  'search.tags-empty-query': {
    section: 'docs/specification.md#search',
    text: 'In search, `tags` with an empty query returns nothing.',
  },
  'search.files-any': {
    section: 'docs/specification.md#search',
    text: 'In search, `files` keeps results that hold any of the paths.',
  },
  'search.source-files-ignored': {
    section: 'docs/specification.md#search',
    text: 'In search, `source_files` in a search body is ignored.',
  },
  'search.min-importance': {
    section: 'docs/specification.md#search',
    text: 'In search, `min_importance` keeps results with `importance_score` at or above it.',
  },
  'search.min-importance-range': {
    section: 'docs/specification.md#search',
    text: 'In search, `min_importance` 0.0 and 1.0 work; below 0.0 or above 1.0 is 422.',
  },
  'search.min-confidence': {
    section: 'docs/specification.md#search',
    text: 'In search, `min_confidence` keeps results with `confidence_score` at or above it.',
  },
  'search.min-confidence-range': {
    section: 'docs/specification.md#search',
    text: 'In search, `min_confidence` 0.0 and 1.0 work; below 0.0 or above 1.0 is 422.',
  },
  'search.filters-null': {
    section: 'docs/specification.md#search',
    text: 'Null for an optional filter equals its absence.',
  },
  'search.filters-combine': {
    section: 'docs/specification.md#search',
    text: 'Filters of different kinds all hold together.',
  },
  'search.limit-default-20': {
    section: 'docs/specification.md#search',
    text: 'In search, `limit` is 20 by default.',
  },
  'search.limit-min-1': {
    section: 'docs/specification.md#search',
    text: 'In search, `limit` 1 works; 0 is 422.',
  },
  'search.limit-max-200': {
    section: 'docs/specification.md#search',
    text: 'In search, `limit` 200 works; 201 is 422.',
  },
  'search.offset-default-0': {
    section: 'docs/specification.md#search',
    text: 'In search, `offset` is 0 by default.',
  },
  'search.offset-pages': {
    section: 'docs/specification.md#search',
    text: 'In search, `offset` skips results; pages join without overlap or gap.',
  },
  'search.offset-negative-422': {
    section: 'docs/specification.md#search',
    text: 'In search, a negative `offset` is 422.',
  },
  'search.response.fields': {
    section: 'docs/specification.md#search',
    text: 'The answer has exactly `count`, `query`, `filters`, `results`, `degraded`, `degradation_reason`, `code_graph_available`.',
  },
  'search.response.count': {
    section: 'docs/specification.md#search',
    text: 'In search, `count` is the number of results on this page; no `total_count` or cursor exists.',
  },
  'search.response.query-echo': {
    section: 'docs/specification.md#search',
    text: 'In search, `query` echoes the query as sent.',
  },
  'search.result.fields': {
    section: 'docs/specification.md#search',
    text: 'A result has exactly `memory`, `score`, `keyword_score`, `semantic_score`, `match_type`.',
  },
  'search.result.memory-full': {
    section: 'docs/specification.md#search',
    text: 'In search, `memory` is the full memory object.',
  },
  'search.result.score-range': {
    section: 'docs/specification.md#search',
    text: 'In search, `score` lies in 0.0 to 1.0.',
  },
  'search.result.order': {
    section: 'docs/specification.md#search',
    text: 'Results are ordered by `score` descending.',
  },
  'search.result.match-keyword': {
    section: 'docs/specification.md#search',
    text: 'A match by words alone has `match_type` `keyword`.',
  },
  'search.keyword-score.formula': {
    section: 'docs/specification.md#search',
    text: 'With keyword matching alone `score` is 0.3 times the keyword score plus 0.1 times the importance.',
  },
  'search.keyword-score.importance': {
    section: 'docs/specification.md#search',
    text: 'Of two equal matches the more important one stands first, by a tenth of the difference.',
  },
  'search.use-semantic-false': {
    section: 'docs/specification.md#search',
    text: 'In search, `use_semantic` false gives pure keyword search.',
  },
  'search.use-semantic-default': {
    section: 'docs/specification.md#search',
    text: 'In search, `use_semantic` is true by default.',
  },
  'search.own-workspace': {
    section: 'docs/specification.md#search',
    text: "Results are of the key's workspace only.",
  },
  'search.empty-query': {
    section: 'docs/decisions/search.md#22-searches-without-a-query',
    text: 'An empty query without `files` returns nothing.',
  },
  'search.blank-query': {
    section: 'docs/decisions/search.md#22-searches-without-a-query',
    text: 'A blank query is treated as empty.',
  },
  'search.empty-query-files': {
    section: 'docs/decisions/search.md#22-searches-without-a-query',
    text: 'An empty query with `files` and without `tags` returns the memories that hold one of the files, by importance.',
  },
  'search.empty-query-files-tags': {
    section: 'docs/decisions/search.md#22-searches-without-a-query',
    text: 'An empty query with `files` and `tags` returns nothing.',
  },
  'search.files-normalised': {
    section: 'docs/decisions/search.md#23-paths-are-normalised',
    text: 'In search, `files` are normalised as paths are when written.',
  },
  'search.files-whole-path': {
    section: 'docs/decisions/search.md#23-paths-are-normalised',
    text: 'In search, `files` matches whole paths, not parts of them.',
  },
  'search.filters-echo': {
    section: 'docs/decisions/search.md#24-filters-reserved-scores-and-digits',
    text: 'In search, `filters` is exactly `workspace_id`, `memory_types`, `tags`, `min_importance`, null when unset.',
  },
  'search.component-scores-zero': {
    section: 'docs/decisions/search.md#24-filters-reserved-scores-and-digits',
    text: 'In search, `keyword_score` and `semantic_score` of a result are always 0.0.',
  },
  'search.score-rounded': {
    section: 'docs/decisions/search.md#24-filters-reserved-scores-and-digits',
    text: 'Scores have at most 6 digits after the point.',
  },
  'search.like-literal': {
    section: 'docs/decisions/search.md#27-quotes-and-dashes-in-queries',
    text: 'In search, `%` and `_` in a query are literal, not wildcards.',
  },
  'search.any-word': {
    section: 'docs/decisions/search.md#27-quotes-and-dashes-in-queries',
    text: 'A query of several words matches any of them.',
  },
  'search.more-words-higher': {
    section: 'docs/decisions/search.md#27-quotes-and-dashes-in-queries',
    text: 'A memory with more of the words ranks higher, other things equal.',
  },
  'search.phrase': {
    section: 'docs/decisions/search.md#27-quotes-and-dashes-in-queries',
    text: 'In a query of quoted phrases alone each must occur, its words in order.',
  },
  'search.phrase-lifts': {
    section: 'docs/decisions/search.md#27-quotes-and-dashes-in-queries',
    text: 'Beside other words a quoted phrase lifts what contains it and excludes nothing.',
  },
  'search.pasted': {
    section: 'docs/decisions/search.md#27-quotes-and-dashes-in-queries',
    text: 'Quotes and dashes of a pasted error, commit message or stack trace exclude nothing.',
  },
  'search.exclude': {
    section: 'docs/decisions/search.md#27-quotes-and-dashes-in-queries',
    text: 'In search, `-word` excludes memories that hold the word, in a query of one line and at most 12 words.',
  },
  'search.query-long': {
    section: 'docs/decisions/search.md#27-quotes-and-dashes-in-queries',
    text: 'A query of 10,000 characters gets a correct answer or a 4xx.',
  },
  'search.query-syntax': {
    section: 'docs/decisions/search.md#27-quotes-and-dashes-in-queries',
    text: 'Query syntax characters (quotes, parentheses, `&`, `|`, `!`, `:*`) never fail.',
  },
  'search.superseded-after-equals': {
    section: 'docs/decisions/search.md#28-superseded-memories',
    text: 'The target of a `supersedes` edge ranks after equals.',
  },
  'search.superseded-kept': {
    section: 'docs/decisions/search.md#28-superseded-memories',
    text: 'A superseded memory never vanishes from the results.',
  },
} as const satisfies Record<string, Requirement>;
