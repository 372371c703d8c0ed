import { narrativeOf } from '@memory/contracts/tools';
import { findNearDuplicates, storeMemory } from '@memory/core';
import { dayOf, titleRow } from '../rows/memory-row.ts';
import { recalled } from '../rows/recalled.ts';
import { tool } from '../server/tool.ts';

/** memory_store: keeps a memory; what says nearly the same is pointed out and never in its way. */
export const memoryStore = tool('memory_store', async (services, workspace, input) => {
  const body = {
    title: input.title,
    narrative: narrativeOf(input),
    memory_type: input.memory_type,
    tags: input.tags,
    concepts: input.concepts,
    source_files: input.files,
    importance_score: input.importance,
    confidence_score: input.confidence,
    source_session_id: null,
  };
  const similar = (await findNearDuplicates(services, workspace, body)).map(({ memory }) => memory);
  const memory = await storeMemory(services, workspace, body);
  const stored = { ...titleRow(memory), date: dayOf(memory.created_at) };
  if (similar.length === 0) return { ...stored, hint: 'Stored.' };
  return recalled({
    ...stored,
    similar: similar.map(titleRow),
    hint: 'Stored, though these say nearly the same: rate what is outdated.',
  });
});
