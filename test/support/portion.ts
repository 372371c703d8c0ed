/** Whether everything runs, as by `npm run test:whole`. */
export const isWhole = Boolean(process.env['TEST_WHOLE']);

/**
 * How many of `all` a run takes: `part`, which shows every kind of thing once, or all of them in a whole run, for what holds
 * by number (calls at once, rows of a session).
 */
export const portion = (all: number, part: number): number => (isWhole ? all : part);

/** All of them in a whole run, else the first and each `every`-th after it. */
export const portionOf = <Item>(all: readonly Item[], every: number): Item[] =>
  all.filter((_, place) => isWhole || place % every === 0);
