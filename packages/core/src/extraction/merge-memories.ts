import { LIMITS, listsBytes } from '@memory/contracts';
import type { ExtractedMemory } from './extracted-memory.ts';

/**
 * Merges memories whose content is exactly the same up to case and white space; near ones stay apart, since only a
 * relationship may say that they belong together. The merged one cites what either cites.
 */
export function mergeMemories(memories: readonly ExtractedMemory[]): ExtractedMemory[] {
  const merged = new Map<string, ExtractedMemory>();
  for (const memory of memories) {
    const key = JSON.stringify([memory.memory_type, normalized(memory.title), normalized(memory.narrative)]);
    const known = merged.get(key);
    merged.set(key, known === undefined ? memory : join(known, memory));
  }
  return [...merged.values()];
}

function normalized(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function join(a: ExtractedMemory, b: ExtractedMemory): ExtractedMemory {
  const lists = {
    tags: union(a.tags, b.tags),
    concepts: union(a.concepts, b.concepts),
    source_files: union(a.source_files, b.source_files),
  };
  return {
    ...a,
    // Two lists within the limits may exceed them together; the first one's then stand.
    ...(listsBytes(lists) <= LIMITS.listsBytes ? lists : {}),
    importance_score: Math.max(a.importance_score, b.importance_score),
    confidence_score: Math.max(a.confidence_score, b.confidence_score),
    cites: [...new Set([...a.cites, ...b.cites])],
  };
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])].slice(0, LIMITS.listItems);
}
