import { failureLine, unfixedIn } from './failures.ts';
import { isPersonal } from './personal.ts';
import { clip } from '@memory/text/sentences';
import { isQuestion } from './phrases.ts';
import { needsSubject, textOf } from './subject.ts';
import type { Sentence, Turn } from './turns.ts';
import { isOpen, isWorked, openness, stayingSigns, stays } from './openness.ts';
import { placesOf, UNMEANT, type Place } from './worth.ts';
import { bareOf, keysAmong, keysIn, leans, overlap, points, share } from './wording.ts';

const OPEN_MAX = 8;
const LENGTH = 240;
/** Characters of each speech that a prompt answers. */
const ABOUT = 90;
/** Answers that it is read with, and sentences of each, of a reply to it, and on a command that failed. */
const HEARD_MAX = 2;
/** Characters of a command. */
const COMMAND = 80;
/** How likely a sentence has to leave something open to be tried: what comes after it tells more. */
const TRIED = 0.2;
/** Share of the words of what was left open that a later turn holds where it is done. */
const DONE = 0.5;
/** Two things that share so much are one. */
const SAME = 0.6;

/** Cues of speech that is not meant, but for two: a thing that is put off is quoted, too. */
const LEFT = UNMEANT.filter((cue) => cue !== 'later' && cue !== 'guess');

interface OpenThing {
  text: string;
  /** Without what it answers. */
  own: string;
  turn: number;
  /** The sentences that say so, and who does: `failed` for a command. */
  told: readonly Sentence[];
  by: 'person' | 'agent' | 'failed' | 'end';
}

/** Open things of a session, in its order. */
export function openThings(turns: readonly Turn[]): string[] {
  const places = placesOf(turns);
  const found = [
    ...leftOpenIn(places).filter((thing) => stays(stayingSigns(thing, places))),
    ...stepsIn(turns.findLast(({ answers }) => answers.length > 0)),
    ...unanswered(turns.at(-1)),
  ]
    .filter(({ text }) => keysIn(text).size > 1)
    .toSorted((a, b) => a.turn - b.turn);
  const kept: OpenThing[] = [];
  for (const thing of found)
    if (!kept.some((other) => overlap(marksOf(other), marksOf(thing)) >= SAME)) kept.push(thing);
  return kept.slice(-OPEN_MAX).map(({ text }) => text);
}

/** Those that a turn of it left open, whatever came of them. */
export const leftOpenIn = (places: readonly Place[]): OpenThing[] =>
  places.flatMap((place) => [...failedIn(place), ...leftIn(place)]);

/** Its words and its numbers, with what it answers where it has few of its own. */
const marksOf = ({ own, text }: OpenThing): Set<string> => {
  const marks = new Set([...keysIn(own), ...(own.match(/\d{2,}/g) ?? [])]);
  return marks.size < 3 ? keysIn(text) : marks;
};

