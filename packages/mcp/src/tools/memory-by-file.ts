import { frameRecalled, listMemoriesByFile } from '@memory/core';
import { tool } from '../server/tool.ts';
import { resultLines } from '../text/memory-lines.ts';

/** memory_by_file: what is known about a file, by its path or a part of it. */
export const memoryByFile = tool('memory_by_file', async (services, workspace, { file_path, limit }) => {
  const reply = await listMemoriesByFile(services, workspace, { filePath: file_path, limit });
  return {
    structured: reply,
    text:
      reply.count > 0
        ? frameRecalled('memory_by_file', resultLines(reply.results))
        : `No memory names ${file_path}.`,
  };
});
