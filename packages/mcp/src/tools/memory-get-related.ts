import { frameRecalled, listRelatedMemories, similarityThreshold } from '@memory/core';
import { tool } from '../server/tool.ts';
import { resultLines } from '../text/memory-lines.ts';

/** memory_get_related: memories near in meaning; none while the memory has no embedding. */
export const memoryGetRelated = tool('memory_get_related', async (services, workspace, { ref, limit }) => {
  const results = await listRelatedMemories(services, workspace, ref, {
    limit,
    similarity_threshold: similarityThreshold(workspace.embeddingModel),
  });
  return {
    structured: { count: results.length, results },
    text:
      results.length > 0
        ? frameRecalled('memory_get_related', resultLines(results))
        : 'Nothing similar, or the memory has no embedding yet.',
  };
});
