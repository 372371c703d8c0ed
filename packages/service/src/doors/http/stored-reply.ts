import {
  MAY_REPLACE_HEADER,
  SIMILAR_MEMORIES_HEADER,
  SIMILAR_MEMORIES_PREFERENCE,
  type Memory,
  type StoreMemoryBody,
} from '@memory/contracts';
import { storeMemory } from '@memory/core';
import type { Workspace } from '@memory/db';
import type { Runtime } from '../../create-services.ts';
import type { ReadyReply } from './endpoint-context.ts';
import { jsonReply } from './middleware/reply.ts';

/** Stores a memory. Its answer has no field for memories that are like it: who asks is told in headers. */
export async function replyWithStored(
  services: Runtime,
  workspace: Workspace,
  input: StoreMemoryBody,
  { headers }: { headers: Record<string, string | undefined> },
): Promise<Memory | ReadyReply> {
  const preferences = (headers['prefer'] ?? '').split(',').map((each) => each.trim().toLowerCase());
  const wants_similar = preferences.includes(SIMILAR_MEMORIES_PREFERENCE);
  const { memory, similar, replaceable } = await storeMemory(services, workspace, {
    ...input,
    wants_similar,
  });
  if (!wants_similar) return memory;
  const named = (memories: readonly { id?: string; memory_id?: string }[]) =>
    memories.map(({ id, memory_id }) => memory_id ?? id).join(', ');
  const { headers: sent, ...reply } = jsonReply(201, memory);
  return {
    ...reply,
    statusCode: 201,
    headers: {
      ...sent,
      'preference-applied': SIMILAR_MEMORIES_PREFERENCE,
      ...(similar.length > 0 && { [SIMILAR_MEMORIES_HEADER.toLowerCase()]: named(similar) }),
      ...(replaceable.length > 0 && { [MAY_REPLACE_HEADER.toLowerCase()]: named(replaceable) }),
    },
  };
}
