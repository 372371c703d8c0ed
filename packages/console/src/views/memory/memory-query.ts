import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@memory/client';

/** A memory as every view reads it, so that one that is known is not asked for again. */
export const memoryQuery = (client: Client, workspaceId: string | undefined, ref: string) =>
  queryOptions({
    queryKey: ['memory', workspaceId, ref],
    queryFn: ({ signal }) => client.getMemory({ path: { ref }, query: { speaker: true }, signal }),
  });

export type MemoryDetail = Awaited<ReturnType<Client['getMemory']>>;
