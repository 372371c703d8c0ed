import type { ReactNode } from 'react';
import { useRights } from './session-context.ts';

/** What changes something is offered to those alone who may. */
export function ForWriters({ children }: { children: ReactNode }) {
  return useRights().may('write') ? children : null;
}
