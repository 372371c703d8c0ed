import { AsyncLocalStorage } from 'node:async_hooks';

interface Caller {
  key: string;
  /** The key until the workspace is known. */
  tenant: string;
  isBackground: boolean;
  /** As `inBackground` was told. */
  patienceMs?: number | undefined;
}

const callers = new AsyncLocalStorage<Caller>();

/** Callers that somebody waits for, and what is to be told when the last of them has gone. */
let requests = 0;
const onQuiet = new Set<() => void>();

/** Without a request for so long nobody is asking: between two requests of one caller there is less. */
const QUIET_MS = 20;
let quiet: NodeJS.Timeout | undefined;
let isQuiet = true;

/** Statements of `work` wait in the line of `key`. */
export async function inTurnOf<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  requests += 1;
  isQuiet = false;
  clearTimeout(quiet);
  try {
    return await callers.run({ key, tenant: key, isBackground: false }, work);
  } finally {
    requests -= 1;
    if (requests === 0) quiet = setTimeout(beQuiet, QUIET_MS);
  }
}

/** Whether a request of this process is under way, or was a moment ago. */
export const isAsked = (): boolean => !isQuiet;

function beQuiet(): void {
  isQuiet = true;
  for (const tell of onQuiet) tell();
}

/**
 * Work that has no waiting caller: where all share one connection, its statements stand back for requests.
 * @param options.patienceMs for which they do, where that is not the usual time
 */
export const inBackground = <Result>(
  work: () => Promise<Result>,
  { patienceMs }: { patienceMs?: number } = {},
): Promise<Result> => callers.run({ key: '', tenant: '', isBackground: true, patienceMs }, work);

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
  readonly #patienceMs: number;
  readonly #tenants = new Map<string, Map<string, (() => void)[]>>();
  /** Statements that stand back until then, the first in front. */
  readonly #background: { serve: () => void; untilMs: number; timer: NodeJS.Timeout }[] = [];
  readonly #look = (): void => void this.#serveBackground();

  /** @param options.patienceMs for which background work lets the places be while there are requests; 0: it takes its turn */
  constructor(places: number, { patienceMs = 0 } = {}) {
    this.#free = places;
    this.#patienceMs = patienceMs;
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
    const caller: Caller = callers.getStore() ?? { key: '', tenant: '', isBackground: false };
    const { key, tenant, isBackground } = caller;
    const standsBack = isBackground && this.#patienceMs > 0;
    if (this.#free > 0 && (isQuiet || !standsBack)) {
      this.#free -= 1;
      return Promise.resolve();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    if (standsBack) {
      const patienceMs = caller.patienceMs ?? this.#patienceMs;
      // It keeps the process alive: somebody waits for what stands back, a service that is stopping too.
      const timer = setTimeout(this.#look, patienceMs);
      this.#background.push({ serve: resolve, untilMs: performance.now() + patienceMs, timer });
      onQuiet.add(this.#look);
      return promise;
    }
    const lines = this.#tenants.get(tenant) ?? new Map<string, (() => void)[]>();
    this.#tenants.set(tenant, lines);
    const line = lines.get(key) ?? [];
    lines.set(key, line);
    line.push(resolve);
    return promise;
  }

  leave(): void {
    this.#free += 1;
    if (this.#serveBackground() || this.#tenants.size === 0) return;
    this.#free -= 1;
    rotate(this.#tenants, (lines) => {
      rotate(lines, (line) => {
        line.shift()?.();
        return line.length > 0;
      });
      return lines.size > 0;
    });
  }

  /** Gives a free place to what stands back, once nobody is asking or it has waited long enough. */
  #serveBackground(): boolean {
    if (this.#free === 0) return false;
    // A timer may come a little early.
    const now = performance.now() + 1;
    const place =
      isQuiet && this.#tenants.size === 0 ? 0 : this.#background.findIndex(({ untilMs }) => untilMs <= now);
    const [next] = place < 0 ? [] : this.#background.splice(place, 1);
    if (!next) return false;
    clearTimeout(next.timer);
    if (this.#background.length === 0) onQuiet.delete(this.#look);
    this.#free -= 1;
    next.serve();
    return true;
  }
}
