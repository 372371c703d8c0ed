/** Where the tool server answers. */
export const MCP_PATH = '/mcp';

/** Where RFC 9728 has clients look for what protects it; the second for those that leave its path out. */
export const OAUTH_METADATA_PATHS = [
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-protected-resource',
] as const;
