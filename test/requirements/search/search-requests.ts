import { under } from '../requirement.ts';

/** Search: parameters, answer, keyword matching. */
export const searchRequests = under({
  'docs/specification.md#search': {
    'search.ok': 'POST search answers 200.',
    'search.query-default': 'In search, `query` is `""` by default.',
    'search.memory-types': 'In search, `memory_types` keeps the types named, any of them.',
    'search.memory-types-unknown-422': 'An unknown value in `memory_types` is 422.',
    'search.memory-type-ignored': 'The singular `memory_type` in a search body is ignored: no filter.',
    'search.tags-any': 'In search, `tags` keeps results that hold any of the tags.',
    'search.tags-narrow-only':
      'A tag alone surfaces no memory that keyword or semantic matching did not find.',
    'search.tags-empty-query': 'In search, `tags` with an empty query returns nothing.',
    'search.files-any': 'In search, `files` keeps results that hold any of the paths.',
    'search.source-files-ignored': 'In search, `source_files` in a search body is ignored.',
    'search.min-importance':
      'In search, `min_importance` keeps results with `importance_score` at or above it.',
    'search.min-importance-range':
      'In search, `min_importance` 0.0 and 1.0 work; below 0.0 or above 1.0 is 422.',
    'search.min-confidence':
      'In search, `min_confidence` keeps results with `confidence_score` at or above it.',
    'search.min-confidence-range':
      'In search, `min_confidence` 0.0 and 1.0 work; below 0.0 or above 1.0 is 422.',
    'search.filters-null': 'Null for an optional filter equals its absence.',
    'search.filters-combine': 'Filters of different kinds all hold together.',
    'search.limit-default-20': 'In search, `limit` is 20 by default.',
    'search.limit-min-1': 'In search, `limit` 1 works; 0 is 422.',
    'search.limit-max-200': 'In search, `limit` 200 works; 201 is 422.',
    'search.offset-default-0': 'In search, `offset` is 0 by default.',
    'search.offset-pages': 'In search, `offset` skips results; pages join without overlap or gap.',
    'search.offset-negative-422': 'In search, a negative `offset` is 422.',
    'search.response.fields':
      'The answer has exactly `count`, `query`, `filters`, `results`, `degraded`, `degradation_reason`, `code_graph_available`.',
    'search.response.count':
      'In search, `count` is the number of results on this page; no `total_count` or cursor exists.',
    'search.response.query-echo': 'In search, `query` echoes the query as sent.',
    'search.result.fields':
      'A result has exactly `memory`, `score`, `keyword_score`, `semantic_score`, `match_type`.',
    'search.result.memory-full': 'In search, `memory` is the full memory object.',
    'search.result.score-range': 'In search, `score` lies in 0.0 to 1.0.',
    'search.result.order': 'Results are ordered by `score` descending.',
    'search.result.match-keyword': 'A match by words alone has `match_type` `keyword`.',
    'search.keyword-score.formula':
      'With keyword matching alone `score` is 0.3 times the keyword score plus 0.1 times the importance.',
    'search.keyword-score.importance':
      'Of two equal matches the more important one stands first, by a tenth of the difference.',
    'search.use-semantic-false': 'In search, `use_semantic` false gives pure keyword search.',
    'search.use-semantic-default': 'In search, `use_semantic` is true by default.',
    'search.own-workspace': "Results are of the key's workspace only.",
  },
  'docs/decisions/search.md#22-searches-without-a-query': {
    'search.empty-query': 'An empty query without `files` returns nothing.',
    'search.blank-query': 'A blank query is treated as empty.',
    'search.empty-query-files':
      'An empty query with `files` and without `tags` returns the memories that hold one of the files, by importance.',
    'search.empty-query-files-tags': 'An empty query with `files` and `tags` returns nothing.',
  },
  'docs/decisions/search.md#23-paths-are-normalised': {
    'search.files-normalised': 'In search, `files` are normalised as paths are when written.',
    'search.files-whole-path': 'In search, `files` matches whole paths, not parts of them.',
  },
  'docs/decisions/search.md#24-filters-reserved-scores-and-digits': {
    'search.filters-echo':
      'In search, `filters` is exactly `workspace_id`, `memory_types`, `tags`, `min_importance`, null when unset.',
    'search.component-scores-zero':
      'In search, `keyword_score` and `semantic_score` of a result are always 0.0.',
    'search.score-rounded': 'Scores have at most 6 digits after the point.',
  },
  'docs/decisions/search.md#27-quotes-and-dashes-in-queries': {
    'search.like-literal': 'In search, `%` and `_` in a query are literal, not wildcards.',
    'search.any-word': 'A query of several words matches any of them.',
    'search.more-words-higher': 'A memory with more of the words ranks higher, other things equal.',
    'search.phrase': 'In a query of quoted phrases alone each must occur, its words in order.',
    'search.phrase-lifts': 'Beside other words a quoted phrase lifts what contains it and excludes nothing.',
    'search.pasted': 'Quotes and dashes of a pasted error, commit message or stack trace exclude nothing.',
    'search.exclude':
      'In search, `-word` excludes memories that hold the word, in a query of one line and at most 12 words.',
    'search.query-long': 'A query of 10,000 characters gets a correct answer or a 4xx.',
    'search.query-syntax': 'Query syntax characters (quotes, parentheses, `&`, `|`, `!`, `:*`) never fail.',
  },
  'docs/decisions/search.md#28-superseded-memories': {
    'search.superseded-after-equals': 'The target of a `supersedes` edge ranks after equals.',
    'search.superseded-kept': 'A superseded memory never vanishes from the results.',
  },
});
