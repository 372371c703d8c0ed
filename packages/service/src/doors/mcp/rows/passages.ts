import type { MemoryRow } from '@memory/contracts/tools';
import { isImported, type Found } from '@memory/core';
import type { Workspace } from '@memory/db';
import { parseQuery, passageAround } from '@memory/text';
import { memoryRow } from './memory-row.ts';

export interface PassageOptions {
  /** What the passages are to be about; the beginning of each text without it. */
  query?: string;
  /** Characters for all passages together: few of them are longer, many shorter. */
  budget: number;
  /** The same where most of what was found is longer than a note; the first then take what they need. */
  budgetOfSections?: number;
}

/** Characters of one passage. */
const SHORTEST = 80;
const LONGEST = 500;
const LONGEST_OF_SECTION = 2_000;
/** What is shown of each section at least, of an equal share, however long those before it are. */
const LEAST = 0.4;

/** Characters beyond which a text is no note, whose title and first sentence say it, but as long as a section of a document. */
const NOTE = 600;

/** Memories as rows whose passages share a budget. */
export function rowsWithPassages(
  workspace: Workspace,
  found: readonly Found[],
  { query = '', budget, budgetOfSections }: PassageOptions,
): MemoryRow[] {
  const language = workspace.language;
  const { words, alternatives } = parseQuery(query, language, { glossary: workspace.glossary });
  const lexemes = new Set([...words.map(({ lexeme }) => lexeme), ...alternatives.flat()]);
  const texts = found.map(({ memory }) => memory.narrative.length);
  const sections = found.filter(({ memory }) => isImported(memory) || memory.narrative.length > NOTE);
  const areSections = 2 * sections.length > texts.length;
  const lengths =
    budgetOfSections !== undefined && areSections ? poured(texts, budgetOfSections) : shared(texts, budget);
  return found.map((item, place) =>
    memoryRow(
      item,
      passageAround(item.memory.narrative, { lexemes, language, length: lengths[place] ?? SHORTEST }),
    ),
  );
}

/** The same for each. */
function shared(texts: readonly number[], budget: number): number[] {
  const share = Math.floor(budget / Math.max(1, texts.length));
  return texts.map(() => Math.min(LONGEST, Math.max(SHORTEST, share)));
}

/** What each needs, in the order of the list, until nothing but the least of the others is left. */
function poured(texts: readonly number[], budget: number): number[] {
  const share = budget / Math.max(1, texts.length);
  const least = texts.map((text) => Math.min(text, Math.max(SHORTEST, Math.floor(LEAST * share))));
  let left = budget - least.reduce((sum, length) => sum + length, 0);
  return texts.map((text, place) => {
    const own = least[place] ?? SHORTEST;
    const more = Math.max(0, Math.min(left, Math.min(text, LONGEST_OF_SECTION) - own));
    left -= more;
    return own + more;
  });
}
