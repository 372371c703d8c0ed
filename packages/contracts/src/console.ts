/** Below it is what the console asks of its host, beside the API. */
export const CONSOLE_PATH = '/.console';

/** The session of the console: opened, read, renewed and ended. */
export const CONSOLE_SESSION_PATH = `${CONSOLE_PATH}/session`;

export const CONSOLE_OPERATIONS_PATH = `${CONSOLE_PATH}/operations`;

/** Acts of agents as server-sent events, where a host holds connections open; of a host that cannot it is no path. */
export const CONSOLE_ACTS_PATH = `${CONSOLE_PATH}/acts`;

/** Actions that are shown of the sessions under way. */
export const CONSOLE_ACTS = 12;

/** Half of a session: the cookie is known to no script, this to pages of the console's origin alone. */
export const CONSOLE_PROOF_HEADER = 'x-console-proof';

/** Nothing from elsewhere, nothing inline, in no frame. Styles that scripts set on an element are not inline ones. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const CONSOLE_HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Named by their content, so that they never change; everything else is asked for again. */
export const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable';
export const PAGE_CACHE_CONTROL = 'no-store';
