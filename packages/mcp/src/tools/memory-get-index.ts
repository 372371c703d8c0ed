import { frameRecalled, getIndex } from '@memory/core';
import { tool } from '../server/tool.ts';
import { titleLines } from '../text/memory-lines.ts';

/** memory_get_index: titles and types, the most important first. */
export const memoryGetIndex = tool('memory_get_index', async (services, workspace, { limit }) => {
  const index = await getIndex(services, workspace, { limit });
  const lines = titleLines(index.results);
  return {
    structured: index,
    text: lines.length > 0 ? frameRecalled('memory_get_index', lines) : 'The workspace holds no memory yet.',
  };
});
