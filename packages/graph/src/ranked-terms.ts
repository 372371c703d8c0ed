import { analyze } from '@memory/text';
import type { Token } from '@memory/text';

/** Looked at for a label; beyond them a term says little of its community. */
const TERMS_MAX = 20;

/** One way of writing one concept or word, under the key that its inflections share. */
interface Term {
  readonly key: string;
  readonly written: string;
}

interface TermSources {
  readonly conceptsOf: (id: string) => readonly string[];
  readonly titlesOf: (id: string) => string;
}

/**
 * The concepts of each community, the most telling first, or the words of its titles where no member has a concept: the
 * part of the members that hold a term times how rare it is elsewhere (tf-idf with a community for the document).
 * Inflections count as one, written as most members write it, in lower case.
 * @returns at most 20 terms for each community; none when titles have no words either
 */
export function rankedTerms(
  communities: readonly (readonly string[])[],
  { conceptsOf, titlesOf }: TermSources,
): string[][] {
  const countsOf = communities.map((members) => {
    const concepts = countTerms(members.map((id) => conceptsOf(id).map(conceptTerm)));
    return concepts.size > 0 ? concepts : countTerms(members.map((id) => titleTerms(titlesOf(id))));
  });
  const holdersOf = new Map<string, number>();
  for (const counts of countsOf) {
    for (const [key, { holders }] of counts) holdersOf.set(key, (holdersOf.get(key) ?? 0) + holders);
  }
  const memberCount = communities.reduce((sum, members) => sum + members.length, 0);
  return countsOf.map((counts) =>
    [...counts]
      .map(([key, { holders, spellings }]) => ({
        // The logarithm of a sum keeps a term that everybody holds above nothing, for a workspace with one community.
        score: holders * Math.log(1 + memberCount / holdersOf.get(key)!),
        written: mostFrequent(spellings),
      }))
      .sort((a, b) => b.score - a.score || (a.written < b.written ? -1 : 1))
      .slice(0, TERMS_MAX)
      .map(({ written }) => written),
  );
}

interface TermCount {
  holders: number;
  readonly spellings: Map<string, number>;
}

function countTerms(memories: readonly (readonly Term[])[]): Map<string, TermCount> {
  const counts = new Map<string, TermCount>();
  for (const terms of memories) {
    for (const { key, written } of new Map(terms.map((term) => [term.key, term])).values()) {
      const count = counts.get(key) ?? { holders: 0, spellings: new Map<string, number>() };
      count.holders += 1;
      count.spellings.set(written, (count.spellings.get(written) ?? 0) + 1);
      counts.set(key, count);
    }
  }
  return counts;
}

function conceptTerm(concept: string): Term {
  const written = concept.toLowerCase();
  const lexemes = wordsOf(concept).map(({ lexeme }) => lexeme);
  // A concept of stop words or signs only has no lexemes.
  return { key: lexemes.join(' ') || written, written };
}

function titleTerms(title: string): Term[] {
  // Numbers alone name nothing.
  return wordsOf(title)
    .filter(({ word }) => /\p{L}/u.test(word))
    .map(({ lexeme, word }) => ({ key: lexeme, written: word }));
}

/** The parts of identifiers without the identifiers put together from them. */
function wordsOf(text: string): Token[] {
  return analyze(text, 'english').filter(({ joined }) => !joined);
}

function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  const [[best]] = [...spellings].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1)) as [
    [string, number],
  ];
  return best;
}
