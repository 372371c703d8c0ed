import type { Requirement } from '../requirement.ts';

/** Key schemes, scopes, and the isolation of workspaces. */
export const auth = {
  'auth.token-scheme': {
    section: 'docs/specification.md#authentication',
    text: '`Authorization: Token <API_KEY>` with a valid key authenticates a REST request.',
  },
  'auth.every-endpoint': {
    section: 'docs/specification.md#authentication',
    text: 'Every REST endpoint answers 401 to a request without an `Authorization` header.',
  },
  'auth.workspace-from-key': {
    section: 'docs/specification.md#authentication',
    text: 'A key belongs to one workspace and decides that of the request; a `workspace_id` in query or body has no effect on REST.',
  },
  'auth.key.live-prefix': {
    section: 'docs/specification.md#authentication',
    text: 'A key of a production environment begins with `wm_live_`.',
  },
  'auth.key.test-prefix': {
    section: 'docs/specification.md#authentication',
    text: 'A key of a sandbox or staging environment begins with `wm_test_`.',
  },
  'auth.key.name-and-scope': {
    section: 'docs/specification.md#authentication',
    text: 'A key has a name and a scope, both answered when keys are listed.',
  },
  'auth.rotation': {
    section: 'docs/specification.md#authentication',
    text: 'A new key and the old one both work until the old one is revoked.',
  },
  'auth.revocation.immediate': {
    section: 'docs/specification.md#authentication',
    text: 'From the 204 of its revocation on a key answers 401, on a warm server with the key in use too.',
  },
  'auth.isolation.read': {
    section: 'docs/specification.md#authentication',
    text: 'No memory endpoint shows a memory of another workspace, under random requests with foreign identifiers.',
  },
  'auth.isolation.write': {
    section: 'docs/specification.md#authentication',
    text: 'No memory endpoint changes or deletes a memory of another workspace, under random requests with foreign identifiers.',
  },
  'auth.isolation.search': {
    section: 'docs/specification.md#authentication',
    text: "Keyword search sees only the memories and statistics of the key's workspace.",
  },
  'auth.scheme.case-insensitive': {
    section: 'docs/decisions/http.md#11-order-of-checks',
    text: 'The scheme word is matched without case: `token` and `TOKEN` work.',
  },
  'auth.scheme.extra-space-401': {
    section: 'docs/decisions/http.md#11-order-of-checks',
    text: 'More than one space between scheme and key is 401.',
  },
  'auth.scheme.missing-key-401': {
    section: 'docs/decisions/http.md#11-order-of-checks',
    text: 'A scheme without a key is 401.',
  },
  'auth.scheme.other-401': {
    section: 'docs/decisions/http.md#11-order-of-checks',
    text: 'Another scheme (`Basic`, none) is 401.',
  },
  'auth.www-authenticate': {
    section: 'docs/decisions/http.md#11-order-of-checks',
    text: 'Every 401 carries `WWW-Authenticate`.',
  },
  'auth.bearer-on-rest.names-token': {
    section: 'docs/decisions/http.md#11-order-of-checks',
    text: '`Authorization: Bearer <API_KEY>` on REST answers 401 with a `detail` that names the scheme `Token`.',
  },
  'auth.no-anonymous': {
    section: 'docs/decisions/http.md#17-cors-off-no-anonymous-mode',
    text: 'There is no anonymous mode: the local server refuses a request without a key too.',
  },
  'auth.scope.read-get': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'A `read` key may call the GET endpoints of memories.',
  },
  'auth.scope.read-post-403': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'A `read` key gets 403 for every POST endpoint, store, batch-delete, access, retrieval and feedback included.',
  },
  'auth.scope.read-search-403': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'A `read` key gets 403 for POST search.',
  },
  'auth.scope.read-patch-403': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'A `read` key gets 403 for PATCH.',
  },
  'auth.scope.read-delete-403': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'A `read` key gets 403 for DELETE.',
  },
  'auth.scope.write-all-methods': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'A `write` key may call GET, POST, PATCH and DELETE of memories and search.',
  },
  'auth.scope.write-keys-403': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'A `write` key gets 403 at every key management endpoint.',
  },
  'auth.scope.admin-all': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'An `admin` key may call everything, key management included.',
  },
  'auth.key.stored-hashed': {
    section: 'docs/specification.md#authentication',
    text: 'The database holds only a hash of a key.',
  },
  'auth.key.checksum': {
    section: 'docs/specification.md#authentication',
    text: 'A key carries a checksum; a mistyped key is 401.',
  },
  'auth.one-round-trip': {
    section: 'docs/specification.md#authentication',
    text: 'One database round trip resolves key, workspace and scope and takes from the rate limit.',
  },
  'auth.isolation.embeddings': {
    section: 'docs/specification.md#what-the-service-does',
    text: 'Semantic search, related and discovery never compare embeddings of two workspaces.',
  },
  'auth.isolation.graph': {
    section: 'docs/specification.md#what-the-service-does',
    text: 'Graph, explore, path and relationships never cross workspaces.',
  },
  'auth.scope.read-explore-403': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'A `read` key gets 403 for POST explore.',
  },
  'auth.scope.read-path-403': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'A `read` key gets 403 for POST path.',
  },
  'auth.scope.read-relationships-403': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'A `read` key gets 403 for POST and DELETE relationships.',
  },
  'auth.isolation.sessions': {
    section: 'docs/specification.md#what-the-service-does',
    text: 'Sessions, their context and their observations are visible only in their workspace.',
  },
  'auth.scope.read-session-writes-403': {
    section: 'docs/decisions/http.md#12-what-a-read-key-may-do',
    text: 'A `read` key gets 403 for starting, ending and patching a session and for sending observations.',
  },
} as const satisfies Record<string, Requirement>;
