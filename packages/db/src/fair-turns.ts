import { AsyncLocalStorage } from 'node:async_hooks';

interface Caller {
  key: string;
  /** The key until the workspace is known. */
  tenant: string;
}

const callers = new AsyncLocalStorage<Caller>();

/** What `work` asks of the database waits in the line of `key`. */
export const inTurnOf = <Result>(key: string, work: () => Result): Result =>
  callers.run({ key, tenant: key }, work);

/** From now on the line of the caller is one of its workspace's: many keys of one workspace have no more turns than one. */
export function takeTurnsWith(workspaceId: string): void {
  const caller = callers.getStore();
  if (caller) caller.tenant = workspaceId;
}

/** Rather than first come first served: the first has the next turn, and goes behind all others with it. */
function rotate<Name, Line>(lines: Map<Name, Line>, serve: (line: Line) => boolean): void {
  const [next] = lines;
  if (!next) return;
  const [name, line] = next;
  lines.delete(name);
  if (serve(line)) lines.set(name, line);
}

/**
 * Places that are given in turn by workspace, and within one in turn by key: whoever asks for much waits for itself, and
 * whoever asks for little waits for at most one turn of each of the others.
 */
export class FairTurns {
  #free: number;
  readonly #tenants = new Map<string, Map<string, (() => void)[]>>();

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
    const { key, tenant } = callers.getStore() ?? { key: '', tenant: '' };
    const { promise, resolve } = Promise.withResolvers<void>();
    const lines = this.#tenants.get(tenant) ?? new Map<string, (() => void)[]>();
    this.#tenants.set(tenant, lines);
    const line = lines.get(key) ?? [];
    lines.set(key, line);
    line.push(resolve);
    return promise;
  }

  leave(): void {
    if (this.#tenants.size === 0) {
      this.#free += 1;
      return;
    }
    rotate(this.#tenants, (lines) => {
      rotate(lines, (line) => {
        line.shift()?.();
        return line.length > 0;
      });
      return lines.size > 0;
    });
  }
}
