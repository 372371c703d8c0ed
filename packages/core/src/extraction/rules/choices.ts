import { sentencesOf } from '@memory/text/sentences';
import { withoutEnd } from '@memory/text/without-end';
import { finderOf, isQuestion, isRequest, wordsOf, type Word } from './phrases.ts';
import type { Turn } from './turns.ts';
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
/** “a) a queue, b) a table”, “Option 1: a queue. Option 2: a table” */
const IN_LINE = / (?:(?:option|variante|opción) ([1-6a-f])[:)]|\(?([1-6a-f])\)) /gi;
/** “I could use a queue, or a table”, “entweder Loki oder Elastic”: two ways in one sentence. */
const TWO_WAYS =
  /^(?:[^:]{3,60}: |(?:it|we|i|you|one) (?:could|can|might) (?:either )?|either |entweder )(.{3,200}?),? (?:or|oder|ou|o) (.{3,200}?)[.?]?$/iu;
/** “Ich würde Mail nehmen”: one way. */
const PROPOSES =
  /^(?:(?:i['’]d|(?:i|we) would)(?: (?:suggest|propose|recommend))?|(?:i|we) (?:suggest|propose|recommend)|my (?:suggestion|proposal)(?:[:,]| is)|ich (?:würde|empfehle)|(?:ich )?schlage vor[:,]|mein vorschlag[:,]|je (?:propose|suggère)(?: de)?|propongo|sugiero|yo pondría)(?: (?:that )?(?:we|to))? /iu;
/** “Ja, machen wir so” */
const ASSENTS = finderOf(
  `yes|yeah|yep|yup|ya|ok|okay|sure|agreed|perfect|ja|jo|jep|passt|perfekt|gerne|einverstanden|oui|vas-y|allez-y|d'accord|d'|parfait|sí|vale|dale|hazlo|adelante|acuerdo; sounds|klingt good|great|gut; go ahead; do|mach|machen|faisons it|that|das|es|wir|ça`,
);
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
  'first former erste ersten erstens erstere ersteres première premier primera primero',
  'second latter zweite zweiten zweitens zweiteres letztere letzteres deuxième segunda segundo',
  'third dritte dritten drittens troisième tercera tercero',
].map((words) => words.split(' '));
/** Around the name of an option they say no more than it: “let's go with 2”, “ich nehme lieber b”. */
const CHOOSING = keysIn(
  `${ORDINALS.flat().join(' ')} one go let lets let's take choose pick number please plz bitte variant variante say nimm nehme nehmen lieber prend prends opción mejor sounds klingt passt machen mach einverstanden vas-y accord d'accord acuerdo dale hazlo adelante ahead faisons gerne agreed`,
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

/** Which of the ways that an answer laid out a prompt chooses: by number, letter, place in the list or words; of one that is proposed to a question, whether. */
export function choiceOf({ person, answers }: Turn, prompt: string): Choice | undefined {
  const answer = answers.at(-1)?.content ?? '';
  const [said = ''] = prompt.slice(0, ANSWER_MAX).split('\n', 1);
  if (isQuestion(said)) return undefined;
  const isAsked = person.some(({ text, words }) => isQuestion(text) && !isRequest(words));
  const lines = answer.replace(IN_LINE, '\n$1$2) ').split('\n');
  const [listed, sentences, words] = [optionsIn(lines), sentencesOf(answer), wordsOf(said)];
  const two = isAsked ? sentences.map((text) => TWO_WAYS.exec(text)?.slice(1)).find(Boolean) : undefined;
  const options = listed.length > 0 ? listed : (two ?? []).map((text, at) => ({ name: `${at + 1}`, text }));
  const asks = lines.filter(
    (line) => /[:?]["”)*_\s]{0,4}$/.test(line) && !options.some(({ text }) => line.includes(text)),
  );
  const isAboutWork = [...asks, ...options.map(({ text }) => text)].some((text) => IS_ABOUT_WORK.test(text));
  const isLaidOut = asks.some((line) => LAYS_OUT(wordsOf(line)));
  if (options.length === 0) {
    const isAssent = isAsked && ASSENTS(words) && !NEGATES(words) && isMereChoice(words, '');
    const way = sentences.findLast((text) => isAssent && PROPOSES.test(text))?.replace(PROPOSES, '') ?? '';
    return keysIn(way).size < 2 || IS_ABOUT_WORK.test(way)
      ? betweenIn(sentences.at(-1) ?? '', said)
      : { question: '', isNamed: false, chosen: way, rejected: [] };
  }
  if (isAboutWork || !(isLaidOut || isAsked)) return undefined;
  // “C sounds good, but … B”: the last clause that names one.
  const chosen =
    said
      .split(/[.,;:!–—]|\b(?:but|aber|mais|pero)\b/)
      .map((clause) => namedIn(wordsOf(clause), options))
      .findLast((option) => option !== undefined) ?? (isLaidOut ? likeIn(words, options) : undefined);
  if (chosen === undefined && listed.length === 0) return betweenIn(sentences.at(-1) ?? '', said);
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
