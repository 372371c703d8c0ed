import { under } from '../requirement.ts';

/** Key schemes, scopes, and the isolation of workspaces. */
export const auth = under({
  'docs/specification.md#authentication': {
    'auth.token-scheme': '`Authorization: Token <API_KEY>` with a valid key authenticates a REST request.',
    'auth.every-endpoint': 'Every REST endpoint answers 401 to a request without an `Authorization` header.',
    'auth.workspace-from-key':
      'A key belongs to one workspace and decides that of the request; a `workspace_id` in query or body has no effect on REST.',
    'auth.key.live-prefix': 'A key of a production environment begins with `wm_live_`.',
    'auth.key.test-prefix': 'A key of a sandbox or staging environment begins with `wm_test_`.',
    'auth.key.name-and-scope': 'A key has a name and a scope, both answered when keys are listed.',
    'auth.rotation': 'A new key and the old one both work until the old one is revoked.',
    'auth.revocation.immediate':
      'From the 204 of its revocation on a key answers 401, on a warm server with the key in use too.',
    'auth.isolation.read':
      'No memory endpoint shows a memory of another workspace, under random requests with foreign identifiers.',
    'auth.isolation.write':
      'No memory endpoint changes or deletes a memory of another workspace, under random requests with foreign identifiers.',
    'auth.isolation.search': "Keyword search sees only the memories and statistics of the key's workspace.",
    'auth.key.stored-hashed': 'The database holds only a hash of a key.',
    'auth.key.checksum': 'A key carries a checksum; a mistyped key is 401.',
    'auth.one-round-trip':
      'One database round trip resolves key, workspace and scope and takes from the rate limit.',
  },
  'docs/decisions/http.md#11-order-of-checks': {
    'auth.scheme.case-insensitive': 'The scheme word is matched without case: `token` and `TOKEN` work.',
    'auth.scheme.extra-space-401': 'More than one space between scheme and key is 401.',
    'auth.scheme.missing-key-401': 'A scheme without a key is 401.',
    'auth.scheme.other-401': 'Another scheme (`Basic`, none) is 401.',
    'auth.www-authenticate': 'Every 401 carries `WWW-Authenticate`.',
    'auth.bearer-on-rest.names-token':
      '`Authorization: Bearer <API_KEY>` on REST answers 401 with a `detail` that names the scheme `Token`.',
  },
  'docs/decisions/http.md#17-cors-off-no-anonymous-mode': {
    'auth.no-anonymous': 'There is no anonymous mode: the local server refuses a request without a key too.',
  },
  'docs/decisions/http.md#12-what-a-read-key-may-do': {
    'auth.scope.read-get': 'A `read` key may call the GET endpoints of memories.',
    'auth.scope.read-post-403':
      'A `read` key gets 403 for every POST endpoint, store, batch-delete, access, retrieval and feedback included.',
    'auth.scope.read-search-403': 'A `read` key gets 403 for POST search.',
    'auth.scope.read-patch-403': 'A `read` key gets 403 for PATCH.',
    'auth.scope.read-delete-403': 'A `read` key gets 403 for DELETE.',
    'auth.scope.write-all-methods':
      'A `write` key may call GET, POST, PATCH and DELETE of memories and search.',
    'auth.scope.write-keys-403': 'A `write` key gets 403 at every key management endpoint.',
    'auth.scope.admin-all': 'An `admin` key may call everything, key management included.',
    'auth.scope.read-explore-403': 'A `read` key gets 403 for POST explore.',
    'auth.scope.read-path-403': 'A `read` key gets 403 for POST path.',
    'auth.scope.read-relationships-403': 'A `read` key gets 403 for POST and DELETE relationships.',
    'auth.scope.read-session-writes-403':
      'A `read` key gets 403 for starting, ending and patching a session and for sending observations.',
  },
  'docs/specification.md#what-the-service-does': {
    'auth.isolation.embeddings':
      'Semantic search, related and discovery never compare embeddings of two workspaces.',
    'auth.isolation.graph': 'Graph, explore, path and relationships never cross workspaces.',
    'auth.isolation.sessions':
      'Sessions, their context and their observations are visible only in their workspace.',
  },
});
