import { AsyncLocalStorage } from 'node:async_hooks';

const callers = new AsyncLocalStorage<string>();

/** What `work` asks of the database waits in the line of `caller`. */
export const inTurnOf = <Result>(caller: string, work: () => Result): Result => callers.run(caller, work);

/**
 * Places that are given in turn by caller, not first come first served: whoever asks for much waits for itself, and
 * whoever asks for little waits for at most one turn of each of the others.
 */
export class FairTurns {
  #free: number;
  /** The first caller has the next turn, and goes behind all others with it. */
  readonly #lines = new Map<string, (() => void)[]>();

  constructor(places: number) {
    this.#free = places;
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Resolves with a place, which `leave` gives back. */
  enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    const caller = callers.getStore() ?? '';
    const { promise, resolve } = Promise.withResolvers<void>();
    const line = this.#lines.get(caller);
    if (line) line.push(resolve);
    else this.#lines.set(caller, [resolve]);
    return promise;
  }

  leave(): void {
    const [next] = this.#lines;
    if (!next) {
      this.#free += 1;
      return;
    }
    const [caller, line] = next;
    this.#lines.delete(caller);
    line.shift()?.();
    if (line.length > 0) this.#lines.set(caller, line);
  }
}
