import type { Requirement } from './requirement.ts';

/** Embeddings, related memories, discovery of relationships, and the jobs behind them. */
export const discovery = {
  'related.score': {
    section: 'Decision 26',
    part: 2,
    text: 'In related `score` is the cosine similarity, `match_type` is `semantic`, best first.',
  },
  'related.ok': {
    section: 'Endpoints / Memories',
    part: 2,
    text: 'GET related answers 200 with an array of SearchResult.',
  },
  'related.no-embedding': {
    section: 'Endpoints / Memories',
    part: 2,
    text: 'Without a stored embedding of the source the array is empty.',
  },
  'related.limit-default-10': {
    section: 'Endpoints / Memories',
    part: 2,
    text: 'In related, `limit` is 10 by default.',
  },
  'related.limit-min-1': {
    section: 'Endpoints / Memories',
    part: 2,
    text: 'In related, `limit` 1 works; 0 is 422.',
  },
  'related.limit-max-50': {
    section: 'Endpoints / Memories',
    part: 2,
    text: 'In related, `limit` 50 works; 51 is 422.',
  },
  'related.threshold-default': {
    section: 'Endpoints / Memories',
    part: 2,
    text: 'In related, `similarity_threshold` is 0.75 by default: what is less similar is left out.',
  },
  'related.threshold-range': {
    section: 'Endpoints / Memories',
    part: 2,
    text: 'In related, `similarity_threshold` 0.0 and 1.0 work; below 0.0 or above 1.0 is 422.',
  },
  'related.without-itself': {
    section: 'Endpoints / Memories',
    part: 2,
    text: 'The memory itself is not among its related ones.',
  },
  'related.own-workspace': {
    section: 'Endpoints / Memories',
    part: 2,
    text: "Related memories are of the key's workspace only.",
  },
  'related.unknown-404': {
    section: 'Endpoints / Memories',
    part: 2,
    text: 'GET related of an unknown or foreign memory is 404.',
  },
  'embeddings.asynchronous': {
    section: 'States / Memory',
    part: 2,
    text: 'The embedding is made after the answer to store, within seconds.',
  },
  'discovery.embedding-similarity': {
    section: 'Resources / Discovery heuristics',
    part: 2,
    text: 'Embeddings that are similar above the threshold get a `similar_to` edge with method `embedding_similarity`.',
  },
  'discovery.embedding-similarity.threshold': {
    section: 'Resources / Discovery heuristics',
    part: 2,
    text: 'Less similar memories get no `similar_to` edge.',
  },
  'discovery.file-overlap': {
    section: 'Resources / Discovery heuristics',
    part: 2,
    text: 'Memories that share a source file get a `references` or `related_to` edge with method `file_overlap`.',
  },
  'discovery.concept-overlap': {
    section: 'Resources / Discovery heuristics',
    part: 2,
    text: 'Memories that share concepts get a `related_to` edge with method `concept_overlap`.',
  },
  'discovery.concept-overlap.weight': {
    section: 'Resources / Discovery heuristics',
    part: 2,
    text: 'The confidence of a concept edge grows with the number of shared concepts.',
  },
  'discovery.session-context': {
    section: 'Resources / Discovery heuristics',
    part: 2,
    text: 'Memories of the same or temporally close sessions get a `related_to` edge with method `session_context`.',
  },
  'discovery.after-update': {
    section: 'Resources / Discovery heuristics',
    part: 2,
    text: 'An update runs discovery again.',
  },
  'discovery.types-by-heuristic': {
    section: 'Resources / Relationship types',
    part: 2,
    text: 'A heuristic assigns only `references`, `related_to` and `similar_to`.',
  },
  'relationships.bidirectional-symmetric': {
    section: 'Decision 33',
    part: 2,
    text: '`is_bidirectional` is true for `related_to`, `similar_to` and `contradicts`.',
  },
  'relationships.bidirectional-directed': {
    section: 'Decision 33',
    part: 2,
    text: '`is_bidirectional` is false for `references`, `caused_by`, `supersedes` and `depends_on`.',
  },
  'discovery.model-method': {
    section: 'Decision 33',
    part: 2,
    text: 'An edge that a model proposes carries the method that paired its memories; there is no sixth `discovery_method`.',
  },
  'discovery.model-types': {
    section: 'Decision 33',
    part: 2,
    text: '`caused_by`, `contradicts`, `supersedes` and `depends_on` come from a person or a model only.',
  },
  'discovery.confidence-range': {
    section: 'Part 2',
    part: 2,
    text: 'Every discovered edge has a confidence in 0 to 1.',
  },
  'discovery.idempotent': {
    section: 'Part 2',
    part: 2,
    text: 'Discovery run again makes no second edge and changes none.',
  },
  'discovery.bounded': {
    section: 'Part 2',
    part: 2,
    text: 'A file or concept shared by thousands leads to a bounded number of edges.',
  },
  'discovery.ground-gone': {
    section: 'Part 2',
    part: 2,
    text: 'A discovered edge is removed when its ground (shared file, concept, similarity) is gone.',
  },
  'discovery.own-workspace': {
    section: 'Part 2',
    part: 2,
    text: 'Discovery joins no memories of two workspaces.',
  },
  'discovery.model-nonsense': {
    section: 'Part 2',
    part: 2,
    text: 'A refusal or nonsense of the model changes nothing.',
  },
  'discovery.model-off': {
    section: 'Part 2',
    part: 2,
    text: 'Without a text generator no edge of the four model types is discovered.',
  },
  'jobs.embedding.twice': {
    section: 'Part 2',
    part: 2,
    text: 'The embedding job delivered twice ends in the same state.',
  },
  'jobs.embedding.late': {
    section: 'Part 2',
    part: 2,
    text: 'A late message never overwrites a newer embedding.',
  },
  'jobs.embedding.deleted': {
    section: 'Part 2',
    part: 2,
    text: 'A job for a deleted memory does nothing and succeeds.',
  },
  'jobs.discovery.twice': {
    section: 'Part 2',
    part: 2,
    text: 'The discovery job delivered twice ends in the same state.',
  },
  'jobs.partial-batch': {
    section: 'Part 2',
    part: 2,
    text: 'Of a batch only the failed records are delivered again.',
  },
  'jobs.dead-letter': {
    section: 'Part 2',
    part: 2,
    text: 'A record that keeps failing ends as a dead letter.',
  },
  'jobs.sweep.lost-message': {
    section: 'Part 2',
    part: 2,
    text: 'A memory whose message was lost is found from the database and enqueued again.',
  },
  'jobs.sweep.quiet': {
    section: 'Part 2',
    part: 2,
    text: 'Without writes nothing touches the database more often than hourly.',
  },
  'jobs.local.resumes': {
    section: 'Part 2',
    part: 2,
    text: 'Work pending when the local process died goes on at the next start.',
  },
  'jobs.crash.exactly-once': {
    section: 'Part 2',
    part: 2,
    text: 'Killed at any step between write, enqueue, embedding and discovery, every acknowledged memory is in the end embedded and discovered, once.',
  },
  'jobs.admin.depth': {
    section: 'Part 2',
    part: 2,
    text: '`admin jobs` shows depth, oldest age, failures and dead letters.',
  },
  'jobs.admin.redrive': {
    section: 'Part 2',
    part: 2,
    text: '`admin jobs --redrive` enqueues dead letters again.',
  },
  'embeddings.models-apart': {
    section: 'Part 2',
    part: 2,
    text: 'Vectors of two models or versions are never compared.',
  },
  'embeddings.model-change': {
    section: 'Part 2',
    part: 2,
    text: 'After a change of model everything is embedded again in the background while search goes on.',
  },
  'embeddings.wrong-dimensions': {
    section: 'Part 2',
    part: 2,
    text: 'A provider that answers wrong dimensions loses nothing: the job fails and is tried again.',
  },
  'embeddings.provider-down': {
    section: 'Part 2',
    part: 2,
    text: 'With the provider down, slow or throttling, store still answers 201 and nothing is lost.',
  },
  'embeddings.refused': {
    section: 'Part 2',
    part: 2,
    text: 'A content that a model refuses for good makes no dead letters, holds up no other, and is tried again when it changes, with another model and on redrive.',
  },
  'embeddings.after-store': {
    section: 'Events',
    part: 2,
    text: 'After store a job makes the embedding.',
  },
} as const satisfies Record<string, Requirement>;
