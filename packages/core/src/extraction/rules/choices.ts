import { finderOf, isQuestion, wordsOf } from './phrases.ts';
import { sentencesOf } from '@memory/text/sentences';
import { withoutEnd } from '@memory/text/without-end';
import { keysIn } from './wording.ts';

export interface Choice {
  chosen: string;
  rejected: readonly string[];
  /** The other words of the prompt. */
  rest: string;
}

/** One of several ways. */
interface Option {
  name: string;
  text: string;
}

const OPTIONS_MAX = 6;
/** Characters of a prompt that answers with the name of an option. */
const ANSWER_MAX = 150;

const LISTED =
  /^\s*(?:[-*] )?(?:\*\*)?\(?(?:option |variante |opción )?(\d|[a-f])\)?[.):]\s*(?:\*\*\s*)?(\S.+)$/i;
const LISTED_MAX = 400;
/** How somebody says that there are several ways. */
const LAYS_OUT = finderOf(
  'option|options|ways|approaches|alternatives|choices|either|which|prefer; möglichkeiten|wege|varianten|optionen|welche|welchen|welcher; options|solutions|laquelle|lequel; opciones|formas|cuál'.split(
    '; ',
  ),
);

/** The ways that a text lays out by their names. */
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

/** Which of the ways that an answer laid out a prompt chooses. */
export function choiceOf(answer: string, prompt: string): Choice | undefined {
  if (isQuestion(prompt.split('\n', 1)[0] ?? '')) return undefined;
  const options = optionsIn(answer);
  const words = wordsOf(prompt.slice(0, ANSWER_MAX));
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
  return at < 0
    ? undefined
    : choice(options, ({ name }) => name === (ORDINALS.get(text) ?? text), prompt.slice(end));
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
