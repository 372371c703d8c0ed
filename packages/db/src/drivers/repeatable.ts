/**
 * Begins a statement whose second execution does no harm. The first statement of a request meets connections that broke
 * while its function was frozen, and cannot tell whether it was executed: with this mark it is sent again.
 */
export const REPEATABLE = '/* repeatable */';
