import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { createClient, type Client } from '@memory/client';
import {
  SCOPES,
  type Scope,
  type OperationName,
  type OperationOutput,
  type OperationRequest,
} from '@memory/contracts';
import { consoleFetch } from './console-fetch.ts';
import { type Session, operate } from './session.ts';

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

export function useOperation<Name extends OperationName>(
  name: Name,
  input: Omit<OperationRequest<Name>, 'workspaceId'>,
  { enabled = true, everyMs }: { enabled?: boolean; everyMs?: number } = {},
): UseQueryResult<OperationOutput<Name>> {
  const { workspaceId } = useSession();
  return useQuery({
    queryKey: [name, workspaceId, input],
    queryFn: ({ signal }) =>
      operate(name, { ...input, workspaceId } as unknown as OperationRequest<Name>, signal),
    enabled,
    placeholderData: keepPreviousData,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

export function useAsk<Answer>(
  [name, ...rest]: readonly unknown[],
  ask: (client: Client, signal: AbortSignal) => Promise<Answer>,
  options: Omit<UseQueryOptions<Answer>, 'queryKey' | 'queryFn'> = {},
): UseQueryResult<Answer> {
  const client = useClient();
  const { workspaceId } = useSession();
  return useQuery({
    ...options,
    queryKey: [name, workspaceId, ...rest],
    queryFn: ({ signal }) => ask(client, signal),
  });
}

/** The service's answers of so many items each, one page after the other. */
export function usePages<Page extends { count: number }>(
  [name, ...rest]: readonly unknown[],
  limit: number,
  ask: (client: Client, page: { limit: number; offset: number }, signal: AbortSignal) => Promise<Page>,
) {
  const client = useClient();
  const { workspaceId } = useSession();
  return useInfiniteQuery({
    queryKey: [name, workspaceId, ...rest],
    queryFn: ({ signal, pageParam }) => ask(client, { limit, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ count }, { length }) => (length * limit < count ? length * limit : undefined),
  });
}
