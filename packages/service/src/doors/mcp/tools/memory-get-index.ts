import { getIndex } from '@memory/core';
import { listOf } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

/** memory_get_index: titles and types, the most important first. */
export const memoryGetIndex = tool('memory_get_index', async (services, workspace, { limit, offset }) => {
  const { results } = await getIndex(services, workspace, { limit, offset });
  return listOf(results, {
    ifNone: offset > 0 ? 'There are no more.' : 'The workspace holds no memory yet.',
  });
});
