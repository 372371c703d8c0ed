import type { Speaker } from '@memory/contracts';
import { tellingIn } from './done.ts';
import { failureLine, unfixedIn, type Run } from './failures.ts';
import { finderOf, isQuestion } from './phrases.ts';
import { isPersonal } from './personal.ts';
import { clip } from '@memory/text/sentences';
import { needsSubject, textOf } from './subject.ts';
import { speechOf, type Sentence, type Turn } from './turns.ts';
import { isOpen, isUnanswered, openness, stayingSigns } from './openness.ts';
import { likelyBy, type Tree } from './trees.ts';
import { LEARNED } from './weights.ts';
import { marksIn, placesOf, UNMEANT, type Place } from './worth.ts';
import { bareOf, keysAmong, keysIn, leans, overlap, points } from './wording.ts';

const OPEN_MAX = 8;
const LENGTH = 240;
/** Characters that an entry quotes of what it is about, where it has less itself. */
const ABOUT = 75;
/** Sentences of a reply, and on a command that failed. */
const HEARD_MAX = 2;
/** Characters of a command. */
const COMMAND = 80;
/** How likely a sentence has to leave something open to be tried: what comes after it tells more. */
const TRIED = 0.05;
/** How likely it has to be open when the session ends. */
const STAYS = 0.5;
/** Two things that share so much are one. */
const SAME = 0.6;

/** Cues of speech that is not meant, but for two: a thing that is put off is quoted, too. */
const LEFT = UNMEANT.filter((cue) => cue !== 'later' && cue !== 'guess');

const grown = JSON.parse(LEARNED.left) as Tree[];

interface OpenThing {
  text: string;
  turn: number;
  /** The sentences that leave it open, and what they are about. */
  told: readonly Sentence[];
  about: readonly Sentence[];
}

/** Open things of a session, in its order. */
export function openThings(turns: readonly Turn[]): string[] {
  const found = [
    ...leftOpenIn(placesOf(turns)),
    ...stepsIn(turns.findLast(({ answers }) => answers.length > 0)),
  ]
    .filter(({ text }) => keysIn(text).size > 1)
    .toSorted((a, b) => a.turn - b.turn);
  const kept: OpenThing[] = [];
  for (const thing of found) {
    const isKnown = kept.some((other) => overlap(marksOf(other), marksOf(thing)) >= SAME);
    // “Who tests it?” stands in “I have to ask Bob (Who tests it?)”.
    const isQuoted = found.some(
      ({ about }) => thing.told.length > 0 && thing.told.every((each) => about.includes(each)),
    );
    if (!isKnown && !isQuoted) kept.push(thing);
  }
  return kept.slice(-OPEN_MAX).map(({ text }) => clip(text, LENGTH));
}

/** All that may be left open, whatever came of it: sentences, and a command that failed, with the first of what the agent tells of it. */
export const candidatesIn = (places: readonly Place[]) =>
  places.flatMap((place, at) => {
    const candidate = (by: Speaker | 'failed', sentence: Sentence | undefined, run?: Run) => ({
      by,
      sentence,
      run,
      place,
      signs: sentence && stayingSigns(sentence, places, at, run !== undefined),
    });
    const run = unfixedIn(place);
    const said = speechOf(place.turn).filter(
      (each) =>
        (openness(each, place) >= TRIED || isUnanswered(each, place)) &&
        !isPersonal(each.text) &&
        !STEPS.test(each.text),
    );
    return [
      ...(run ? [candidate('failed', toldOf(run, place)[0], run)] : []),
      ...said.map((each) => candidate(each.speaker, each)),
    ];
  });

/** Things that stay open: commands that failed, and of each speech the sentences that follow one another. */
function leftOpenIn(places: readonly Place[]): OpenThing[] {
  const isWork = places.some(({ turn }) => isOfWork(turn));
  const staying = candidatesIn(places).filter(
    ({ signs, sentence, place }) =>
      // Of a command that failed and that nobody speaks of there is nothing to learn from.
      !sentence ||
      !signs ||
      ((likelyBy(grown, signs) >= STAYS || isUnanswered(sentence, place)) && (isWork || isOrder(sentence))),
  );
  const failed = staying.flatMap(({ run, place }) => (run ? failedBy(run, place) : []));
  const known = new Set(failed.flatMap(({ told }) => told));
  const open = new Set(
    staying.flatMap(({ sentence, run }) => (run || !sentence || known.has(sentence) ? [] : sentence)),
  );
  const said = places.flatMap((place) =>
    [place.turn.person, place.turn.agent].flatMap((speech) => {
      const parts: Sentence[][] = [[]];
      for (const each of speech)
        if (open.has(each) || isOpen(each, place)) parts.at(-1)!.push(each);
        else parts.push([]);
      return parts
        .filter((part) => part.some((sentence) => open.has(sentence)))
        .map((part) => saidBy(part, speech, place, open));
    }),
  );
  return [...failed, ...said];
}