/** Which of the things that earlier sessions left open are done in this one. */
export function doneOf(open: readonly string[], turns: readonly Turn[]): string[] {
  if (open.length === 0) return [];
  const deeds = deedsIn(placesOf(turns));
  return open.filter((text) =>
    // An entry quotes what its words are about, each speech by itself.
    text.split(/ \(| – /).some((part) => {
      const keys = keysIn(part);
      return keys.size > 1 && deeds.some((words) => share(keys, words) >= DONE);
    }),
  );
}

/** The words of each turn in which something was changed, or ran well, and nobody puts it off. */
const deedsIn = (places: readonly Place[]): ReadonlySet<string>[] =>
  places.flatMap((place) => {
    const { person, agent, runs } = place.turn;
    const said = [...person, ...agent];
    if (!isWorked(place.turn) || said.some((sentence) => isOpen(sentence, place))) return [];
    return [keysAmong([...said, ...runs.map(({ command }) => ({ keys: keysIn(command) }))])];
  });

const isPutOff = (sentence: Sentence, place: Place): boolean => {
  const { cues, text } = sentence;
  return (
    openness(sentence, place) >= TRIED &&
    !cues.has('unreal', 'joke', 'elsewhere', 'reported') &&
    // A question of the person is answered at once, or open at the end.
    !(sentence.speaker === 'person' && isQuestion(text)) &&
    !isPersonal(text) &&
    !STEPS.test(text)
  );
};

/** The last words of an agent's answers before: people joke more. */
function heardIn(before: readonly Turn[]): Sentence[][] {
  const heard: Sentence[][] = [];
  for (let at = before.length - 1; at >= 0 && heard.length < HEARD_MAX; at -= 1) {
    const last = before[at]!.agent.slice(-HEARD_MAX);
    const told = last.filter(({ text, cues }) => !cues.has(...LEFT) && !isPersonal(text));
    if (told.some(({ keys }) => keys.size > 0)) heard.unshift(told);
  }
  return heard;
}

/** A sentence with those beside it that are left open as well, and the one ahead where it says little. */
function aroundIn(said: readonly Sentence[], best: Sentence, place: Place): readonly Sentence[] {
  const at = said.indexOf(best);
  const ends = said.findIndex((sentence, later) => later > at && !isOpen(sentence, place));
  const heard = ends < 0 ? said : said.slice(0, ends);
  let first = at;
  while (first > 0 && isOpen(heard[first - 1]!, place)) first -= 1;
  return heard.slice(first > 0 && isThin(textOf(heard.slice(first))) ? first - 1 : first);
}

/** Work that a person puts off, and work that the agent calls undone, with what it is about. */
function leftIn(place: Place): OpenThing[] {
  const { person, agent, number } = place.turn;
  return [person, agent].flatMap((said): OpenThing[] => {
    const [best] = said
      .filter((sentence) => isPutOff(sentence, place))
      .toSorted((a, b) => openness(b, place) - openness(a, place));
    if (best === undefined) return [];
    const told = aroundIn(said, best, place);
    const isFirst = told[0] === said[0];
    const about = (said === person || isFirst) && needsSubject(told) ? heardIn(place.before) : [];
    // “Noted: a second thermometer on the rear wall.”
    const reply =
      said === person && agent.length <= HEARD_MAX ? agent.filter(({ keys }) => keys.size > 2) : [];
    const answered = [reply, ...about]
      .filter((each) => each.length > 0)
      .map((each) => clip(textOf(each), ABOUT))
      .join(' – ');
    const own = textOf(told);
    const text = `${own}${answered === '' ? '' : ` (${answered})`}`;
    return [{ text: clip(text, LENGTH), own, turn: number, told, by: best.speaker }];
  });
}

function thingOf(
  said: string,
  { number: turn }: Turn,
  by: OpenThing['by'],
  told: Sentence[] = [],
): OpenThing {
  const text = clip(said, LENGTH);
  return { text, own: text, turn, told, by };
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
    if (item !== undefined) items.push(thingOf(bareOf(item), turn, 'end'));
    else if (line.trim() !== '') break;
  }
  return items;
}

/** Commands that failed when a turn ended and that never passed, in the words of the agent where it tells of it. */
function failedIn(place: Place): OpenThing[] {
  const run = unfixedIn(place);
  if (run?.failure === undefined) return [];
  const told = place.turn.agent
    .filter(({ observation }) => observation.occurred_at > run.result.occurred_at)
    .slice(0, HEARD_MAX);
  const line = told.length === 0 ? failureLine(run.failure.content) : textOf(told);
  const command = clip(run.command.split('\n', 1)[0] ?? '', COMMAND);
  return line === '' ? [] : [thingOf(`\`${command}\` fails: ${line}`, place.turn, 'failed', told)];
}

/** A question at the end that got no answer. */
function unanswered(turn: Turn | undefined): OpenThing[] {
  if (turn === undefined || turn.answers.length + turn.edits.length + turn.runs.length > 0) return [];
  const question = turn.person.findLast(({ text }) => isQuestion(text));
  return question ? [thingOf(bareOf(question.text), turn, 'end')] : [];
}
