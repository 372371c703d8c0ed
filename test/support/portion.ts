/**
 * How many of `all` a run takes: `part`, which shows every kind of thing once, or all of them with `npm run test:whole`,
 * for what holds by number (calls at once, rows of a session).
 */
export const portion = (all: number, part: number): number => (process.env['TEST_WHOLE'] ? all : part);
