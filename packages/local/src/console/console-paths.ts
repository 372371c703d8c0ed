/** Where the operator command asks for a link that opens the console. */
export const CONSOLE_LINK_PATH = '/.local/console-link';

/** What the console asks of its host, beside the API: a session, and what the operator may do. */
export const CONSOLE_SESSION_PATH = '/.console/session';
export const CONSOLE_OPERATIONS_PATH = '/.console/operations';

/** Half of what a session is known by; the other half is a cookie that no script reads. */
export const CONSOLE_PROOF_HEADER = 'x-console-proof';
