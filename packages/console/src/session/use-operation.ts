import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { Client } from '@memory/client';
import type { OperationName, OperationOutput, OperationRequest } from '@memory/contracts';
import { useClient, useSession } from './session-context.ts';
import { operate } from './session.ts';

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

/** The service's answer, kept under a key of the workspace that is looked at. */
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
