import { withoutEnd } from '@memory/text/without-end';

/** A word of a sentence, or one of its marks, in small letters. */
export interface Word {
  text: string;
  start: number;
  end: number;
}

/** Where a phrase stands in a sentence, in words. */
export interface Place {
  from: number;
  to: number;
}

/** Words of a sentence that are read; what goes on for longer is a listing. */
const WORDS_MAX = 120;

// French joins short words to the next one: `j'aime` is two words.
const WORD =
  /(?<![\p{L}\p{N}])(?:[cdjlmnst]|qu)['’](?=\p{L}{2})|[\p{L}\p{N}_]+(?:['’.:/-][\p{L}\p{N}_]+)*|[^\s\p{L}\p{N}_]/giu;

export function wordsOf(sentence: string): Word[] {
  const words: Word[] = [];
  for (const { 0: text, index } of sentence.matchAll(WORD)) {
    if (words.length === WORDS_MAX) break;
    words.push({ text: normal(text), start: index, end: index + text.length });
  }
  return words;
}

/** `don't`, `don’t` and `dont` are typed for the same. */
const normal = (word: string): string => word.toLowerCase().replace('’', "'").replace(/n't$/, 'nt');

type Element =
  | { kind: 'begin' | 'end' | 'number' }
  | { kind: 'gap'; max: number }
  | { kind: 'words' | 'others'; words: ReadonlySet<string>; stems: readonly string[] };

/** Finds the first place of any of some phrases. */
export type Finder = (words: readonly Word[]) => Place | undefined;

/**
 * A finder of phrases. A phrase is words with blanks between: `a|b` is either, `stem*` begins so, `~3` stands for up to three
 * words of one clause, `!a|b` is any other word, `#` is a number, `^` and `$` are the ends of the sentence.
 */
export function finderOf(phrases: readonly string[]): Finder {
  const all = phrases.map((phrase) => phrase.split(' ').map(elementOf));
  // Most words of a sentence begin no phrase: those that do lead to theirs.
  const byFirst = new Map<string, Element[][]>();
  const others: Element[][] = [];
  for (const phrase of all) {
    const [first] = phrase;
    if (first?.kind !== 'words' || first.stems.length > 0) others.push(phrase);
    else for (const word of first.words) byFirst.set(word, [...(byFirst.get(word) ?? []), phrase]);
  }
  return (words) => {
    for (let from = 0; from < words.length; from += 1)
      for (const phrase of [...(byFirst.get(words[from]?.text ?? '') ?? []), ...others]) {
        const to = match(phrase, 0, words, from);
        if (to !== undefined) return { from, to };
      }
    return undefined;
  };
}

function elementOf(text: string): Element {
  if (text === '^') return { kind: 'begin' };
  if (text === '$') return { kind: 'end' };
  if (text === '#') return { kind: 'number' };
  if (text.startsWith('~')) return { kind: 'gap', max: Number(text.slice(1)) };
  const words = text.replace(/^!/, '').split('|');
  return {
    kind: text.startsWith('!') ? 'others' : 'words',
    words: new Set(words.filter((word) => !word.endsWith('*'))),
    stems: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
  };
}

/** A clause ends with them, so that no gap reaches over. */
const ENDS = new Set(['.', ';', '!', '?', ':', '(', ')']);

/** @returns the place behind the last word */
function match(
  phrase: readonly Element[],
  at: number,
  words: readonly Word[],
  place: number,
): number | undefined {
  const element = phrase[at];
  if (element === undefined) return place;
  const word = words[place]?.text;
  switch (element.kind) {
    case 'begin':
      return place === 0 ? match(phrase, at + 1, words, place) : undefined;
    case 'end':
      return words.slice(place).every(({ text }) => ENDS.has(text))
        ? match(phrase, at + 1, words, place)
        : undefined;
    case 'gap':
      for (let skipped = 0; skipped <= element.max; skipped += 1) {
        const to = match(phrase, at + 1, words, place + skipped);
        if (to !== undefined) return to;
        const next = words[place + skipped]?.text;
        if (next === undefined || ENDS.has(next)) return undefined;
      }
      return undefined;
    case 'number':
      return word !== undefined && /^\d/.test(word) ? match(phrase, at + 1, words, place + 1) : undefined;
    case 'words':
    case 'others':
      return word !== undefined &&
        (element.words.has(word) || element.stems.some((stem) => word.startsWith(stem))) ===
          (element.kind === 'words') &&
        (element.kind === 'words' || /\p{L}/u.test(word))
        ? match(phrase, at + 1, words, place + 1)
        : undefined;
  }
}

const ASKING =
  "what|what's|whats|why|how|who|when|where|which|was|warum|wieso|wie|wo|wer|wann|welche|welcher|welches|weshalb";
/** Words that ask stand at the beginning: English has the `was` and the `who` of German, and asks with neither behind a noun. */
const ASKS = finderOf(
  [
    '^',
    '^ so|and|but|ok|okay|hm|then|und|aber|also|et|y',
    '^ so|and|but|ok|okay|hm|then|und|aber|also|et|y ,',
  ].flatMap((begin) =>
    [
      'can|could|would|will|should|shall|do|does|did|is|are|was|were|have|has you|we|i|it|there|this|that|the|they|any',
      'any idea|ideas|chance',
      `${ASKING} $`,
      // “How it works is written down”, “wer was braucht, holt es”
      `${ASKING} !it|we|they|i|possible|needed|was|wer|zuletzt|immer|gesagt|besprochen|möglich|nötig ~8 $`,
      'kannst|könntest|können|könnt|soll|sollen|müssen|hast|gibt|ist|sind|wird|brauchen du|wir|ihr|es|ich|das|die|der',
      'est-ce|peux-tu|pouvez-vous|pourquoi|comment|quel|quelle|où',
      'puedes|podemos|podrías|hay|cómo|cuál|dónde|cuándo',
    ].map((words) => `${begin} ${words}`),
  ),
);

/** “Can you check that …” asks, whatever mark it ends with. */
const REQUESTS = finderOf(
  '^ ~2 can|could|would|will you|we|u|i; ^ ~2 kannst|könntest|können|könnt du|wir|ihr; ^ ~2 peux-tu|pouvez-vous|pourrais-tu; ^ ~2 puedes|podrías|podemos'.split(
    '; ',
  ),
);

/** Whether a sentence asks something. */
export function isQuestion(sentence: string): boolean {
  const words = wordsOf(sentence);
  if (REQUESTS(words)) return true;
  const isMarked = withoutEnd(sentence, '!.)"” \t\r\n').endsWith('?');
  return isMarked || (ASKS(words) !== undefined && !/[.!:,]/.test(sentence.slice(0, -1)));
}

/** A text that somebody reads or has read. */
export const NAMES_A_TEXT =
  /\.(?:md|txt|pdf|html?|rst|docx?)\b|https?:|\b(?:docs?|wiki|readme|vendor|manual|page|guide|faq|doku\w*|anleitung|handbuch|notiz\w*|says?|sagt|steht|dit|dice)\b/iu;
