import { analyze, type Token } from '../analyze.ts';
import type { Language } from '../language.ts';
import { glossaryGroups } from './groups.ts';

/** What may stand in a memory in place of words of the query: one lexeme, or several that follow each other. */
export type Alternative = readonly string[];

const ALTERNATIVES_PER_PHRASE_MAX = 12;
const ALTERNATIVES_MAX = 32;

/** Equivalents by the first lexeme of what they stand for, the longest phrases first. */
type Glossary = ReadonlyMap<string, readonly { phrase: Alternative; others: readonly Alternative[] }[]>;

const glossaries = new Map<Language, Glossary>();

/** Other words of the field for what a query says, by the glossary: `k8s` for kubernetes, `roll back` for revert. */
export function findAlternatives(query: string, language: Language): Alternative[] {
  const glossary = glossaryOf(language);
  const lexemes = inPlaces(analyze(query, language));
  const own = new Set(lexemes);
  const found = new Map<string, Alternative>();
  for (let place = 0; place < lexemes.length; place += 1) {
    const entry = glossary
      .get(lexemes[place] ?? '')
      ?.find(({ phrase }) => phrase.every((lexeme, i) => lexemes[place + i] === lexeme));
    if (!entry) continue;
    for (const other of entry.others)
      if (!other.every((lexeme) => own.has(lexeme))) found.set(other.join(' '), other);
    // What a longer phrase covers is no word of its own: the `back` of `roll back`.
    place += entry.phrase.length - 1;
  }
  return [...found.values()].slice(0, ALTERNATIVES_MAX);
}

function glossaryOf(language: Language): Glossary {
  let glossary = glossaries.get(language);
  if (!glossary) glossaries.set(language, (glossary = readGlossary(language)));
  return glossary;
}

function readGlossary(language: Language): Glossary {
  const others = new Map<string, { phrase: Alternative; others: Map<string, Alternative> }>();
  for (const group of glossaryGroups) {
    const phrases = group
      .map((phrase) => inPlaces(analyze(phrase, language)))
      .filter(({ length }) => length > 0);
    for (const phrase of phrases) {
      const key = phrase.join(' ');
      const entry = others.get(key) ?? { phrase, others: new Map<string, Alternative>() };
      others.set(key, entry);
      for (const other of phrases) if (other.join(' ') !== key) entry.others.set(other.join(' '), other);
    }
  }
  const byFirst = new Map<string, { phrase: Alternative; others: readonly Alternative[] }[]>();
  for (const entry of others.values()) {
    const first = entry.phrase[0] ?? '';
    const entries = byFirst.get(first) ?? [];
    byFirst.set(first, entries);
    const most = [...entry.others.values()].slice(0, ALTERNATIVES_PER_PHRASE_MAX);
    entries.push({ phrase: entry.phrase, others: most });
  }
  for (const entries of byFirst.values()) entries.sort((a, b) => b.phrase.length - a.phrase.length);
  return byFirst;
}

/** One lexeme a place: the parts of an identifier without what they are joined to. */
function inPlaces(tokens: readonly Token[]): string[] {
  const places = new Map<number, string>();
  for (const { position, lexeme } of tokens) if (!places.has(position)) places.set(position, lexeme);
  return [...places.values()];
}
