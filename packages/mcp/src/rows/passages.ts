import type { MemoryRow } from '@memory/contracts/tools';
import type { Found } from '@memory/core';
import type { Workspace } from '@memory/db';
import { parseQuery, passageAround } from '@memory/text';
import { memoryRow } from './memory-row.ts';

export interface PassageOptions {
  /** What the passages are to be about; the beginning of each text without it. */
  query?: string;
  /** Characters for all passages together: few of them are longer, many shorter. */
  budget: number;
}

/** Characters of one passage. */
const SHORTEST = 80;
const LONGEST = 500;

/** Memories as rows whose passages share a budget. */
export function rowsWithPassages(
  workspace: Workspace,
  found: readonly Found[],
  { query = '', budget }: PassageOptions,
): MemoryRow[] {
  const language = workspace.language;
  const lexemes = new Set(parseQuery(query, language).words.map(({ lexeme }) => lexeme));
  const share = Math.floor(budget / Math.max(1, found.length));
  const length = Math.min(LONGEST, Math.max(SHORTEST, share));
  return found.map((item) =>
    memoryRow(item, passageAround(item.memory.narrative, { lexemes, language, length })),
  );
}