/** Names of code and of files, and commands. */
const CODE = /`|\p{Ll}\p{Lu}|[\p{L}\d]_\p{L}|\w\/\w|\w\.[a-z]{1,4}(?![\p{L}\d])|\w\(\)/u;

/** Something is changed, run, read or named in it: where nothing is all along people only chat. */
const isOfWork = (turn: Turn): boolean =>
  [turn.edits, turn.runs, turn.commits, turn.notes].some(({ length }) => length > 0) ||
  speechOf(turn).some(({ text }) => CODE.test(text));

/** “TODO”, “not now: the retry of the client”, and not “next week we go to the mountains”. */
const isOrder = ({ text, words, cues }: Sentence): boolean =>
  /\bto-?do\b|\bfixme\b/i.test(text) ||
  (cues.has('later') && !OF_PEOPLE(words) && tellingIn(text).length > 1);
const OF_PEOPLE = finderOf("i|i'm|im|i'll|we|we're|my|our|nothing|ich|wir|mein|meine|unser|nichts");

/** Its words and its numbers, with what it is about where it has few of its own. */
const marksOf = ({ told, text }: OpenThing): Set<string> => {
  const own = marksIn(textOf(told));
  return own.size < 3 ? marksIn(text) : own;
};

/** Sentences that stay open, behind the one ahead where they say little, with the one that they are about. */
function saidBy(
  run: readonly Sentence[],
  speech: readonly Sentence[],
  place: Place,
  open: ReadonlySet<Sentence>,
): OpenThing {
  const at = speech.indexOf(run[0]!);
  const ahead = isThin(run) ? speech.slice(Math.max(0, at - 1), at) : [];
  const told = [...ahead, ...run].filter(({ keys }) => keys.size > 0);
  const about = needsSubject(told) ? aboutIn(told, place, open) : [];
  const own = textOf(told);
  const quoted = clip(textOf(about), Math.max(ABOUT, own.length));
  return { text: quoted === '' ? own : `${own} (${quoted})`, turn: place.turn.number, told, about };
}

/** Of what was said before: what is open as well, a question, what shares a word, or the last where they say little; else so of a short reply. */
function aboutIn(
  told: readonly Sentence[],
  { turn: { person, agent }, before }: Place,
  open: ReadonlySet<Sentence>,
): Sentence[] {
  const isPerson = told[0]?.speaker === 'person';
  if (!isPerson && told[0] !== agent[0]) return [];
  const keys = keysAmong(told);
  const telling = (said: readonly Sentence[] = []) =>
    said.filter((each) => each.keys.size > 0 && !each.cues.has(...LEFT) && !isPersonal(each.text));
  const near = (said: readonly Sentence[]) =>
    said.findLast((each) => overlap(each.keys, keys) > 0) ??
    (isThin(told) ? said.findLast((each) => each.keys.size > 1) : undefined);
  const heard = telling(isPerson ? before.findLast((each) => each.agent.length > 0)?.agent : person);
  const last = heard.slice(-HEARD_MAX);
  const found =
    last.findLast((each) => isPerson && open.has(each)) ??
    last.findLast(({ text }) => isQuestion(text)) ??
    near(heard) ??
    near(isPerson && agent.length <= HEARD_MAX ? telling(agent) : []);
  return found ? [found] : [];
}

const isThin = (told: readonly Sentence[]): boolean => {
  const text = textOf(told);
  return tellingIn(text).length < 3 || points(text) || leans(text, 4);
};

const STEPS =
  /(?:^|[.!?] )(?:#{1,6} |\*\*)?(?:next steps?|to-?dos?|remaining(?: work)?|still open|left open|open (?:points|questions|items)|nächste schritte|offene? punkte?|noch offen|prochaines étapes|reste à faire|próximos pasos|pendientes?)\b.{0,20}$/i;

/** Next steps that the last answer lists. */
function stepsIn(turn: Turn | undefined): OpenThing[] {
  const lines = turn?.answers.at(-1)?.content.split('\n') ?? [];
  const at = lines.findIndex((line) => STEPS.test(line.trim()));
  if (turn === undefined || at < 0) return [];
  const items: OpenThing[] = [];
  for (const line of lines.slice(at + 1)) {
    const item = /^\s{0,3}(?:[-*•]|\d+[.)])\s+(?:\[ \]\s+)?(\S.*)$/.exec(line)?.[1];
    if (item !== undefined) items.push({ text: bareOf(item), turn: turn.number, told: [], about: [] });
    else if (line.trim() !== '') break;
  }
  return items;
}

const toldOf = (run: Run, { turn }: Place): Sentence[] =>
  turn.agent
    .filter(({ observation }) => observation.occurred_at > run.result.occurred_at)
    .slice(0, HEARD_MAX);

/** A command that failed when a turn ended and that never passed, in the words of the agent where it tells of it. */
function failedBy(run: Run, place: Place): OpenThing[] {
  const told = toldOf(run, place);
  const line = told.length === 0 ? failureLine(run.result.content) : textOf(told);
  const text = `\`${clip(run.command.split('\n', 1)[0] ?? '', COMMAND)}\` fails: ${line}`;
  return line === '' ? [] : [{ text, turn: place.turn.number, told, about: [] }];
}
