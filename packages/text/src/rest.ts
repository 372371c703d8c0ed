import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Has the heap of this thread collected once it has rested for so long: by itself Node does so when it needs room, and who rests would
 * keep what is no longer used.
 */
export class Rest {
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(...afterMs: readonly number[]) {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    this.#timers = afterMs.map((ms) => setTimeout(collect, ms).unref());
  }

  /** There was work. */
  begin(): void {
    for (const timer of this.#timers) timer.refresh();
  }
}
