import { under } from '../requirement.ts';

/** OAuth at the tool server. */
export const mcpOauth = under({
  'docs/specification.md#errors': {
    'mcp.oauth.workspace-not-specified':
      'An OAuth request that does not say which of several workspaces is meant gets `workspace_not_specified`.',
    'mcp.oauth.no-membership': 'A subject that is a member of no workspace gets `no_workspace_membership`.',
    'mcp.oauth.invalid-workspace':
      'A `workspace_id` that cannot be resolved for the subject gets `invalid_workspace_id`.',
    'mcp.oauth.authentication-failed':
      'An invalid, expired or foreign token gets 401 `authentication_failed`.',
  },
  'docs/specification.md#logins-over-oauth': {
    'mcp.oauth.renamed-challenge':
      'A client finds the login and gets in whether or not a gateway gives the challenge of the 401 another name.',
    'mcp.oauth.off': 'Without a configured issuer there is no OAuth: metadata 404, tokens 401.',
    'mcp.oauth.metadata':
      'With an issuer the protected-resource metadata is served at both well-known places.',
    'mcp.oauth.challenge':
      'With an issuer every 401 carries an absolute `resource_metadata` address in `WWW-Authenticate`.',
    'mcp.oauth.jwt': 'A valid token of a member works in the workspace and scope of the membership.',
    'mcp.oauth.rest':
      'Over REST a token of a member stands in the place of the key, with a header that names the workspace where there are several.',
    'mcp.oauth.audience': 'A token for another audience is 401.',
  },
});
