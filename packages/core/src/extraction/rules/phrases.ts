import { withoutEnd } from '@memory/text/without-end';

/** A word of a sentence, or one of its marks, in small letters. */
export interface Word {
  text: string;
  start: number;
  end: number;
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

/** Whether a phrase, or what is left of it, stands in a place. */
type Match = (words: readonly Word[], at: number) => boolean;

/**
 * A finder of phrases, `;` between them. A phrase is words with blanks between: `a|b` is either, `~3` stands
 * for up to three words of one clause, `!a|b` is any other word, `#` is a number, `^` and `$` are the ends of the sentence.
 */
export function finderOf(listed: string): (words: readonly Word[]) => boolean {
  // Most words of a sentence begin no phrase: those that do lead to theirs.
  const byFirst = new Map<string, Match[]>();
  const others: Match[] = [];
  for (const phrase of listed.split(';')) {
    const steps = phrase.trim().split(/\s+/);
    const match = steps.reduceRight<Match>(
      (next, step) => matchOf(step, next),
      () => true,
    );
    const [first = ''] = steps;
    if (/[~^#!]/.test(first)) others.push(match);
    else for (const word of first.split('|')) byFirst.set(word, [...(byFirst.get(word) ?? []), match]);
  }
  const isAt = (words: readonly Word[], at: number) => (match: Match) => match(words, at);
  return (words) =>
    words.some(
      ({ text }, at) => byFirst.get(text)?.some(isAt(words, at)) === true || others.some(isAt(words, at)),
    );
}

/** A clause ends with them, so that no gap reaches over. */
const ENDS = new Set(['.', ';', '!', '?', ':', '(', ')']);

/** A step of a phrase, and the next ones behind it. */
function matchOf(step: string, next: Match): Match {
  if (step === '^') return (words, at) => at === 0 && next(words, at);
  if (step === '$')
    return (words, at) => words.slice(at).every(({ text }) => ENDS.has(text)) && next(words, at);
  if (step.startsWith('~'))
    return (words, at) => {
      for (let to = at; to <= at + Number(step.slice(1)); to += 1) {
        if (next(words, to)) return true;
        if (ENDS.has(words[to]?.text ?? '.')) return false;
      }
      return false;
    };
  const isMeant = wordOf(step);
  return (words, at) => isMeant(words[at]?.text ?? '') && next(words, at + 1);
}

function wordOf(step: string): (word: string) => boolean {
  if (step === '#') return (word) => /^\d/.test(word);
  if (step.startsWith('!')) {
    const isNot = wordOf(step.slice(1));
    return (word) => /\p{L}/u.test(word) && !isNot(word);
  }
  const words = new Set(step.split('|'));
  return (word) => words.has(word);
}

const ASKING =
  "what|what's|whats|why|how|who|when|where|which|was|warum|wieso|wie|wo|wer|wann|welche|welcher|welches|weshalb";
/** Words that ask stand at the beginning: English has the `was` and the `who` of German, and asks with neither behind a noun. */
const ASKS = finderOf(
  [
    '^',
    '^ so|and|but|ok|okay|hm|then|und|aber|also|et|y',
    '^ so|and|but|ok|okay|hm|then|und|aber|also|et|y ,',
  ]
    .flatMap((begin) =>
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
    )
    .join(';'),
);

/** “Can you check that …” asks, whatever mark it ends with. */
const ASKS_SOMEBODY = finderOf(
  '^ ~2 can|could|would|will you|we|u|i; ^ ~2 kannst|könntest|können|könnt du|wir|ihr; ^ ~2 peux-tu|pouvez-vous|pourrais-tu; ^ ~2 puedes|podrías|podemos',
);

const ASKING_WORDS = new Set(ASKING.split('|'));

/** Whether it asks for a deed: not “how can I …”. */
export const isRequest = (words: readonly Word[]): boolean =>
  ASKS_SOMEBODY(words) && !ASKING_WORDS.has(words[0]?.text ?? '');

/** Whether a sentence asks something. */
export function isQuestion(sentence: string): boolean {
  const words = wordsOf(sentence);
  if (ASKS_SOMEBODY(words)) return true;
  const isMarked = withoutEnd(sentence, '!.)"” \t\r\n').endsWith('?');
  return isMarked || (ASKS(words) && !/[.!:,]/.test(sentence.slice(0, -1)));
}

/** A text that somebody reads or has read. */
export const NAMES_A_TEXT =
  /\.(?:md|txt|pdf|html?|rst|docx?)\b|https?:|\b(?:docs?|wiki|readme|vendor|manual|page|guide|faq|doku\w*|anleitung|handbuch|notiz\w*|says?|sagt|steht|dit|dice)\b/iu;
