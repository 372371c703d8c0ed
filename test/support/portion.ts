/** Whether everything runs, as by `npm run test:whole`. */
export const isWhole = Boolean(process.env['TEST_WHOLE']);

/**
 * How many of `all` a run takes: `part`, which shows every kind of thing once, or all of them in a whole run, for what holds
 * by number (calls at once, rows of a session).
 */
export const portion = (all: number, part: number): number => (isWhole ? all : part);
