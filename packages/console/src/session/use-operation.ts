import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { OperationName, OperationOutput, OperationRequest } from '@memory/contracts';
import { useSession } from './session-context.ts';
import { operate } from './session.ts';

interface OperationOptions {
  enabled?: boolean;
  /** Asks again so often. */
  everyMs?: number;
}

export function useOperation<Name extends OperationName>(
  name: Name,
  input: Omit<OperationRequest<Name>, 'workspaceId'>,
  { enabled = true, everyMs }: OperationOptions = {},
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
