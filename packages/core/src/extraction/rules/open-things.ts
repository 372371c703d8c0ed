import { tellingIn } from './done.ts';
import { failureLine, unfixedIn } from './failures.ts';
import { finderOf } from './phrases.ts';
import { isPersonal } from './personal.ts';
import { clip } from '@memory/text/sentences';
import { needsSubject, textOf } from './subject.ts';
import { speechOf, type Sentence, type Turn } from './turns.ts';
import { isOpen, openness, stayingSigns } from './openness.ts';
import { likelyBy, type Signs, type Tree } from './trees.ts';
import { LEARNED } from './weights.ts';
import { placesOf, UNMEANT, type Place } from './worth.ts';
import { bareOf, keysIn, leans, overlap, points, share } from './wording.ts';

const OPEN_MAX = 8;
const LENGTH = 240;
/** Characters that an entry quotes of what it is about, where it has less itself. */
const ABOUT = 60;
/** Sentences of an answer that it is read with, of a reply to it, and on a command that failed. */
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
  /** Without what it answers. */
  own: string;
  /** The speech that it answers, as quoted. */
  about: string;
  turn: number;
}

/** A sentence that may leave something open, or a command that failed, with what the agent tells of it first. */
interface Candidate {
  place: Place;
  sentence: Sentence | undefined;
  by: 'person' | 'agent' | 'failed';
  run?: Turn['runs'][number];
  signs: Signs | undefined;
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
    const isQuoted = found.some(({ about, turn }) => turn >= thing.turn && isSaidIn(thing, about));
    if (!isKnown && !isQuoted) kept.push(thing);
  }
  return kept.slice(-OPEN_MAX).map(({ text }) => text);
}

/** All that may be left open, whatever came of it. */
export const candidatesIn = (places: readonly Place[]): Candidate[] =>
  places.flatMap((place, at) => {
    const said = speechOf(place.turn).filter((each) => isTried(each, place));
    const run = unfixedIn(place);
    return [
      ...(run ? [{ sentence: toldOf(run, place)[0], by: 'failed' as const, run }] : []),
      ...said.map((sentence) => ({ sentence, by: sentence.speaker })),
    ].map((each) => {
      const { sentence, by } = each;
      const signs = sentence && stayingSigns(sentence, places, at, by === 'failed');
      return { ...each, place, signs };
    });
  });

/** Of each turn and speaker the thing that is most likely left open, and commands that failed. */
function leftOpenIn(places: readonly Place[]): OpenThing[] {
  const isWork = places.some(({ turn }) => isOfWork(turn));
  const staying = candidatesIn(places)
    // Of a command that failed and that nobody speaks of there is nothing to learn from.
    .map((each) => ({ ...each, likely: each.signs ? likelyBy(grown, each.signs) : 1 }))
    .filter(({ likely, sentence }) => likely >= STAYS && (isWork || (sentence && isOrder(sentence))));
  const speeches = Map.groupBy(staying, ({ place, by }) => `${place.turn.number} ${by}`).values();
  return [...speeches].flatMap((speech) => {
    const [best] = speech.toSorted((a, b) => b.likely - a.likely);
    if (best === undefined) return [];
    if (best.run) return failedBy(best.run, best.place);
    return best.sentence ? saidBy(best.sentence, best.place) : [];
  });
}

const isSaidIn = ({ own }: OpenThing, about: string): boolean =>
  share(keysIn(own), keysIn(about)) >= SAME || (own !== '' && about.includes(own));

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

/** Its words and its numbers, with what it answers where it has few of its own. */
const marksOf = ({ own, text }: OpenThing): Set<string> => {
  const marks = new Set([...keysIn(own), ...(own.match(/\d{2,}/g) ?? [])]);
  return marks.size < 3 ? keysIn(text) : marks;
};

const isTried = (sentence: Sentence, place: Place): boolean =>
  openness(sentence, place) >= TRIED && !isPersonal(sentence.text) && !STEPS.test(sentence.text);

