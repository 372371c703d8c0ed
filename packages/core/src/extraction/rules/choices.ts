import { sentencesOf } from '@memory/text/sentences';
import { withoutEnd } from '@memory/text/without-end';
import { finderOf, isQuestion, wordsOf, type Word } from './phrases.ts';
import { keysIn, keysOf, share } from './wording.ts';
import { marksIn } from './worth.ts';

export interface Choice {
  /** Asks for the choice. */
  question: string;
  /** It names the ways itself: “A or B?” */
  isNamed: boolean;
  /** In the words of the one who laid out the ways; empty where the prompt says it. */
  chosen: string;
  rejected: readonly string[];
}

/** One of several ways. */
interface Option {
  name: string;
  text: string;
}

const OPTIONS_MAX = 6;
/** Characters of a prompt in which an option is named, and words of one that chooses by its words. */
const ANSWER_MAX = 150;
const WORDS_MAX = 8;

const LISTED =
  /^\s*(?:[-*] )?(?:\*\*)?\(?(?:option |variante |opción )?([1-6]|[a-f])\)?[.):]\s*(?:\*\*\s*)?(\S.{0,400})$/i;
/** “a) a queue, b) a table” */
const IN_LINE = / \(?([1-6a-f])\) /gi;
/** Of the last of them. */
const ASKS_AFTER = /(?<=[.!]) [^.!?]{1,80}\?$/;
const LAYS_OUT = finderOf(
  `option|options|ways|approaches|alternatives|choices|either|which|prefer;
  möglichkeiten|wege|varianten|optionen|welche|welchen|welcher|solutions|laquelle|lequel|opciones|formas|cuál`,
);
/** How to go on with the work is no matter of the project. */
const IS_ABOUT_WORK =
  /(?<!\p{L})(?:would you like (?:me|to)|like me to|this (?:session|plan|design)|the plan|sub-?agent|PRs?|commit|rebase|proceed|continue|review|you decide|next area|next steps|move on|first\?|next\?|zuerst|more questions|coderabbit|(?:linear|github) issue|take a look|möchtest du)(?!\p{L})/iu;

/** The ways that a text lays out by their names, the last list of them. */
function optionsIn(lines: readonly string[]): Option[] {
  let options: Option[] = [];
  for (const line of lines) {
    const [, name = '', said = ''] = LISTED.exec(line) ?? [];
    const text = withoutEnd(said.replaceAll('**', '').replace(ASKS_AFTER, ''), ' ;,.');
    if (/^[1a]$/i.test(name)) options = [];
    const next = `${'123456'[options.length]}${'abcdef'[options.length]}`;
    if (name !== '' && next.includes(name.toLowerCase())) options.push({ name: name.toLowerCase(), text });
  }
  return options.length > 1 && options.length <= OPTIONS_MAX ? options : [];
}

const ORDINALS = [
  'first erste ersten erstens première premier primera primero',
  'second zweite zweiten zweitens deuxième segunda segundo',
  'third dritte dritten drittens troisième tercera tercero',
].map((words) => words.split(' '));
/** Around the name of an option they say no more than it: “let's go with 2”, “ich nehme lieber b”. */
const CHOOSING = keysIn(
  `${ORDINALS.flat().join(' ')} go take choose pick number variant variante say nimm nehme nehmen lieber prend prends opción mejor`,
);
const NEGATES = finderOf('not|no|none|neither|nicht|nein|kein|keine|pas|aucune|ninguna|ni');

/** Whether a sentence only names what is chosen. */
export const isMereChoice = (words: readonly Word[], chosen: string): boolean => {
  const known = keysIn(chosen);
  return [...keysOf(words)].every((key) => known.has(key) || CHOOSING.has(key));
};

/** A choice that the agent's own tool recorded: the question, what was chosen, and “Not chosen: …”. */
export function recordedChoice(content: string): Choice | undefined {
  const [question = '', answer = '', others = ''] = content.split('\n');
  const chosen = answer.replace(/\s{0,4}\((?:recommended|empfohlen)\)/i, '');
  const rejected = others
    .replace(/^Not chosen: /, '')
    .split(' / ')
    .filter(Boolean);
  if (chosen === '' || IS_ABOUT_WORK.test(`${question} ${chosen}`)) return undefined;
  return { question, isNamed: true, chosen, rejected };
}

/** Which of the ways that an answer laid out a prompt chooses: by number, letter, place in the list or words. */
export function choiceOf(answer: string, prompt: string): Choice | undefined {
  const [said = ''] = prompt.slice(0, ANSWER_MAX).split('\n', 1);
  if (isQuestion(said)) return undefined;
  const lines = answer.replace(IN_LINE, '\n$1) ').split('\n');
  const options = optionsIn(lines);
  if (options.length === 0) return betweenIn(sentencesOf(answer).at(-1) ?? '', said);
  const asks = lines.filter(
    (line) => /[:?]["”)*_\s]{0,4}$/.test(line) && !options.some(({ text }) => line.includes(text)),
  );
  const isAboutWork = [...asks, ...options.map(({ text }) => text)].some((text) => IS_ABOUT_WORK.test(text));
  if (isAboutWork || !asks.some((line) => LAYS_OUT(wordsOf(line)))) return undefined;
  // “C sounds good, but … B”: the last clause that names one.
  const chosen =
    said
      .split(/[.,;:!–—]|\b(?:but|aber|mais|pero)\b/)
      .map((clause) => namedIn(wordsOf(clause), options))
      .findLast((option) => option !== undefined) ?? likeIn(wordsOf(said), options);
  return (
    chosen && {
      question: asks.findLast((line) => keysIn(line).size > 1) ?? '',
      isNamed: false,
      chosen: chosen.text,
      rejected: options.filter((option) => option !== chosen).map(({ text }) => text),
    }
  );
}

const EITHER = /(?<!\p{L})(?:or|oder|ou|o)(?!\p{L})|\d\D{1,60}\d/iu;

/** “The cgroup or the machine?”, answered with words or a number of the question. */
function betweenIn(question: string, said: string): Choice | undefined {
  return isQuestion(question) &&
    EITHER.test(question) &&
    !IS_ABOUT_WORK.test(question) &&
    wordsOf(said).length <= WORDS_MAX &&
    share(marksIn(said), marksIn(question)) > 0.5
    ? { question, isNamed: true, chosen: '', rejected: [] }
    : undefined;
}

/** The option that a clause names, and nothing beside it: neither “2 hours” nor “1 and 2” nor “not b”. */
function namedIn(words: readonly Word[], options: readonly Option[]): Option | undefined {
  const named = options.filter(({ name }, at) =>
    words.some(({ text }) => text === name || ORDINALS[at]?.includes(text)),
  );
  return named.length === 1 && isMereChoice(words, '') && !NEGATES(words) ? named[0] : undefined;
}

/** The option with most words of a short prompt. */
function likeIn(words: readonly Word[], options: readonly Option[]): Option | undefined {
  if (words.length > WORDS_MAX || NEGATES(words)) return undefined;
  const [best, next] = options
    .map((option) => ({ option, held: share(keysOf(words), keysIn(option.text)) }))
    .toSorted((a, b) => b.held - a.held);
  return best !== undefined && best.held > (next?.held ?? 0) && best.held > 0.5 ? best.option : undefined;
}
