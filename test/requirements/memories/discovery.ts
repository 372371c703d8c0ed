import { under } from '../requirement.ts';

/** Embeddings, related memories, discovery of relationships, and the jobs behind them. */
export const discovery = under({
  'docs/decisions/search.md#26-matches-along-the-graph': {
    'related.score': 'In related `score` is the cosine similarity, `match_type` is `semantic`, best first.',
  },
  'docs/specification.md#memories': {
    'related.ok': 'GET related answers 200 with an array of SearchResult.',
    'related.no-embedding': 'Without a stored embedding of the source the array is empty.',
    'related.limit-default-10': 'In related, `limit` is 10 by default.',
    'related.limit-min-1': 'In related, `limit` 1 works; 0 is 422.',
    'related.limit-max-50': 'In related, `limit` 50 works; 51 is 422.',
    'related.threshold-default':
      'In related, `similarity_threshold` is 0.75 by default: what is less similar is left out.',
    'related.threshold-range':
      'In related, `similarity_threshold` 0.0 and 1.0 work; below 0.0 or above 1.0 is 422.',
    'related.without-itself': 'The memory itself is not among its related ones.',
    'related.own-workspace': "Related memories are of the key's workspace only.",
    'related.unknown-404': 'GET related of an unknown or foreign memory is 404.',
  },
  'docs/specification.md#life-of-a-memory': {
    'embeddings.asynchronous': 'The embedding is made after the answer to store, within seconds.',
  },
  'docs/specification.md#discovery': {
    'discovery.embedding-similarity':
      'Embeddings that are similar above the threshold get a `similar_to` edge with method `embedding_similarity`.',
    'discovery.embedding-similarity.threshold': 'Less similar memories get no `similar_to` edge.',
    'discovery.file-overlap':
      'Memories that share a source file get a `references` or `related_to` edge with method `file_overlap`.',
    'discovery.concept-overlap':
      'Memories that share concepts get a `related_to` edge with method `concept_overlap`.',
    'discovery.concept-overlap.weight':
      'The confidence of a concept edge grows with the number of shared concepts.',
    'discovery.session-context':
      'Memories of the same or temporally close sessions get a `related_to` edge with method `session_context`.',
    'discovery.after-update': 'An update runs discovery again.',
    'discovery.confidence-range': 'Every discovered edge has a confidence in 0 to 1.',
    'discovery.idempotent': 'Discovery run again makes no second edge and changes none.',
    'discovery.bounded': 'A file or concept shared by thousands leads to a bounded number of edges.',
    'discovery.ground-gone':
      'A discovered edge is removed when its ground (shared file, concept, similarity) is gone.',
    'discovery.own-workspace': 'Discovery joins no memories of two workspaces.',
    'discovery.model-nonsense': 'A refusal or nonsense of the model changes nothing.',
    'discovery.model-off': 'Without a text generator no edge of the four model types is discovered.',
  },
  'docs/decisions/sessions.md#further-choices': {
    'discovery.session-context.weight':
      'Of a session with more than six memories the edges weigh the less the more there are.',
  },
  'docs/decisions/graph.md#112-what-is-shared-ties-what-is-alike': {
    'discovery.likeness':
      'From 16 memories on, sharing a file relates memories only when they are alike and have telling words in common.',
  },
  'docs/specification.md#relationship-types': {
    'discovery.types-by-heuristic': 'A heuristic assigns only `references`, `related_to` and `similar_to`.',
  },
  'docs/decisions/graph.md#33-direction-and-origin-of-types': {
    'relationships.bidirectional-symmetric':
      '`is_bidirectional` is true for `related_to`, `similar_to` and `contradicts`.',
    'relationships.bidirectional-directed':
      '`is_bidirectional` is false for `references`, `caused_by`, `supersedes` and `depends_on`.',
    'discovery.model-method':
      'An edge that a model proposes carries the method that paired its memories; there is no sixth `discovery_method`.',
    'discovery.model-types':
      '`caused_by`, `contradicts`, `supersedes` and `depends_on` come from a person or a model only.',
  },
  'docs/specification.md#jobs': {
    'jobs.embedding.aside':
      'Whoever else waits is answered between two memories that are embedded, however many there are and whatever their words.',
    'jobs.embedding.twice': 'The embedding job delivered twice ends in the same state.',
    'jobs.embedding.late': 'A late message never overwrites a newer embedding.',
    'jobs.embedding.deleted': 'A job for a deleted memory does nothing and succeeds.',
    'jobs.discovery.twice': 'The discovery job delivered twice ends in the same state.',
    'jobs.partial-batch': 'Of a batch only the failed records are delivered again.',
    'jobs.dead-letter': 'A record that keeps failing ends as a dead letter.',
    'jobs.sweep.lost-message':
      'A memory whose message was lost is found from the database and enqueued again.',
    'jobs.sweep.quiet': 'Without writes nothing touches the database more often than hourly.',
    'jobs.local.resumes': 'Work pending when the local process died goes on at the next start.',
    'jobs.crash.exactly-once':
      'Killed at any step between write, enqueue, embedding and discovery, every acknowledged memory is in the end embedded and discovered, once.',
    'jobs.admin.depth': '`admin jobs` shows depth, oldest age, failures and dead letters.',
    'jobs.admin.redrive': '`admin jobs --redrive` enqueues dead letters again.',
  },
  'docs/decisions/search.md#122-the-built-in-embedder-is-a-table': {
    'embeddings.table':
      'The built-in table has at most 9 MB, is the file that its manifest names, and gives a text the same vector to the bit on every machine.',
  },
  'docs/specification.md#embeddings': {
    'embeddings.models-apart': 'Vectors of two models or versions are never compared.',
    'embeddings.model-change':
      'After a change of model everything is embedded again in the background while search goes on.',
    'embeddings.wrong-dimensions':
      'A provider that answers wrong dimensions loses nothing: the job fails and is tried again.',
    'embeddings.provider-down':
      'With the provider down, slow or throttling, store still answers 201 and nothing is lost.',
    'embeddings.throttled':
      'A provider that throttles uses up no attempt: the vectors that came are kept, and the rest comes again after a delay that grows up to a quarter of an hour, for a day.',
    'embeddings.refused':
      'A content that a model refuses for good makes no dead letters, holds up no other, and is tried again when it changes, with another model and on redrive.',
  },
  'docs/specification.md#background-work': {
    'embeddings.after-store': 'After store a job makes the embedding.',
  },
  'docs/decisions/aws.md#texts-that-are-embedded-have-a-budget-by-the-day': {
    'embeddings.budget':
      'Beyond the tokens of its UTC day no text of a workspace is sent to an embedder that costs; `workspace_insight` says so, and the next day goes on.',
  },
});
