import { useSyncExternalStore } from 'react';

/** Whether the service can be talked to; what was typed stays in the page meanwhile. */
type Connection = 'ready' | 'offline' | 'signed-out';

let state: Connection = 'ready';
const listeners = new Set<() => void>();

export const connection = {
  get: (): Connection => state,
  set(next: Connection): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  },
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useConnection = (): Connection => useSyncExternalStore(subscribe, connection.get);
