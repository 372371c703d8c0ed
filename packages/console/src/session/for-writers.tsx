import type { ReactNode } from 'react';
import { useRights } from './session-context.ts';

/** Controls that change something are offered to writers alone. */
export function ForWriters({ children }: { children: ReactNode }) {
  return useRights().may('write') ? children : null;
}
