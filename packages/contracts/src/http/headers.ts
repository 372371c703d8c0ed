/** Joins several requests to one batch, which is undone as one. */
export const CHANGE_BATCH_HEADER = 'X-Change-Batch';

/** How many secrets were replaced: in a request by the client, before it sent it; in an answer by both. */
export const REDACTED_SECRETS_HEADER = 'X-Redacted-Secrets';

/** Identifiers of memories that say nearly what was stored, and of older ones that it may replace; sent to who asks by `Prefer`. */
export const SIMILAR_MEMORIES_HEADER = 'X-Similar-Memories';
export const MAY_REPLACE_HEADER = 'X-May-Replace-Memories';
/** The preference (RFC 7240) by which they are asked for. */
export const SIMILAR_MEMORIES_PREFERENCE = 'similar-memories';

/**
 * Headers of answers that a page of an allowed origin may read beside those that every page may: in AWS the gateway says
 * so and drops what a function says, elsewhere the function does.
 */
export const EXPOSED_HEADERS = [
  'Allow',
  'Link',
  'Retry-After',
  'WWW-Authenticate',
  MAY_REPLACE_HEADER,
  REDACTED_SECRETS_HEADER,
  'X-Request-Id',
  SIMILAR_MEMORIES_HEADER,
] as const;

/** Headers that a page of an allowed origin may send: those of this interface, and what clients of MCP add in a browser. */
export const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Last-Event-ID',
  'Mcp-Method',
  'Mcp-Name',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Prefer',
  REDACTED_SECRETS_HEADER,
  CHANGE_BATCH_HEADER,
  'X-Person',
  'X-Project',
  'X-Workspace-Id',
] as const;

/** Set to 1 by a program that stands in the code: it gets what the memories of an answer are tied to, and judges by the tree that it sees. */
export const ANCHORS_HEADER = 'x-anchors';

/** Where an answer of a tool holds the anchors of its memories, beside what is specified. */
export const ANCHORS_META = 'workspace-memory/anchors';

/** Where the answer of a search holds how well each memory matches, by its identifier. */
export const SCORES_META = 'workspace-memory/scores';

export const MCP_PATH = '/mcp';

/** Where RFC 9728 has clients look for what protects it; the second for those that leave its path out. */
export const OAUTH_METADATA_PATHS = [
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-protected-resource',
] as const;
