/** Where the operator command asks for a link that opens the console. */
export const CONSOLE_LINK_PATH = '/.local/console-link';
