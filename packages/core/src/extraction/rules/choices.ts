import { finderOf, isQuestion, wordsOf } from './phrases.ts';
import { sentencesOf } from '@memory/text/sentences';
import { withoutEnd } from '@memory/text/without-end';
import { keysIn, overlap } from './wording.ts';

export interface Choice {
  chosen: string;
  rejected: readonly string[];
  /** The other words of the prompt. */
  rest: string;
}

/** One of several ways; without a name where they are told in one sentence. */
interface Option {
  name: string;
  text: string;
}

const OPTIONS_MAX = 6;
/** Characters of a prompt that answers with a word of an option, and words of its first clause. */
const ANSWER_MAX = 300;
const CLAUSE_MAX = 4;
const QUESTION_MAX = 120;

const LISTED =
  /^\s*(?:[-*] )?(?:\*\*)?\(?(?:option |variante |opción )?(\d|[a-f])\)?[.):]\s*(?:\*\*\s*)?(\S.+)$/i;
const LISTED_MAX = 400;
/** Characters of a name that is asked for, and of what follows the second up to the question mark. */
const NAMED_MAX = 100;
const TAIL_MAX = 60;
/** How somebody says that there are several ways. */
const LAYS_OUT = finderOf(
  'option|options|ways|approaches|alternatives|choices|either|which|prefer; möglichkeiten|wege|varianten|optionen|welche|welchen|welcher; options|solutions|laquelle|lequel; opciones|formas|cuál'.split(
    '; ',
  ),
);

/** The ways that a text lays out, by their names or in one sentence. */
function optionsIn(text: string): Option[] {
  if (!sentencesOf(text).some((sentence) => /[:?]$|\(1\)/.test(sentence) && LAYS_OUT(wordsOf(sentence))))
    return [];
  const named = text.split('\n').flatMap((line) => {
    const [, name = '', said = ''] = LISTED.exec(line) ?? [];
    if (name === '' || said.length > LISTED_MAX) return [];
    return [{ name: name.toLowerCase(), text: withoutEnd(said.replaceAll('**', ''), ' ;,.') }];
  });
  return new Set(named.map(({ name }) => name)).size === named.length &&
    named.length > 1 &&
    named.length <= OPTIONS_MAX
    ? named
    : [];
}

/** “Offset or cursor?” */
function alternativesIn(text: string): Option[] {
  for (const { 0: or, index } of text.matchAll(/,? (?:or|oder|ou|o) (?:just |nur |rather )?/gi)) {
    const [ahead = ''] = text
      .slice(Math.max(0, index - NAMED_MAX), index)
      .split(/[^\p{L}\p{N}_. -]/u)
      .slice(-1);
    const one = ahead.split(' ').slice(-2).join(' ');
    const behind = text.slice(index + or.length, index + or.length + NAMED_MAX + TAIL_MAX);
    const [other] = /^[\p{L}\p{N}_.-]+(?: [\p{L}\p{N}_./-]+){0,3}/u.exec(behind) ?? [];
    const [, tail] = /^([^?.\n]*)\?/.exec(behind.slice(other?.length)) ?? [];
    if (
      one !== '' &&
      !one.endsWith(' ') &&
      other !== undefined &&
      tail !== undefined &&
      tail.length <= TAIL_MAX
    )
      return [one.trimStart(), other].map((option) => ({ name: '', text: option }));
  }
  return [];
}

const ORDINALS = new Map(
  [
    'first erste ersten erstens première primera',
    'second zweite zweiten zweitens deuxième segunda',
    'third dritte dritten drittens troisième tercera',
  ].flatMap((words, at) => words.split(' ').map((word) => [word, `${at + 1}`] as const)),
);
/** Stands before a name that is chosen: “let's do option 2”, “ich nehme b”. */
const CHOOSING = new Set(
  'with for take do use prefer like choose pick the option number variant think say nimm nehmen nehme die den das lieber variante prend la le opción mejor el ok yes'.split(
    ' ',
  ),
);
/** Stands behind a number that is an amount. */
const AMOUNT =
  /^(?:%|ms|[smhd]|minutes?|hours?|days?|seconds?|times?|minuten|stunden|tage|sekunden|uhr|euro|per|prs?|more|of|and|\d+)$/iu;

/** How to go on with the work is no matter of the project. */
const IS_ABOUT_WORK =
  /\b(?:(?:shall|should) I|would you like|(?:do you )?want me|like me to|this (?:session|plan|design)|the plan|sub-?agent|PRs?\b|commit|rebase|proceed|continue|review|you decide|next area|move on|more questions|coderabbit|(?:linear|github) issue|take a look|soll ich|möchtest du|veux-tu que|quieres que)\b/i;
const isAboutWork = (text: string): boolean => IS_ABOUT_WORK.test(text);

/** A choice that the agent's own tool recorded: the question, what was chosen, and “Not chosen: …”. */
export function recordedChoice(content: string): Choice | undefined {
  const [question = '', answer = '', others = ''] = content.split('\n');
  const chosen = answer.replace(/\s{0,4}\((?:recommended|empfohlen)\)/i, '');
  const rejected = others
    .replace(/^Not chosen: /, '')
    .split(' / ')
    .filter(Boolean);
  if (chosen === '' || isAboutWork(`${question} ${chosen}`)) return undefined;
  return { chosen: keysIn(chosen).size < 3 ? `${question} ${chosen}` : chosen, rejected, rest: '' };
}

/** Which of the ways that an answer laid out, or that the person asked about, a prompt chooses. */
export function choiceOf(answer: string, asked: string, prompt: string): Choice | undefined {
  if (isQuestion(prompt.split('\n', 1)[0] ?? '')) return undefined;
  const options = optionsIn(answer);
  const words = wordsOf(prompt.slice(0, ANSWER_MAX / 2));
  // The last name counts that begins a clause or is chosen by a word: “C sounds good, but … B”.
  const at = words.findLastIndex(({ text }, place) => {
    const ahead = words[place - 1]?.text ?? '.';
    return (
      options.some(({ name }) => name === (ORDINALS.get(text) ?? text)) &&
      (/^[^\p{L}\p{N}]/u.test(ahead) || CHOOSING.has(ahead)) &&
      !AMOUNT.test(words[place + 1]?.text ?? '')
    );
  });
  const { text = '', end = 0 } = words[at] ?? {};
  // “1 and 2” chooses nothing.
  if (/^(?:and|und|et|y|&|\+)$/.test(words[at - 1]?.text ?? '')) return undefined;
  if (at >= 0) return choice(options, ({ name }) => name === (ORDINALS.get(text) ?? text), prompt.slice(end));
  if (prompt.length > ANSWER_MAX) return undefined;
  const [clause = ''] = prompt.split(/[.,!\n]/);
  if (clause.split(' ').length > CLAUSE_MAX) return undefined;
  for (const ways of [alternativesIn(answer), asked.length > QUESTION_MAX ? [] : alternativesIn(asked)]) {
    const meant = ways.filter((way) => overlap(keysIn(clause), keysIn(way.text)) > 0);
    if (ways.length > 1 && meant.length === 1) return choice(ways, (way) => way === meant[0], prompt);
  }
  return undefined;
}

function choice(
  options: readonly Option[],
  isMeant: (option: Option) => boolean,
  rest: string,
): Choice | undefined {
  const chosen = options.find(isMeant)?.text ?? '';
  if (options.some(({ text }) => isAboutWork(text))) return undefined;
  return {
    chosen,
    rejected: options.filter((option) => !isMeant(option)).map(({ text }) => text),
    rest: rest.replace(/^[\s.,;:!)]+/, ''),
  };
}
