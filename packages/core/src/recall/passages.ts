import type { Workspace } from '@memory/db';
import { parseQuery, type Passage, passageAround } from '@memory/text';
import { isImported } from './is-imported.ts';
import type { Found } from './successions.ts';

export interface PassageOptions {
  /** Subject of the passages; the beginning of each text without it. */
  query?: string;
  /** Characters for all passages together: few of them are longer, many shorter. */
  budget: number;
  /** The same where most of what was found is longer than a note; the first then take what they need. */
  budgetOfSections?: number;
}

/**
 * Characters of passages for each memory asked for; a few that are found share those of the others. With 104 the answers of
 * the story of `npm run bench -- recall` had 456 tokens in the mean, with 160 506; 450 is the aim.
 */
const PASSAGE = 80;

/**
 * The same where sections of documents are found, in which the answer may stand anywhere. Of 210 questions over 14 public trees
 * (`npm run bench -- document-questions`) 171 are answered in the text; with 680 characters a section, and little for the last
 * two of five, 155.
 */
const PASSAGE_OF_SECTION = 1_000;

/** A caller that asks for many looks for what there is: a hit of a hundred has 240 characters. */
const SECTIONS_MOST = 24_000;

/** One section alone is shown as if there were so many. */
const SECTIONS_LEAST = 4;

/** The characters that passages get in a search for so many memories. */
export const budgetsOfSearch = (limit: number): Pick<PassageOptions, 'budget' | 'budgetOfSections'> => ({
  budget: limit * PASSAGE,
  budgetOfSections: Math.min(SECTIONS_MOST, Math.max(limit, SECTIONS_LEAST) * PASSAGE_OF_SECTION),
});

/** Characters of one passage. */
const SHORTEST = 80;
const LONGEST = 500;
const LONGEST_OF_SECTION = 2_000;
/** Share of each section that is shown at least, of an equal share, however long those before it are. */
const LEAST = 0.4;

/** Characters beyond which a text is no note, whose title and first sentence say it, but as long as a section of a document. */
const NOTE = 600;

export function passagesOf(
  workspace: Workspace,
  found: readonly Found[],
  { query = '', budget, budgetOfSections }: PassageOptions,
): Passage[] {
  const language = workspace.language;
  const { words, alternatives } = parseQuery(query, language, { glossary: workspace.glossary });
  const lexemes = new Set([...words.map(({ lexeme }) => lexeme), ...alternatives.flat()]);
  const texts = found.map(({ memory }) => memory.narrative.length);
  const sections = found.filter(({ memory }) => isImported(memory) || memory.narrative.length > NOTE);
  const areSections = 2 * sections.length > texts.length;
  const lengths =
    budgetOfSections !== undefined && areSections ? poured(texts, budgetOfSections) : shared(texts, budget);
  return found.map(({ memory }, place) => {
    const { text, more } = passageAround(memory.narrative, {
      lexemes,
      language,
      length: lengths[place] ?? SHORTEST,
    });
    return { text: withoutTitle(text, memory.title), more };
  });
}

/** A passage without its first sentence where the title says that: what is drawn from sessions begins so. */
export function withoutTitle(text: string, title: string): string {
  const said = new Set(wordsOf(title));
  const end = text.search(/[.!?:]\s/u) + 1;
  const [first, rest] = [text.slice(0, end), text.slice(end).trimStart()];
  const words = wordsOf(first);
  return rest !== '' && words.length > 0 && words.every((word) => said.has(word)) ? rest : text;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];

/** The same for each, and what short ones leave for the longer: what fits is whole. */
function shared(texts: readonly number[], budget: number): number[] {
  let left = budget;
  const lengths = new Map<number, number>();
  for (const [place, length] of [...texts.entries()].toSorted(([, a], [, b]) => a - b)) {
    const share = Math.floor(left / (texts.length - lengths.size));
    lengths.set(place, Math.min(LONGEST, Math.max(SHORTEST, share)));
    left -= Math.min(length, share);
  }
  return texts.map((_, place) => lengths.get(place) ?? SHORTEST);
}

/** Length for each, in the order of the list, until only the least of the others is left. */
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
