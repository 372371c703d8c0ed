import type { Requirement } from '../requirement.ts';

/** Embeddings, related memories, discovery of relationships, and the jobs behind them. */
export const discovery = {
  'related.score': {
    section: 'docs/decisions/search.md#26-matches-along-the-graph',
    text: 'In related `score` is the cosine similarity, `match_type` is `semantic`, best first.',
  },
  'related.ok': {
    section: 'docs/specification.md#memories',
    text: 'GET related answers 200 with an array of SearchResult.',
  },
  'related.no-embedding': {
    section: 'docs/specification.md#memories',
    text: 'Without a stored embedding of the source the array is empty.',
  },
  'related.limit-default-10': {
    section: 'docs/specification.md#memories',
    text: 'In related, `limit` is 10 by default.',
  },
  'related.limit-min-1': {
    section: 'docs/specification.md#memories',
    text: 'In related, `limit` 1 works; 0 is 422.',
  },
  'related.limit-max-50': {
    section: 'docs/specification.md#memories',
    text: 'In related, `limit` 50 works; 51 is 422.',
  },
  'related.threshold-default': {
    section: 'docs/specification.md#memories',
    text: 'In related, `similarity_threshold` is 0.75 by default: what is less similar is left out.',
  },
  'related.threshold-range': {
    section: 'docs/specification.md#memories',
    text: 'In related, `similarity_threshold` 0.0 and 1.0 work; below 0.0 or above 1.0 is 422.',
  },
  'related.without-itself': {
    section: 'docs/specification.md#memories',
    text: 'The memory itself is not among its related ones.',
  },
  'related.own-workspace': {
    section: 'docs/specification.md#memories',
    text: "Related memories are of the key's workspace only.",
  },
  'related.unknown-404': {
    section: 'docs/specification.md#memories',
    text: 'GET related of an unknown or foreign memory is 404.',
  },
  'embeddings.asynchronous': {
    section: 'docs/specification.md#life-of-a-memory',
    text: 'The embedding is made after the answer to store, within seconds.',
  },
  'discovery.embedding-similarity': {
    section: 'docs/specification.md#discovery',
    text: 'Embeddings that are similar above the threshold get a `similar_to` edge with method `embedding_similarity`.',
  },
  'discovery.embedding-similarity.threshold': {
    section: 'docs/specification.md#discovery',
    text: 'Less similar memories get no `similar_to` edge.',
  },
  'discovery.file-overlap': {
    section: 'docs/specification.md#discovery',
    text: 'Memories that share a source file get a `references` or `related_to` edge with method `file_overlap`.',
  },
  'discovery.concept-overlap': {
    section: 'docs/specification.md#discovery',
    text: 'Memories that share concepts get a `related_to` edge with method `concept_overlap`.',
  },
  'discovery.concept-overlap.weight': {
    section: 'docs/specification.md#discovery',
    text: 'The confidence of a concept edge grows with the number of shared concepts.',
  },
  'discovery.session-context': {
    section: 'docs/specification.md#discovery',
    text: 'Memories of the same or temporally close sessions get a `related_to` edge with method `session_context`.',
  },
  'discovery.session-context.weight': {
    section: 'docs/decisions/sessions.md#further-choices',
    text: 'Of a session with more than six memories the edges weigh the less the more there are.',
  },
  'discovery.likeness': {
    section: 'docs/decisions/graph.md#112-what-is-shared-ties-what-is-alike',
    text: 'From 16 memories on, sharing a file relates memories only when they are alike and have telling words in common.',
  },
  'discovery.after-update': {
    section: 'docs/specification.md#discovery',
    text: 'An update runs discovery again.',
  },
  'discovery.types-by-heuristic': {
    section: 'docs/specification.md#relationship-types',
    text: 'A heuristic assigns only `references`, `related_to` and `similar_to`.',
  },
  'relationships.bidirectional-symmetric': {
    section: 'docs/decisions/graph.md#33-direction-and-origin-of-types',
    text: '`is_bidirectional` is true for `related_to`, `similar_to` and `contradicts`.',
  },
  'relationships.bidirectional-directed': {
    section: 'docs/decisions/graph.md#33-direction-and-origin-of-types',
    text: '`is_bidirectional` is false for `references`, `caused_by`, `supersedes` and `depends_on`.',
  },
  'discovery.model-method': {
    section: 'docs/decisions/graph.md#33-direction-and-origin-of-types',
    text: 'An edge that a model proposes carries the method that paired its memories; there is no sixth `discovery_method`.',
  },
  'discovery.model-types': {
    section: 'docs/decisions/graph.md#33-direction-and-origin-of-types',
    text: '`caused_by`, `contradicts`, `supersedes` and `depends_on` come from a person or a model only.',
  },
  'discovery.confidence-range': {
    section: 'docs/specification.md#discovery',
    text: 'Every discovered edge has a confidence in 0 to 1.',
  },
  'discovery.idempotent': {
    section: 'docs/specification.md#discovery',
    text: 'Discovery run again makes no second edge and changes none.',
  },
  'discovery.bounded': {
    section: 'docs/specification.md#discovery',
    text: 'A file or concept shared by thousands leads to a bounded number of edges.',
  },
  'discovery.ground-gone': {
    section: 'docs/specification.md#discovery',
    text: 'A discovered edge is removed when its ground (shared file, concept, similarity) is gone.',
  },
  'discovery.own-workspace': {
    section: 'docs/specification.md#discovery',
    text: 'Discovery joins no memories of two workspaces.',
  },
  'discovery.model-nonsense': {
    section: 'docs/specification.md#discovery',
    text: 'A refusal or nonsense of the model changes nothing.',
  },
  'discovery.model-off': {
    section: 'docs/specification.md#discovery',
    text: 'Without a text generator no edge of the four model types is discovered.',
  },
  'jobs.embedding.aside': {
    section: 'docs/specification.md#jobs',
    text: 'Whoever else waits is answered between two memories that are embedded, however many there are and whatever their words.',
  },
  'jobs.embedding.twice': {
    section: 'docs/specification.md#jobs',
    text: 'The embedding job delivered twice ends in the same state.',
  },
  'jobs.embedding.late': {
    section: 'docs/specification.md#jobs',
    text: 'A late message never overwrites a newer embedding.',
  },
  'jobs.embedding.deleted': {
    section: 'docs/specification.md#jobs',
    text: 'A job for a deleted memory does nothing and succeeds.',
  },
  'jobs.discovery.twice': {
    section: 'docs/specification.md#jobs',
    text: 'The discovery job delivered twice ends in the same state.',
  },
  'jobs.partial-batch': {
    section: 'docs/specification.md#jobs',
    text: 'Of a batch only the failed records are delivered again.',
  },
  'jobs.dead-letter': {
    section: 'docs/specification.md#jobs',
    text: 'A record that keeps failing ends as a dead letter.',
  },
  'jobs.sweep.lost-message': {
    section: 'docs/specification.md#jobs',
    text: 'A memory whose message was lost is found from the database and enqueued again.',
  },
  'jobs.sweep.quiet': {
    section: 'docs/specification.md#jobs',
    text: 'Without writes nothing touches the database more often than hourly.',
  },
  'jobs.local.resumes': {
    section: 'docs/specification.md#jobs',
    text: 'Work pending when the local process died goes on at the next start.',
  },
  'jobs.crash.exactly-once': {
    section: 'docs/specification.md#jobs',
    text: 'Killed at any step between write, enqueue, embedding and discovery, every acknowledged memory is in the end embedded and discovered, once.',
  },
  'jobs.admin.depth': {
    section: 'docs/specification.md#jobs',
    text: '`admin jobs` shows depth, oldest age, failures and dead letters.',
  },
  'jobs.admin.redrive': {
    section: 'docs/specification.md#jobs',
    text: '`admin jobs --redrive` enqueues dead letters again.',
  },
  'embeddings.table': {
    section: 'docs/decisions/search.md#122-the-built-in-embedder-is-a-table',
    text: 'The built-in table has at most 9 MB, is the file that its manifest names, and gives a text the same vector to the bit on every machine.',
  },
  'embeddings.models-apart': {
    section: 'docs/specification.md#embeddings',
    text: 'Vectors of two models or versions are never compared.',
  },
  'embeddings.model-change': {
    section: 'docs/specification.md#embeddings',
    text: 'After a change of model everything is embedded again in the background while search goes on.',
  },
  'embeddings.wrong-dimensions': {
    section: 'docs/specification.md#embeddings',
    text: 'A provider that answers wrong dimensions loses nothing: the job fails and is tried again.',
  },
  'embeddings.provider-down': {
    section: 'docs/specification.md#embeddings',
    text: 'With the provider down, slow or throttling, store still answers 201 and nothing is lost.',
  },
  'embeddings.throttled': {
    section: 'docs/specification.md#embeddings',
    text: 'A provider that throttles uses up no attempt: the vectors that came are kept, and the rest comes again after a delay that grows up to a quarter of an hour, for a day.',
  },
  'embeddings.refused': {
    section: 'docs/specification.md#embeddings',
    text: 'A content that a model refuses for good makes no dead letters, holds up no other, and is tried again when it changes, with another model and on redrive.',
  },
  'embeddings.after-store': {
    section: 'docs/specification.md#background-work',
    text: 'After store a job makes the embedding.',
  },
  'embeddings.budget': {
    section: 'docs/decisions/aws.md#texts-that-are-embedded-have-a-budget-by-the-day',
    text: 'Beyond the tokens of its UTC day no text of a workspace is sent to an embedder that costs; `workspace_insight` says so, and the next day goes on.',
  },
} as const satisfies Record<string, Requirement>;
