import module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Earlier releases of Node have less. */
const olderNode: Partial<typeof module> = module;

/**
 * Has the heap of this thread collected once it has rested for so long: by itself Node does so when it needs room, and who rests would
 * keep what is no longer used. Modules that were compiled since the last rest are kept for the next start then, too: that takes a
 * second after a first start, in which no request is answered.
 */
export class Rest {
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(...afterMs: readonly number[]) {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const tidy = () => {
      collect();
      olderNode.flushCompileCache?.();
    };
    this.#timers = afterMs.map((ms) => setTimeout(tidy, ms).unref());
  }

  /** There was work. */
  begin(): void {
    for (const timer of this.#timers) timer.refresh();
  }
}
