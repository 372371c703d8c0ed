import { createContext, use, useMemo } from 'react';
import { createClient, type Client } from '@memory/client';
import { SCOPES, type Scope } from '@memory/contracts';
import { consoleFetch } from './console-fetch.ts';
import type { Session } from './session.ts';

interface SessionContextValue {
  session: Session;
  workspaceId: string;
  choose(workspaceId: string): void;
}

export const SessionContext = createContext<SessionContextValue | undefined>(undefined);

export function useSession(): SessionContextValue {
  const value = use(SessionContext);
  if (!value) throw new Error('There is no session around this.');
  return value;
}

/** Rights in the workspace that is looked at: those of a member's scope; all, where there are no members. */
export function useRights(): { isOperator: boolean; may: (scope: Scope) => boolean } {
  const { session, workspaceId } = useSession();
  const scope = session.workspaces.find(({ id }) => id === workspaceId)?.scope;
  return {
    isOperator: scope === undefined,
    may: (needed) => scope === undefined || SCOPES.indexOf(scope) >= SCOPES.indexOf(needed),
  };
}

/** The same client that programs have; the host adds the key. */
export const clientOf = (options: {
  workspaceId: string;
  batch?: string;
  onRedacted?: (count: number) => void;
}): Client => createClient({ url: location.origin, key: '', fetch: consoleFetch, ...options });

export function useClient(): Client {
  const { workspaceId } = useSession();
  return useMemo(() => clientOf({ workspaceId }), [workspaceId]);
}
