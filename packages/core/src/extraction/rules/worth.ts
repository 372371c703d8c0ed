import { CUES, LASTING, type Cue } from './cues.ts';
import { isQuestion, NAMES_A_TEXT } from './phrases.ts';
import type { Sentence, Turn } from './turns.ts';
import { LEARNED } from './weights.ts';
import { bareOf, keysIn, leans, points, share } from './wording.ts';

/** A turn with those around it. */
export interface Place {
  turn: Turn;
  before: readonly Turn[];
  after: readonly Turn[];
}

export const placesOf = (turns: readonly Turn[]): Place[] =>
  turns.map((turn, at) => ({
    turn,
    // Copies of all for each would be the square of them.
    get before() {
      return turns.slice(0, at);
    },
    get after() {
      return turns.slice(at + 1);
    },
  }));

/** Of each sign of a sentence, how much it speaks for what is asked. */
export type Weights = ReadonlyMap<string, number>;

export const numbersIn = (text: string): string[] =>
  text.match(/\d[\d.,:]*\d|\d|\b(?:once|twice|einmal|zweimal)\b/gi) ?? [];

/** “0,1” is 0.1, 5 % is 0.05, 2 min are 120 s or 120,000 ms. */
const UNITS = new Set([0.01, 1, 60, 1_000, 3_600, 60_000]);

/** Whether code that sets a value says what a number in speech does. */
export const isAmountOf = (set: string, said: string): boolean =>
  set === said ||
  UNITS.has(Number((Number.parseFloat(set.replaceAll('_', '')) / Number(said.replace(',', '.'))).toFixed(4)));

/** The telling words and the numbers of a text. */
export const marksIn = (text: string): Set<string> => new Set([...keysIn(text), ...numbersIn(text)]);

export const has = (sentences: readonly Sentence[], ...cues: readonly Cue[]): boolean =>
  sentences.some((sentence) => sentence.cues.has(...cues));

/** The first bound that a count does not exceed. */
export const within = (count: number, ...bounds: readonly number[]): string =>
  `${bounds.find((bound) => count <= bound) ?? 'more'}`;

/** Those signs that a sentence shows. */
const shown = (signs: Record<string, boolean>): string[] =>
  Object.entries(signs).flatMap(([sign, isShown]) => (isShown ? [sign] : []));