/** The last words of an agent's answer before: people joke more. */
const heardIn = (before: readonly Turn[]): Sentence[] =>
  before
    .map(({ agent }) =>
      agent.slice(-HEARD_MAX).filter(({ text, cues }) => !cues.has(...LEFT) && !isPersonal(text)),
    )
    .findLast((told) => told.some(({ keys }) => keys.size > 0)) ?? [];

/** A sentence with those beside it that are left open as well, and the one ahead where it says little. */
function aroundIn(said: readonly Sentence[], best: Sentence, place: Place): readonly Sentence[] {
  const at = said.indexOf(best);
  const ends = said.findIndex((sentence, later) => later > at && !isOpen(sentence, place));
  const heard = ends < 0 ? said : said.slice(0, ends);
  let first = at;
  while (first > 0 && isOpen(heard[first - 1]!, place)) first -= 1;
  return heard.slice(first > 0 && isThin(textOf(heard.slice(first))) ? first - 1 : first);
}

/** The thing that a sentence leaves open, with what it is about. */
function saidBy(sentence: Sentence, place: Place): OpenThing {
  const { person, agent } = place.turn;
  const isPerson = sentence.speaker === 'person';
  const said = isPerson ? person : agent;
  const told = aroundIn(said, sentence, place);
  const isFirst = told[0] === said[0];
  // “Noted: a second thermometer on the rear wall.”
  const reply = isPerson && agent.length <= HEARD_MAX ? agent.filter(({ keys }) => keys.size > 2) : [];
  const heard = (isPerson || isFirst) && needsSubject(told) ? heardIn(place.before) : [];
  const own = textOf(told);
  const most = Math.max(ABOUT, own.length);
  const quoted = heard.length > 0 ? heard : reply;
  const about = clip(textOf(textOf(quoted).length > most ? quoted.slice(-1) : quoted), most);
  return { ...thingOf(`${own}${about === '' ? '' : ` (${about})`}`, place.turn), own, about };
}

function thingOf(said: string, { number: turn }: Turn): OpenThing {
  const text = clip(said, LENGTH);
  return { text, own: text, about: '', turn };
}

const isThin = (text: string): boolean => keysIn(text).size < 3 || points(text) || leans(text, 4);

const STEPS =
  /^(?:#{1,6} |\*\*)?(?:next steps?|to-?dos?|remaining(?: work)?|still open|left open|open (?:points|questions|items)|nächste schritte|offene? punkte?|noch offen|prochaines étapes|reste à faire|próximos pasos|pendientes?)\b.{0,20}$/i;

/** Next steps that the last answer lists. */
function stepsIn(turn: Turn | undefined): OpenThing[] {
  const lines = turn?.answers.at(-1)?.content.split('\n') ?? [];
  const at = lines.findIndex((line) => STEPS.test(line.trim()));
  if (turn === undefined || at < 0) return [];
  const items: OpenThing[] = [];
  for (const line of lines.slice(at + 1)) {
    const [, item] = /^\s{0,3}(?:[-*•]|\d+[.)])\s+(?:\[ \]\s+)?(\S.*)$/.exec(line) ?? [];
    if (item !== undefined) items.push(thingOf(bareOf(item), turn));
    else if (line.trim() !== '') break;
  }
  return items;
}

const toldOf = (run: Turn['runs'][number], { turn }: Place): Sentence[] =>
  turn.agent
    .filter(({ observation }) => observation.occurred_at > run.result.occurred_at)
    .slice(0, HEARD_MAX);

/** A command that failed when a turn ended and that never passed, in the words of the agent where it tells of it. */
function failedBy(run: Turn['runs'][number], place: Place): OpenThing[] {
  const told = toldOf(run, place);
  const line = told.length === 0 ? failureLine(run.result.content) : textOf(told);
  const command = clip(run.command.split('\n', 1)[0] ?? '', COMMAND);
  return line === '' ? [] : [thingOf(`\`${command}\` fails: ${line}`, place.turn)];
}
