import { analyze, type Token } from '../analyze.ts';
import type { Language } from '../language.ts';
import { glossaryGroups } from './groups.ts';

/** Lexemes that may stand in a memory in place of words of the query: one, or several that follow each other. */
export type Alternative = readonly string[];

const ALTERNATIVES_PER_PHRASE_MAX = 12;
const ALTERNATIVES_MAX = 32;

interface Entry {
  phrase: Alternative;
  others: readonly Alternative[];
}

/** Equivalents by the first lexeme of what they stand for, the longest phrases first. */
type Glossary = ReadonlyMap<string, readonly Entry[]>;

/**
 * Other words of the field for what a query says, by the glossary: `k8s` for kubernetes, `roll back` for revert.
 * @param own further groups, whose words come first
 */
export function findAlternatives(
  query: string,
  language: Language,
  own: readonly (readonly string[])[] = [],
): Alternative[] {
  const glossaries = [...(own.length > 0 ? [ownGlossary(own, language)] : []), fieldGlossary(language)];
  const lexemes = inPlaces(analyze(query, language));
  const said = new Set(lexemes);
  const found = new Map<string, Alternative>();
  for (let place = 0; place < lexemes.length; place += 1) {
    const matches = glossaries.flatMap((glossary) => matchAt(glossary, lexemes, place) ?? []);
    const length = Math.max(1, ...matches.map(({ phrase }) => phrase.length));
    // A word that a longer phrase covers is no word of its own: the `back` of `roll back`.
    for (const { others } of matches.filter(({ phrase }) => phrase.length === length))
      for (const other of others)
        if (!other.every((lexeme) => said.has(lexeme))) found.set(other.join(' '), other);
    place += length - 1;
  }
  return [...found.values()].slice(0, ALTERNATIVES_MAX);
}

const matchAt = (glossary: Glossary, lexemes: readonly string[], place: number): Entry | undefined =>
  glossary
    .get(lexemes[place] ?? '')
    ?.find(({ phrase }) => phrase.every((lexeme, i) => lexemes[place + i] === lexeme));

const ofField = new Map<Language, Glossary>();

function fieldGlossary(language: Language): Glossary {
  let glossary = ofField.get(language);
  if (!glossary) ofField.set(language, (glossary = readGlossary(glossaryGroups, language)));
  return glossary;
}

/** Workspaces whose groups a process remembers. */
const OWN_MAX = 100;
const ofWorkspaces = new Map<string, Glossary>();

function ownGlossary(groups: readonly (readonly string[])[], language: Language): Glossary {
  const key = JSON.stringify([language, groups]);
  const glossary = ofWorkspaces.get(key) ?? readGlossary(groups, language);
  // The one that was asked for last goes last.
  ofWorkspaces.delete(key);
  ofWorkspaces.set(key, glossary);
  for (const oldest of ofWorkspaces.keys()) if (ofWorkspaces.size > OWN_MAX) ofWorkspaces.delete(oldest);
  return glossary;
}

function readGlossary(groups: readonly (readonly string[])[], language: Language): Glossary {
  const others = new Map<string, { phrase: Alternative; others: Map<string, Alternative> }>();
  for (const group of groups) {
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
  const byFirst = new Map<string, Entry[]>();
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
