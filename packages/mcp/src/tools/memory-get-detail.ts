import {
  frameRecalled,
  getMemory,
  listRelatedMemories,
  recordAccess,
  similarityThreshold,
} from '@memory/core';
import { tool } from '../server/tool.ts';
import { countOf } from '../text/count-of.ts';
import { memoryLines, titleLines } from '../text/memory-lines.ts';

const RELATED_MAX = 5;

/** memory_get_detail: one memory whole, counted as an access. */
export const memoryGetDetail = tool(
  'memory_get_detail',
  async (services, workspace, { ref, include_related }) => {
    // Counted first, so that the answer shows the count with this access in it.
    await recordAccess(services, workspace, ref);
    const memory = await getMemory(services, workspace, ref);
    const related = include_related
      ? await listRelatedMemories(services, workspace, ref, {
          limit: RELATED_MAX,
          similarity_threshold: similarityThreshold(workspace.embeddingModel),
        })
      : [];
    const links = memory.outgoing_relationships.length + memory.incoming_relationships.length;
    const similar = titleLines(related.map((result) => result.memory));
    return {
      structured: { ...memory, ...(include_related ? { related_memories: related } : {}) },
      text: frameRecalled('memory_get_detail', [
        ...memoryLines(memory, { cut: false }),
        `${countOf(links, 'relationship')}; rated useful ${countOf(memory.feedback_positive_count, 'time')}, not useful ${countOf(memory.feedback_negative_count, 'time')}.`,
        ...(similar.length > 0 ? ['', 'Similar memories:', ...similar] : []),
      ]),
    };
  },
);
