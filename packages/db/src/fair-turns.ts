import { AsyncLocalStorage } from 'node:async_hooks';

interface Caller {
  key: string;
  /** The key until the workspace is known. */
  tenant: string;
  background?: Background;
}

interface Background {
  /** For which it waits for a moment without requests, before it has its part of the time; 0. */
  patienceMs?: number | undefined;
  /** Milliseconds since 1970 from which on it is late; now. */
  sinceMs?: number | undefined;
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
    return await callers.run({ key, tenant: key }, work);
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

/** Work that has no waiting caller: where all share one connection, it has a part of the time while there are requests. */
export const inBackground = <Result>(
  work: () => Promise<Result>,
  background: Background = {},
): Promise<Result> => callers.run({ key: '', tenant: '', background }, work);

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

interface StandingBack {
  serve: () => void;
  /** Before which only a moment without requests is its. */
  dueMs: number;
  sinceMs: number;
}

/**
 * After each of its statements background work rests for so many times as long: it has a quarter of the time, a third when some of
 * it is five seconds late, a half from ten seconds on and two thirds from a minute on, since a queue that grows for ever is no
 * help to requests.
 */
const restsTimes = (lateMs: number): number =>
  Math.min(3, Math.max(1 / 2, 3 - lateMs / 5_000, 1 - (lateMs - 10_000) / 100_000));

/**
 * Places that are given in turn by workspace, and within one in turn by key: whoever asks for much waits for itself, and
 * whoever asks for little waits for at most one turn of each of the others.
 */
export class FairTurns {
  #free: number;
  readonly #isShared: boolean;
  readonly #tenants = new Map<string, Map<string, (() => void)[]>>();
  /** The first to come in front. */
  readonly #background: StandingBack[] = [];
  /** The last turn of background work that has ended. */
  #lastTurn = { endedMs: -Infinity, tookMs: 0 };
  #timer: NodeJS.Timeout | undefined;
  readonly #look = (): void => void this.#serveBackground();

  /** @param options.isShared background work has a part of the time; else it takes its turn as a caller does */
  constructor(places: number, { isShared = false } = {}) {
    this.#free = places;
    this.#isShared = isShared;
  }

  /** Whether somebody waits for a place who does not stand back. */
  get isAwaited(): boolean {
    return this.#tenants.size > 0;
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.enter();
    const begunMs = performance.now();
    try {
      return await work();
    } finally {
      const endedMs = performance.now();
      if (callers.getStore()?.background) this.#lastTurn = { endedMs, tookMs: endedMs - begunMs };
      this.leave();
    }
  }

  /** Resolves with a place, which `leave` gives back. */
  enter(): Promise<void> {
    const { key, tenant, background }: Caller = callers.getStore() ?? { key: '', tenant: '' };
    const standsBack = background && this.#isShared;
    if (this.#free > 0 && (isQuiet || !standsBack)) {
      this.#free -= 1;
      return Promise.resolve();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    if (standsBack) {
      const now = performance.now();
      const { patienceMs = 0, sinceMs = Date.now() } = background;
      this.#background.push({ serve: resolve, dueMs: now + patienceMs, sinceMs });
      onQuiet.add(this.#look);
      this.#serveBackground();
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
    if (this.#serveBackground() || !this.isAwaited) return;
    this.#free -= 1;
    rotate(this.#tenants, (lines) => {
      rotate(lines, (line) => {
        line.shift()?.();
        return line.length > 0;
      });
      return lines.size > 0;
    });
  }

  /** Gives a free place to what stands back, once nobody is asking or it has rested long enough. */
  #serveBackground(): boolean {
    clearTimeout(this.#timer);
    if (this.#free === 0 || this.#background.length === 0) return false;
    const now = performance.now();
    const isIdle = isQuiet && !this.isAwaited;
    const restsUntilMs = isIdle ? now : this.#restsUntilMs();
    const place = this.#background.findIndex(({ dueMs }) => isIdle || dueMs <= now);
    const [next] = place < 0 || restsUntilMs > now ? [] : this.#background.splice(place, 1);
    if (!next) {
      const dueMs = Math.min(...this.#background.map((each) => each.dueMs));
      // It keeps the process alive: somebody waits for what stands back, a service that is stopping too.
      this.#timer = setTimeout(this.#look, Math.ceil(Math.max(dueMs, restsUntilMs) - now));
      return false;
    }
    if (this.#background.length === 0) onQuiet.delete(this.#look);
    this.#free -= 1;
    next.serve();
    return true;
  }

  #restsUntilMs(): number {
    const { endedMs, tookMs } = this.#lastTurn;
    const sinceMs = Math.min(...this.#background.map((each) => each.sinceMs));
    return endedMs + tookMs * restsTimes(Date.now() - sinceMs);
  }
}
