import { under } from '../requirement.ts';

/** The ten tools about memories, but for `workspace_insight`. */
export const mcpMemoryTools = under({
  'docs/specification.md#tools': {
    'mcp.memory-search.memory-types': 'In `memory_search`, `memory_types` filters as in REST.',
    'mcp.memory-search.tags-any': 'In `memory_search`, `tags` keeps results with any of the tags.',
    'mcp.memory-search.tag-prefixes':
      'In `memory_search`, `tag_prefixes` keeps results with a tag that begins with any of them.',
    'mcp.memory-search.files': 'In `memory_search`, `files` filters as in REST.',
    'mcp.memory-search.min-importance':
      'In `memory_search`, `min_importance` filters; outside 0.0 to 1.0 is an error.',
    'mcp.memory-search.min-confidence':
      'In `memory_search`, `min_confidence` filters; outside 0.0 to 1.0 is an error.',
    'mcp.memory-search.limit-default-5': 'In `memory_search`, `limit` is 5 by default.',
    'mcp.memory-search.limit-max-100': 'In `memory_search`, `limit` 100 works; 101 is an error.',
    'mcp.memory-search.profile-default':
      'In `memory_search`, `search_profile` is `default` by default; an unknown one is an error.',
    'mcp.memory-search.profile-exact':
      'In `memory_search`, `exact` prefers literal matches over matches by meaning.',
    'mcp.memory-search.profile-exploration':
      'In `memory_search`, `exploration` brings a broader selection than `default`.',
    'mcp.memory-search.profile-recency': 'In `memory_search`, `recency` prefers newer memories.',
    'mcp.memory-search.profile-file-scoped':
      'In `memory_search`, `file-scoped` prefers memories of the files in question.',
    'mcp.memory-search.min-score-default': 'In `memory_search`, `min_score` is 0.15 by default.',
    'mcp.memory-search.min-score-suppresses':
      "In `memory_search`, results below `min_score` by the reranker's relevance are left out; 0.0 leaves out none.",
    'mcp.memory-search.min-score-range': 'In `memory_search`, `min_score` outside 0.0 to 1.0 is an error.',
    'mcp.memory-get-detail.detail': '`memory_get_detail` returns the detail view.',
    'mcp.memory-get-detail.access': '`memory_get_detail` raises `access_count`.',
    'mcp.memory-get-detail.related-default':
      'In `memory_get_detail`, `include_related` is true by default and adds up to 5 similar memories.',
    'mcp.memory-get-detail.related-off': 'In `memory_get_detail`, `include_related` false adds none.',
    'mcp.memory-get-detail.unknown':
      'In `memory_get_detail`, an unknown or foreign identifier is an error result of code `not_found`.',
    'mcp.memory-get-timeline.days-default':
      '`memory_get_timeline` covers the last 7 days by default, or `days`.',
    'mcp.memory-get-timeline.limit-default': 'In `memory_get_timeline`, `limit` is 30 by default.',
    'mcp.memory-get-timeline.order': '`memory_get_timeline` returns the newest first.',
    'mcp.memory-get-index.index': '`memory_get_index` returns titles and types.',
    'mcp.memory-get-index.limit-default': 'In `memory_get_index`, `limit` is 50 by default.',
    'mcp.memory-get-related.related': '`memory_get_related` returns similar memories.',
    'mcp.memory-get-related.limit-default': 'In `memory_get_related`, `limit` is 10 by default.',
    'mcp.memory-get-related.no-embedding': 'In `memory_get_related`, without an embedding its list is empty.',
    'mcp.memory-by-file.search': '`memory_by_file` returns the memories of `file_path`.',
    'mcp.memory-by-file.partial': 'In `memory_by_file`, a path suffix or substring matches too.',
    'mcp.memory-by-file.limit-default': 'In `memory_by_file`, `limit` is 20 by default.',
    'mcp.memory-store.names':
      'In `memory_store`, `content`, `files`, `importance`, `confidence` become `narrative`, `source_files`, `importance_score`, `confidence_score`.',
    'mcp.memory-store.importance-default': 'In `memory_store`, `importance` is 0.7 by default.',
    'mcp.memory-store.confidence-default': 'In `memory_store`, `confidence` is 0.8 by default.',
    'mcp.memory-store.title-max-500': 'In `memory_store`, a title of 501 characters is an error.',
    'mcp.memory-store.score-range':
      'In `memory_store`, `importance` or `confidence` outside 0.0 to 1.0 is an error.',
    'mcp.memory-rate.rates': '`memory_rate` records `useful` with its `context` as POST feedback does.',
    'mcp.memory-explore.explores': '`memory_explore` answers as POST explore.',
    'mcp.memory-explore.defaults':
      'In `memory_explore`, the defaults are `max_nodes` 50, `min_edge_confidence` 0.0, `seed_limit` 5; `max_nodes` 201 is an error.',
  },
  'docs/decisions/identifiers.md#1-two-identifier-forms-chosen-by-the-deployment': {
    'mcp.short-identifiers':
      'Tools name a memory by 12 characters of its identifier, which every tool and path takes; where several memories have them, nothing is done and the refusal names each.',
  },
  'docs/decisions/search.md#18-what-counts-as-use': {
    'mcp.memory-search.retrieval': '`memory_search` raises `retrieval_count` of what it returns.',
  },
  'docs/decisions/search.md#70-a-gate-that-names-the-nearest': {
    'mcp.memory-search.nearest':
      'When nothing reaches `min_score`, `memory_search` names the nearest memory, unless that is foreign altogether.',
  },
  'docs/decisions/search.md#107-a-page-says-less-than-a-memory': {
    'mcp.memory-search.pages':
      'In `memory_search` an imported page stands behind a memory that matches about as well; over REST by its score alone.',
  },
  'docs/decisions/agents.md#43-what-a-tools-result-says': {
    'mcp.memory-store.near-duplicates':
      '`memory_store` hints at near-duplicates, in the same words or in others, and stores nonetheless.',
    'recall.twins':
      'Memories of the same title and text are shown once, with how many others there are; two that say the same in other words as one that names the other.',
    'mcp.twins.folded':
      'Equal texts stand once in `memory_get_timeline` and `memory_get_related`, with how many others there are.',
    'mcp.workspace-insight.embedder':
      '`workspace_insight` says in `_meta` what search by meaning runs on, the built-in table with its languages.',
  },
  'docs/decisions/agents.md#47-more-parameters-more-tools-by-choice': {
    'mcp.memory-store.session':
      'In `memory_store`, `session_id` ties the memory to its session; the bridge gives that of the session it started.',
    'mcp.memory-store.supersedes':
      'In `memory_store`, `supersedes` declares what the memory replaces; with an unknown identifier nothing is stored or declared.',
  },
  'docs/decisions/search.md#28-superseded-memories': {
    'mcp.memory-store.may-replace':
      '`memory_store` names older memories that the new one may replace, and how to say so.',
    'recall.superseded.below':
      'The memory tools show a superseded memory below its newest successor, marked with title, identifier and day of it, even where the successor was not found.',
    'recall.superseded.chain': 'Of a chain of successions every older memory is marked with the newest.',
    'recall.superseded.filters': 'A successor that does not pass the filters is named and not shown.',
    'recall.superseded.likely':
      'A likely successor is told beside the older memory and stands above it; once somebody says how they stand it is not told.',
    'mcp.memory-get-index.replaced':
      '`memory_get_index` marks what was replaced with the title of its successor.',
  },
  'docs/decisions/search.md#79-votes-decide-among-equals': {
    'mcp.votes':
      'Five useless votes move a memory out of the first place among equals in `memory_search`; over REST the order stays.',
    'mcp.votes.question':
      'A useless vote whose context names the question takes the memory out of the first place for that question.',
    'mcp.votes.retract': '`memory_rate` with `retract` takes the last such vote back.',
  },
  'docs/decisions/safety.md#50-provenance': {
    'provenance.session':
      '`memory_store` without a session joins the one that the same key or login has open, and takes its project and branch.',
    'provenance.session.several': 'A caller with several open sessions joins none of them unasked.',
    'provenance.project':
      '`X-Project` names the project of what is stored without a session; what is read of other projects comes last and names them, and of callers without it where there are several.',
    'provenance.shown':
      'The author is the person that hook, bridge or caller name by `X-Person`, else the key or login, and of the first key nobody. Rows of the memory tools name the author where it is somebody else, and a branch that is no trunk; `memory_get_detail` names author, project, branch and commit; the REST object does not change.',
  },
});
