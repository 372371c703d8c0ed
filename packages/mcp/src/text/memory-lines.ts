import type { Memory, SearchResult } from '@memory/contracts';
import { neutralLine } from '@memory/core';

/** Code points of a narrative that a list shows; the whole is in the structured answer and in the detail. */
const SHOWN = 500;

export interface LineOptions {
  /** Cut the narrative; default true. */
  cut?: boolean;
}

/** A memory for a model to read. */
export function memoryLines(memory: Memory, { cut = true }: LineOptions = {}): string[] {
  const facts = [
    memory.memory_type,
    memory.created_at.slice(0, 10),
    memory.tags.length > 0 ? `tags ${memory.tags.join(', ')}` : '',
    memory.source_files.length > 0 ? `files ${memory.source_files.join(', ')}` : '',
    `id ${memory.memory_id ?? memory.id}`,
  ];
  return [
    `## ${neutralLine(memory.title)}`,
    `(${neutralLine(facts.filter(Boolean).join('; '))})`,
    cut ? shorten(memory.narrative) : memory.narrative,
    '',
  ];
}

export const resultLines = (results: readonly SearchResult[]): string[] =>
  results.flatMap(({ memory }) => memoryLines(memory));

/** One line each: title, type and identifier. */
export const titleLines = (
  entries: readonly { id?: string; memory_id?: string; title: string; memory_type: string }[],
): string[] =>
  entries.map(
    ({ id, memory_id, title, memory_type }) =>
      `- [${memory_type}] ${neutralLine(title)} (${memory_id ?? id})`,
  );

function shorten(text: string): string {
  const characters = Array.from(text.slice(0, 2 * SHOWN));
  if (characters.length <= SHOWN && text.length <= 2 * SHOWN) return text;
  return `${characters.slice(0, SHOWN).join('').trimEnd()} …`;
}
