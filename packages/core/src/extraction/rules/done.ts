import { passesIn } from './failures.ts';
import { isOpen, isWorked, PUTTING_OFF } from './openness.ts';
import { finderOf, isQuestion, wordsOf } from './phrases.ts';
import type { Sentence, Turn } from './turns.ts';
import { keysOf } from './wording.ts';
import { has, placesOf, type Place } from './worth.ts';

/** Share of the words of what was left open that a later turn holds where it is done. */
const DONE = 0.6;
/** Share of them in a sentence that puts it off again. */
const DELAYED = 0.4;
/** Letters of a word that says by itself what is spoken of. */
const TELLING = 7;

/** Say that something is to be done, or was, and not what. */
const DOING = new Set(
  `add added create created make write wrote build built fix fixed implement implemented finish finished done put set look todo list missing still waits soon
  fehlt fehlen einbauen eingebaut machen gemacht schreiben bauen erledigt fertig noch gestern heute jetzt today yesterday`.split(
    /\s+/,
  ),
);
const REMOVES = /^(?:remov|delet|drop|lösch|gelösch|entfern|weg$|gone$|supprim|elimin)/;

/** Somebody tells that a thing is done. */
const tellsDone = finderOf(
  `is|are|was|were|been|it's|that's ~2 done|fixed|finished|solved|resolved|merged|deployed|closed|settled|sorted|shipped|gone|green; works|passes|passing|done|fixed now|again; i|we|he|she|they ~1 fixed|added|removed|deleted|rotated|finished|merged|deployed|renewed|updated|installed|ordered|did;
  ist|sind|wurde|wurden|hat|haben|habe|hab ~6 erledigt|fertig|behoben|gelöst|gemacht|gelöscht|eingetragen|eingebaut|eingerichtet|gekündigt|bestellt|geklärt|erneuert|installiert|umgestellt|durch|drin|grün; läuft|geht wieder|jetzt`,
);
const DENIES = finderOf('no|not|isnt|arent|never|without|leave|nicht|kein|keine|keinen|nie|ohne|lass|lassen');

/** Which of the things that earlier sessions left open are done in this one. */
export function doneOf(open: readonly string[], turns: readonly Turn[]): string[] {
  if (open.length === 0) return [];
  const places = placesOf(turns);
  return open.filter((text) => {
    const [, command] = /^`([^`]+)` fails: /.exec(text) ?? [];
    const isPassed = command === undefined ? undefined : passesIn(command, turns);
    if (isPassed !== undefined) return isPassed;
    // An entry quotes in parentheses what it is about.
    const marks = marksOf(command ?? text.split(' (', 1)[0] ?? '');
    const at = places.findLastIndex((place) => isDoneIn(marks, place, command === undefined));
    return at >= 0 && !places.slice(at + 1).some((place) => isDelayedIn(marks, place));
  });
}

/** Whether a turn does a thing, or tells that it was done, and nobody puts it off. That a command passes has to be seen or told. */
function isDoneIn(marks: readonly string[], place: Place, isDeed: boolean): boolean {
  const { person, agent, edits } = place.turn;
  const about = aboutIn(place, marks);
  if (about.length === 0 || about.some((sentence) => isDelayed(sentence, place) || DENIES(sentence.words)))
    return false;
  if (about.some((sentence) => tells(sentence, marks))) return true;
  const isOnlyAsked = edits.length === 0 && person.some(({ text }) => isQuestion(text));
  if (!isDeed || !isWorked(place.turn) || isOnlyAsked || agent.length === 0) return false;
  return isHeld(marks, [...about.flatMap(heardIn), ...edits.flatMap(({ files }) => files).flatMap(namesIn)]);
}

/** Most of a thing is spoken of again, and put off. */
const isDelayedIn = (marks: readonly string[], place: Place): boolean =>
  aboutIn(place, marks).some(
    (sentence) => isDelayed(sentence, place) && countIn(marks, heardIn(sentence)) / marks.length >= DELAYED,
  );

const aboutIn = ({ turn: { person, agent } }: Place, marks: readonly string[]): Sentence[] =>
  [...person, ...agent].filter((sentence) => countIn(marks, heardIn(sentence)) > 0);
const heardIn = ({ words }: Sentence): string[] => words.map(({ text }) => text);

const isHeld = (marks: readonly string[], heard: readonly string[]): boolean => {
  const found = countIn(marks, heard);
  if (marks.some((mark) => REMOVES.test(mark)) && !heard.some((word) => REMOVES.test(word))) return false;
  return found > 1 && found / marks.length >= DONE;
};

/** “Olaf has entered the cron job, that is done”: most of its words are of the thing, or most of the thing's are in it. */
function tells({ text, words, speaker }: Sentence, marks: readonly string[]): boolean {
  if (speaker !== 'person' || isQuestion(text) || !tellsDone(words)) return false;
  const heard = marksOf(text);
  const found = countIn(marks, heard);
  const known = heard.filter((word) => isIn(word, marks));
  if (isHeld(marks, heard)) return true;
  return found > 0 && known.length === heard.length && known.some((word) => isTelling(word));
}

const isTelling = (word: string): boolean => word.length >= TELLING || /\d/.test(word);

const isDelayed = (sentence: Sentence, place: Place): boolean =>
  isOpen(sentence, place) || has([sentence], 'later', 'owed', 'retract', 'unreal');

const namesIn = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** Its telling words whole, without those by which it is put off or done. */
const marksOf = (text: string): string[] => [
  ...new Set(
    namesIn(text).filter(
      (word) =>
        !DOING.has(word) &&
        !PUTTING_OFF.has(word) &&
        (keysOf(wordsOf(word)).size > 0 || (word.length === 2 && text.includes(word.toUpperCase()))),
    ),
  ),
];

const countIn = (marks: readonly string[], heard: readonly string[]): number =>
  marks.filter((mark) => isIn(mark, heard)).length;
const isIn = (mark: string, heard: readonly string[]): boolean => heard.some((word) => isForm(mark, word));

/** Two forms of a word: “abläuft” and “Ablauf”, “Mail” and “Erinnerungsmail”. */
function isForm(one: string, other: string): boolean {
  if (one === other) return true;
  const [short = '', long = ''] = [one, other].map(plainOf).toSorted((a, b) => a.length - b.length);
  if (short.length < 4) return short === long || (short.length === 3 && long === `${short}s`);
  if (long.endsWith(short)) return true;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  return same >= Math.max(4, short.length - 2) && long.length - same < 6;
}

/** Without the marks of a plural and of a participle in German: “eingetragen” is “eintragen”. */
const plainOf = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replace(/^(ab|an|auf|aus|ein|um|vor)?ge(?=\p{L}{4,}(?:t|en)$)/u, '$1');
