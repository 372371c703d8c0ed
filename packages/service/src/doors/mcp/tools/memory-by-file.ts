import { asTheyStand, listMemoriesByFile } from '@memory/core';
import { rowsWithPassages } from '../rows/passages.ts';
import { listOf } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

const PASSAGES = 2_400;

/** memory_by_file: what is known about a file, by its path or a part of it. */
export const memoryByFile = tool(
  'memory_by_file',
  async (services, workspace, { file_path, limit, offset }) => {
    const { results } = await listMemoriesByFile(services, workspace, { filePath: file_path, limit, offset });
    const memories = results.map(({ memory }) => memory);
    const found = await asTheyStand(services, workspace, memories);
    return listOf(rowsWithPassages(workspace, found, { query: file_path, budget: PASSAGES }), {
      ifNone: `No ${offset > 0 ? 'further ' : ''}memory names ${file_path}; a part of a path is enough.`,
    });
  },
);
