import { failureLine } from './failure-line.ts';
import { isPersonal } from './personal.ts';
import { clip } from '@memory/text/sentences';
import { isQuestion } from './phrases.ts';
import { aboutIn, needsSubject, textOf } from './subject.ts';
import type { Sentence, Speaker, Turn } from './turns.ts';
import { isOpen, UNMEANT, type Place } from './worth.ts';
import { bareOf, keysIn, keysOf, leans, overlap, points } from './wording.ts';

const OPEN_MAX = 8;
const LENGTH = 240;
/** Characters of each speech that a prompt answers. */
const ABOUT = 90;
/** Sentences of a reply that is read with it. */
const REPLY_MAX = 2;
/** A prompt so short is told whole. */
const PROMPT_SHORT = 200;
/** Share of the words of what was left open that a later turn holds where it is done. */
const DONE = 0.5;
/** Two things that were left open in one turn, or in one and the next, are one where they share so much; else where they share more. */
const ONE = { near: 0.3, far: 0.6 };

/** Cues of speech that is not meant, but for two: a thing that is put off is quoted, too. */
const LEFT = UNMEANT.filter((cue) => cue !== 'later' && cue !== 'guess');

interface OpenThing {
  text: string;
  /** Without what it answers. */
  own: string;
  turn: number;
  by: Speaker | 'check';
}

/** Open things of a session, in its order. */
export function openThings(turns: readonly Turn[]): string[] {
  const found = [
    ...turns.flatMap((turn, at) => leftIn({ turn, before: turns.slice(0, at), after: turns.slice(at + 1) })),
    ...stepsIn(turns.findLast(({ answers }) => answers.length > 0)),
    ...failing(turns),
    ...unanswered(turns.at(-1)),
  ].toSorted((a, b) => a.turn - b.turn);
  const kept: OpenThing[] = [];
  for (const thing of found) {
    const keys = keysIn(thing.text);
    if (keys.size < 2 || turns.some((turn) => turn.number > thing.turn && isDoneIn(turn, keys))) continue;
    // The last turn repeats earlier things.
    const isNear = (other: OpenThing) => thing.turn - other.turn <= 1 || thing.turn === turns.at(-1)?.number;
    const isKnown = kept.some(
      (other) => overlap(marksOf(other), marksOf(thing)) >= (isNear(other) ? ONE.near : ONE.far),
    );
    const last = kept.at(-1);
    // A check that fails, what the agent says of it, and the answer to that are one thing.
    const isAnswer =
      last !== undefined && thing.turn - last.turn <= 1 && last.by !== 'person' && thing.by !== last.by;
    if (isKnown && !isAnswer) continue;
    if (isAnswer)
      kept[kept.length - 1] = {
        ...thing,
        text: clip(`${last.text}; ${thing.text}`, LENGTH),
        own: `${last.own} ${thing.own}`,
      };
    else kept.push(thing);
  }
  return kept.slice(-OPEN_MAX).map(({ text }) => text);
}

/** Its words and its numbers, with what it answers where it has few of its own. */
const marksOf = ({ own, text }: OpenThing): Set<string> => {
  const marks = new Set([...keysIn(own), ...(own.match(/\d{2,}/g) ?? [])]);
  return marks.size < 3 ? keysIn(text) : marks;
};

