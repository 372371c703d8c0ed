import { narrativeOf } from '@memory/contracts/tools';
import { findNearDuplicates, frameRecalled, storeMemory } from '@memory/core';
import { tool } from '../server/tool.ts';
import { countOf } from '../text/count-of.ts';
import { titleLines } from '../text/memory-lines.ts';

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
  const alike = (await findNearDuplicates(services, workspace, body)).map(({ memory }) => memory);
  const memory = await storeMemory(services, workspace, body);
  const stored = `Stored as ${memory.memory_id ?? memory.id}.`;
  if (alike.length === 0) return { structured: memory, text: stored, beside: { near_duplicates: [] } };
  return {
    structured: memory,
    text: [
      `${stored} ${countOf(alike.length, 'memory says', 'memories say')} nearly the same; rate or relate what is outdated.`,
      frameRecalled('memory_store', titleLines(alike)),
    ].join('\n'),
    beside: {
      near_duplicates: alike.map(({ id, memory_id, title, memory_type }) => ({
        ...(memory_id === undefined ? { id } : { memory_id }),
        title,
        memory_type,
      })),
    },
  };
});
