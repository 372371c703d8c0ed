import { AsyncLocalStorage } from 'node:async_hooks';

const deadlines = new AsyncLocalStorage<number>();

/** Runs `work`, whose statements together have this long: a function that is stopped in the middle of one cannot say so. */
export const withinDeadline = <Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> =>
  deadlines.run(performance.now() + milliseconds, work);

/** Milliseconds that are left for the request or job under way; Infinity where nothing limits it. */
export const remainingMs = (): number => (deadlines.getStore() ?? Infinity) - performance.now();
