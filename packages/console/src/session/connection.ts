/** Whether the service can be talked to; what was typed stays in the page meanwhile. */
type Connection = 'ready' | 'offline' | 'signed-out';

let state: Connection = 'ready';
let changedAt = 0;
const listeners = new Set<() => void>();

export const connection = {
  get: (): Connection => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** @param askedAt when that was asked which tells it: what was asked before the service went away says nothing of now */
  set(next: Connection, askedAt: number): void {
    if (next === state || (next === 'ready' && askedAt < changedAt)) return;
    state = next;
    changedAt = performance.now();
    for (const listener of listeners) listener();
  },
};

/** Waits until the service answers this session; at once where it does. */
export const untilReady = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (state !== 'ready') return;
      listeners.delete(look);
      resolve();
    };
    listeners.add(look);
    look();
  });
