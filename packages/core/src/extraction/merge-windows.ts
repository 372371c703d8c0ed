import type { Extraction } from './extracted-memory.ts';
import { mergeMemories } from './merge-memories.ts';

/** Joins the extractions of a session's windows: summaries in their order, memories without exact duplicates. */
export function mergeWindows(extractions: readonly Extraction[]): Extraction {
  const summaries = extractions.map(({ summary }) => summary).filter((summary) => summary !== '');
  return {
    summary: [...new Set(summaries)].join('\n\n'),
    memories: mergeMemories(extractions.flatMap(({ memories }) => memories)),
  };
}