/** Which of the things that earlier sessions left open are done in this one. */
export const doneOf = (open: readonly string[], turns: readonly Turn[]): string[] =>
  open.filter((text) =>
    // An entry quotes what its words are about, each speech by itself.
    text.split(/ \(| – /).some((part) => {
      const keys = keysIn(part);
      return keys.size > 1 && turns.some((turn) => isDoneIn(turn, keys));
    }),
  );

/** Something was changed, or ran well, that is about the same, and nobody puts it off. */
function isDoneIn({ person, agent, edits, runs }: Turn, keys: ReadonlySet<string>): boolean {
  if (edits.length === 0 && !runs.some(({ failure }) => !failure)) return false;
  const said = [...person, ...agent];
  if (said.some((sentence) => isOpen(sentence))) return false;
  const held = new Set([
    ...said.flatMap(({ words }) => [...keysOf(words)]),
    ...runs.flatMap(({ command }) => [...keysIn(command)]),
  ]);
  return [...keys].filter((key) => held.has(key)).length >= keys.size * DONE;
}

const isPutOff = (sentence: Sentence, place: Place): boolean => {
  const { cues, text } = sentence;
  return (
    isOpen(sentence, place) &&
    !cues.has('unreal', 'joke', 'elsewhere', 'reported') &&
    !isQuestion(text) &&
    !isPersonal(text) &&
    !STEPS.test(text)
  );
};

/** Work that a person puts off, else work that the agent calls undone, with what it is about. */
function leftIn(place: Place): OpenThing[] {
  const { asked, person, agent, number } = place.turn;
  for (const said of [person, agent]) {
    const [best] = said
      .filter((sentence) => isPutOff(sentence, place))
      .toSorted((a, b) => keysOf(b.words).size - keysOf(a.words).size);
    if (best === undefined) continue;
    const at = said.indexOf(best);
    const isShort = said === person && (asked?.content.length ?? 0) <= PROMPT_SHORT;
    const told = isShort ? said : said.slice(isThin(best.text) ? Math.max(0, at - 1) : at, at + 1);
    // An agent answers the prompt, a person what was said before.
    const heard = said === person ? place.before : [...place.before, { ...place.turn, agent: [] }];
    const about = (said === person || at === 0) && needsSubject(told) ? aboutIn(heard, LEFT) : [];
    // “Noted: a second thermometer on the rear wall.”
    const reply =
      said === person && agent.length <= REPLY_MAX ? agent.filter(({ words }) => keysOf(words).size > 2) : [];
    const answered = [reply, ...about]
      .filter((each) => each.length > 0)
      .map((each) => clip(textOf(each), ABOUT))
      .join(' – ');
    const own = textOf(told);
    const text = `${own}${answered === '' ? '' : ` (${answered})`}`;
    return [{ text: clip(text, LENGTH), own, turn: number, by: best.speaker }];
  }
  return [];
}

function thingOf(said: string, { number: turn }: Pick<Turn, 'number'>, by: OpenThing['by']): OpenThing {
  const text = clip(said, LENGTH);
  return { text, own: text, turn, by };
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
    if (item !== undefined) items.push(thingOf(bareOf(item), turn, 'agent'));
    else if (line.trim() !== '') break;
  }
  return items;
}

/** A search that finds nothing exits with 1; that is an answer, not a failure. */
const LOOKS =
  /^(?:cd|grep|rg|ls|cat|find|which|test|diff|sed|head|tail|git|gh|echo|curl|awk|jq|wc|stat|ps|kill|rm|mkdir|cp|mv|sleep|python3? -c|node -e)\b/;
const CHECK =
  /\b(?:\w*tests?|spec|vitest|jest|pytest|phpunit|rspec|tsc|\w*lint|build|\w*check|compile|deploy|migrate|make|cargo|gradlew?|mvn|e2e)\b/i;

/** Checks that failed when they were last run. */
function failing(turns: readonly Turn[]): OpenThing[] {
  const runs = turns.flatMap(({ runs: own, number }) =>
    own.flatMap((run) => partsOf(run.command).map((command) => ({ ...run, command, number }))),
  );
  return runs.flatMap(({ command, failure, number }, at) => {
    const isRunAgain = runs.slice(at + 1).some((other) => isSameCheck(other.command, command));
    if (failure === undefined || isRunAgain || LOOKS.test(command) || !CHECK.test(command)) return [];
    const line = failureLine(failure.content);
    return line === '' ? [] : [thingOf(`\`${clip(command, 80)}\` fails: ${line}`, { number }, 'check')];
  });
}

/** The commands of a line of a shell. */
const partsOf = (line: string): string[] =>
  line
    .split('\n', 1)
    .flatMap((first) => first.split(/\s(?:&&|\|\||;)\s|;\s/))
    .map((part) => (part.split(/\s(?:\d?>|\|)/)[0] ?? '').trim())
    .filter((part) => part !== '');

/** Whether two commands run the same check: one holds most words of the other that are no options. */
function isSameCheck(a: string, b: string): boolean {
  const [left, right] = [a, b].map(
    (command) => new Set(command.split(/\s+/).filter((word) => !/^-[^=]*$|^npx$/.test(word))),
  );
  return left !== undefined && right !== undefined && overlap(left, right) >= 0.75;
}

/** A question at the end that got no answer. */
function unanswered(turn: Turn | undefined): OpenThing[] {
  if (turn === undefined || turn.answers.length + turn.edits.length + turn.runs.length > 0) return [];
  const question = turn.person.findLast(({ text }) => isQuestion(text));
  return question ? [thingOf(bareOf(question.text), turn, 'person')] : [];
}
