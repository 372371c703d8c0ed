import { asTheyStand, listRelatedMemories, similarityThreshold } from '@memory/core';
import { rowsWithPassages } from '../rows/passages.ts';
import { listOf } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

const PASSAGES = 1_600;

/** memory_get_related: memories near in meaning; none while the memory has no embedding. */
export const memoryGetRelated = tool('memory_get_related', async (services, workspace, { ref, limit }) => {
  const related = await listRelatedMemories(services, workspace, {
    ref,
    limit,
    similarity_threshold: similarityThreshold(workspace),
  });
  const memories = related.map(({ memory }) => memory);
  const found = await asTheyStand(services, workspace, memories);
  return listOf(rowsWithPassages(workspace, found, { budget: PASSAGES }), {
    ifNone: 'Nothing similar, or the memory has no embedding yet.',
  });
});