/** It tells of code: `run()`. */
const CODE = /\p{Ll}\p{Lu}\p{Ll}|\w\(\)|\w\.(?:go|ts|js|py|rs|rb|java|kt|cpp|php)\b|`/u;
export const CONDITION = /^(?:since|because|if|when|while|as|weil|da|wenn|falls|puisque|si|porque)\b/i;

/** “I thought”, “perhaps”, “I want you to”, “let's”. */
const SUPPOSED =
  /^(?:I (?:thought|think|want you|need|guess)|perhaps|maybe|let['’]?s|please|can you|you can|now|have a look|continue|then|try|start)\b/i;

/** “60 s”, “320 px”, “5 %”. */
const AMOUNT =
  /\d ?(?:ms|s|sec(?:ond)?s?|sekunden|min(?:ute)?[sn]?|h|hours?|stunden|days?|tagen?|tage|px|pt|[kmg]b|eur|km|m|mm|cm|hz|kg|l|jours|días|segundos|secondes|minutos|horas|heures)\b|\d ?[%€°]/iu;
const WINKS = /;-?[)pP]|:-?[pP]\b|😉|🙃|🦄/u;
const QUOTED = /["“„«][^"“”„«»]{12,}["”“»]/u;
const NAME_OF_CODE = /[A-Z]{2,}|[a-z][A-Z]|\w_\w|\w\.\w/;

/** By these a sentence does not mean what it says, or not for good. */
export const UNMEANT = ['joke', 'unreal', 'reported', 'elsewhere', 'guess', 'retract', 'later'] as const;

/** Signs of a sentence by its words alone. */
export function ownSigns({ text, words, keys, cues, speaker }: Sentence): string[] {
  const bare = bareOf(text);
  return [
    ...CUES.filter((cue) => cues.has(cue)),
    ...shown({
      // “May I ask that we always …?” asks nothing.
      question: isQuestion(text) && !cues.has(...LASTING),
      number: numbersIn(text).length > 0,
      points: points(bare),
      leans: !points(bare) && leans(bare),
      code: CODE.test(text) && !cues.has('never', 'always', 'forbid', 'decide'),
      condition: CONDITION.test(bare),
      supposed: SUPPOSED.test(bare),
      unended: !/[.!?…)]$/.test(text),
      amount: AMOUNT.test(text),
      'for good': cues.has(...LASTING) && !cues.has(...UNMEANT, 'trouble'),
      quoted: QUOTED.test(text),
      winks: WINKS.test(text),
      exclaims: /!\s*$/.test(text),
      labelled: /^[^.!?,]{3,40}: \S/.test(text),
      'name of code': speaker === 'person' && NAME_OF_CODE.test(text),
      place: /→|->|\w:\d|\/\w+\//.test(text),
    }),
    `keys ${within(keys.size, 0, 1, 2, 4, 8)}`,
    `words ${within(words.length, 3, 6, 12, 24, 40)}`,
  ];
}

/** Signs of an agent's sentence by what was said before and what came of it. */
function agentSignsAround(sentence: Sentence, { turn, after: [next] }: Place): string[] {
  const { person, agent, edits, runs } = turn;
  const at = agent.indexOf(sentence);
  const ahead = agent.slice(Math.max(0, at - 1), at);
  return [
    `agent ${within(agent.length, 0, 3, 10)}`,
    ...shown({
      edits: edits.length > 0,
      complaint: !saysForGood(sentence) && has(person, 'trouble'),
      asked: !saysForGood(sentence) && person.some(({ text }) => isQuestion(text)),
      report: sentence.isReport,
      'goes on': ahead[0]?.observation === sentence.observation,
      // Below a heading that names the cause.
      cause: !sentence.cues.has('cause') && has(ahead.filter(isHeading), 'cause'),
      'next edits': (next?.edits.length ?? 0) > 0,
      failed: runs.some(({ failure }) => failure),
    }),
  ];
}

/** “It crashed again, and stop bumping versions”: a rule is one beside a complaint, too. */
const saysForGood = ({ cues }: Sentence): boolean =>
  cues.has(...LASTING, 'forbid', 'decide') && !cues.has('trouble');

const isHeading = ({ words }: Sentence): boolean => words.length <= 6;

/** People differ by word more than by form; agents' words are those of their task. */
export const worthSigns = (sentence: Sentence, place?: Place): string[] => [
  ...ownSigns(sentence),
  ...(place === undefined
    ? []
    : sentence.speaker === 'agent'
      ? agentSignsAround(sentence, place)
      : signsBeside(sentence, place)),
  ...(sentence.speaker === 'person' ? wordsIn(sentence) : []),
];

/** Sentences of an answer whose words tell how it was taken. */
const ANSWER_SHORT = 2;

/** Signs of a sentence by the cues of those beside it. */
export function signsBeside(sentence: Sentence, { turn, before, after: [next] }: Place): string[] {
  const { person, agent, edits, runs, asked } = turn;
  const isPerson = sentence.speaker === 'person';
  const own = isPerson ? person : agent;
  const at = own.indexOf(sentence);
  const beside = {
    ahead: own.slice(Math.max(0, at - 1), Math.max(0, at)),
    behind: own.slice(at + 1, at + 2),
    ...(isPerson ? { answer: agent.slice(0, 1) } : { prompt: person.slice(0, 3) }),
    next: next?.person.slice(0, 1) ?? [],
  };
  const numbers = numbersIn(sentence.text);
  return [
    ...Object.entries(beside).flatMap(([where, some]) =>
      CUES.filter((cue) => has(some, cue)).map((cue) => `${cue} ${where}`),
    ),
    // “Noted.”, “Listed as open.”
    ...(isPerson && agent.length <= ANSWER_SHORT
      ? agent.flatMap((said) => [...wordsIn(said)].map((word) => `${word} answer`))
      : []),
    `echo ${echoOf(sentence, isPerson ? agent : person)}`,
    `agent ${within(agent.length, 0, 3, 10)}`,
    ...(isPerson
      ? [`prompt ${within(asked?.content.length ?? 0, 80, 300, 1_500)}`]
      : [`part ${Math.floor((5 * at) / own.length)}`]),
    ...shown({
      edits: edits.length > 0,
      runs: runs.length > 0,
      complaint: !saysForGood(sentence) && has(person, 'trouble'),
      asked: !saysForGood(sentence) && person.some(({ text }) => isQuestion(text)),
      'agent asks': isPerson && agent.length > 0 && isQuestion(agent.at(-1)!.text),
      'answers it': isPerson && isAsked(before.at(-1)),
      // A session begins with its task.
      begins:
        isPerson && before.length === 0 && !has([sentence], ...LASTING, 'decided', 'contrast', 'authority'),
      counted: isPerson && agent.some(({ text }) => numbersIn(text).some((each) => numbers.includes(each))),
    }),
  ];
}

const isAsked = (turn: Turn | undefined): boolean =>
  turn?.agent.slice(-1).some(({ text }) => isQuestion(text)) ?? false;

/** How many of four parts of its telling words another says at most. */
function echoOf({ keys }: Sentence, others: readonly Sentence[]): string {
  const shares = others.map((other) => [...other.keys].filter((key) => keys.has(key)).length);
  return keys.size === 0 ? 'none' : `${Math.floor((4 * Math.max(0, ...shares)) / keys.size)}`;
}

export const wordsIn = ({ words }: Sentence): Set<string> =>
  new Set(words.flatMap(({ text }) => (/^\d/.test(text) ? '“#”' : /^\p{L}/u.test(text) ? `“${text}”` : [])));

/** “Never deploy on a Friday”: so said it holds for good, whatever stands around it, and few words are left to learn from. */
const FOR_GOOD =
  /^(?:(?:please|and|but|so|bitte|und|also)[, ] ?)?(?:remember(?: that|:)|stop \p{L}+ing|(?:I|we) prefer|ich (?:bevorzuge|mag keine?)|(?:je|on) préfère|prefiero|preferimos|(?:never|always|nie|niemals|immer|jamais|toujours|nunca|siempre)(?!\p{L}| (?:mind|again|the|a|was|is|has|wieder|noch)\b))|(?<!\p{L})(?:from now on|going forward|ab (?:jetzt|sofort))(?!\p{L})/iu;
const SAID_FOR_GOOD = 0.7;
const WORDS_LEAST = 4;

/** “Forget about tabs, we use two spaces now”: what goes. */
const REPLACES =
  /^(?:forget(?: about)?|vergiss|vergesst|oublie[zs]?|olvida) (?:(?:the|das mit(?: de[mnr])?|die|de[nr]|l[ae]s?|el|los|las) )?(?!(?:it|that|this|everything|es|das|alles|ça|todo|eso)(?!\p{L}))([^,;–—!?]{2,40})(?:[,;]| [-–—]) (?=.{0,120}?(?<!\p{L})(?:we|we['’]re|now|wir|jetzt|on|nous|maintenant|usamos|ahora)(?!\p{L}))(?!.{0,120}?for now)/iu;

/** Whether it says what goes and what takes its place. */
export const isReplacing = (text: string): boolean => REPLACES.test(bareOf(text));

/** Whether one title puts something in the place of what another tells. */
export function replaces(title: string, older: string): boolean {
  const gone = keysIn(REPLACES.exec(title)?.[1] ?? '');
  const told = keysIn(older);
  return gone.size > 0 && share(gone, told) === 1 && gone.size >= told.size / 3;
}

/** Whether a person orders something for good in so many words. */
export const isForGood = ({ text, words, speaker, cues }: Sentence): boolean =>
  speaker === 'person' &&
  words.length >= WORDS_LEAST &&
  !isQuestion(text) &&
  (isReplacing(text)
    ? !NAMES_A_TEXT.test(text) && !cues.has('unreal', 'joke', 'later')
    : FOR_GOOD.test(text) && !cues.has(...UNMEANT));

/** With less a sentence is not even tried as a memory. */
export const WORTH_LEAST = 0.1;

/** Weighs each sentence once: it stands in one place, by which many ask for it. */
export function weighedOnce(weigh: (sentence: Sentence, place: Place) => number): typeof weigh {
  const known = new WeakMap<Sentence, number>();
  return (sentence, place) => {
    const weight = known.get(sentence) ?? weigh(sentence, place);
    known.set(sentence, weight);
    return weight;
  };
}

/** How likely a sentence is worth a memory in its place, from 0 to 1. */
export const worthOf = weighedOnce((sentence, place) =>
  Math.max(
    isForGood(sentence) ? SAID_FOR_GOOD : 0,
    chance(WEIGHTS[sentence.speaker], worthSigns(sentence, place)),
  ),
);

const weightsOf = (text: string): Weights =>
  new Map(
    text.split(';').map((entry) => {
      const at = entry.lastIndexOf(' ');
      return [entry.slice(0, at).trim(), Number(entry.slice(at))];
    }),
  );
export const WEIGHTS = {
  person: weightsOf(LEARNED.person),
  agent: weightsOf(LEARNED.agent),
  open: weightsOf(LEARNED.open),
  work: weightsOf(LEARNED.work),
};

export const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));

export const chance = (weights: Weights, signs: readonly string[]): number =>
  logistic(['bias', ...signs].reduce((total, sign) => total + (weights.get(sign) ?? 0), 0));
