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

export const wordsOf = (sentence: string): Word[] =>
  [...sentence.matchAll(WORD)]
    .slice(0, WORDS_MAX)
    .map(({ 0: text, index }) => ({ text: normal(text), start: index, end: index + text.length }));

/** `don't`, `don’t` and `dont` are typed for the same. */
const normal = (word: string): string => word.toLowerCase().replace('’', "'").replace(/n't$/, 'nt');

/** A clause ends with them, so that no gap reaches over. */
const ENDS = '[.;!?:()]';

/**
 * A finder of phrases, `;` between them. A phrase is words with blanks between: `a|b` is either, `~3` stands
 * for up to three words of one clause, `!a|b` is any other word, `#` is a number, `^` and `$` are the ends of the sentence.
 */
export function finderOf(listed: string): (words: readonly Word[]) => boolean {
  const phrases = listed.split(';').map((phrase) => phrase.trim().split(/\s+/).map(patternOf).join(''));
  const pattern = new RegExp(`(?<=^| )(?:${phrases.join('|')})`, 'u');
  return (words) => pattern.test(words.map(({ text }) => `${text} `).join(''));
}

/** A step of a phrase as a pattern of words with a blank behind each. */
function patternOf(step: string): string {
  if (step === '^') return step;
  if (step === '$') return `(?:${ENDS} )*$`;
  if (step === '#') return String.raw`\d\S* `;
  if (step.startsWith('~')) return String.raw`(?:(?!${ENDS} )\S+ ){0,${step.slice(1)}}?`;
  if (step.startsWith('!')) return String.raw`(?!${patternOf(step.slice(1))})(?=\S*\p{L})\S+ `;
  return `(?:${step.replaceAll(/[.?()]/g, String.raw`\$&`)}) `;
}

const ASKING =
  "what|what's|whats|why|how|who|when|where|which|was|warum|wieso|wie|wo|wer|wann|welche|welcher|welches|weshalb";
/** Words that ask stand at the beginning: English has the `was` and the `who` of German, and asks with neither behind a noun. */
const ASKS = finderOf(
  ['^', '^ so|and|but|ok|okay|hm|then|und|aber|also|et|y']
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
