import { passesIn } from './failures.ts';
import { isOpen, isWorked, PUTTING_OFF } from './openness.ts';
import { finderOf, isQuestion, wordsOf } from './phrases.ts';
import { speechOf, type Sentence, type Turn } from './turns.ts';
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
const REMOVES =
  /(?<!\p{L})(?:remov|delet|drop|l[öo]sch|gelösch|entfern|(?:weg|gone)(?!\p{L})|supprim|elimin)/iu;

/** Somebody tells that a thing is done. */
const tellsDone = finderOf(
  `is|are|was|were|been|it's|that's ~2 done|fixed|finished|solved|resolved|merged|deployed|closed|settled|sorted|shipped|renewed|removed|deleted|rotated|gone|green; works|passes|passing|done|fixed now|again; i|we|he|she|they ~1 fixed|added|removed|deleted|rotated|finished|merged|deployed|renewed|updated|installed|ordered|did;
  ist|sind|wurde|wurden|hat|haben|habe|hab ~6 erledigt|fertig|behoben|gelöst|gemacht|gelöscht|eingetragen|eingebaut|eingerichtet|gekündigt|bestellt|geklärt|erneuert|installiert|umgestellt|abgeschaltet|angelegt|verschickt|ausgerollt|durch|drin|grün; läuft|geht wieder|jetzt`,
);
const DENIES = finderOf('no|not|isnt|arent|never|without|leave|nicht|kein|keine|keinen|nie|ohne|lass|lassen');

/** Sentences that hold words of a thing, each with those. */
type Heard = ReadonlyMap<Sentence, ReadonlySet<string>>;

interface Said {
  sentence: Sentence;
  words: readonly string[];
}

/** Those of the things that earlier sessions left open are done in this one. */
export function doneOf(open: readonly string[], turns: readonly Turn[]): string[] {
  if (open.length === 0) return [];
  const places = placesOf(turns);
  const said = turns.flatMap(speechOf).map((sentence) => ({
    sentence,
    words: [...new Set(sentence.words.map(({ text }) => plainOf(text)))],
  }));
  return open.filter((text) => {
    const [, command] = /^`([^`]+)` fails: /.exec(text) ?? [];
    const isPassed = command === undefined ? undefined : passesIn(command, turns);
    if (isPassed !== undefined) return isPassed;
    // An entry quotes in parentheses what it is about.
    const marks = tellingIn(command ?? text.split(' (', 1)[0] ?? '');
    const heard = heardOf(marks, said);
    const at = places.findLastIndex(
      (place) =>
        isSettled(place, heard) &&
        (isTold(place, marks, heard, command === undefined) ||
          (command === undefined && isMade(place, marks, heard))),
    );
    return at >= 0 && !places.slice(at + 1).some((place) => isPutOffAgain(place, marks, heard));
  });
}

const saidIn = ({ turn }: Place, heard: Heard): Sentence[] =>
  speechOf(turn).filter((sentence) => heard.has(sentence));

/** A turn speaks of it and puts nothing of it off. */
const isSettled = (place: Place, heard: Heard): boolean => {
  const about = saidIn(place, heard);
  return about.length > 0 && !about.some((sentence) => isDelayed(sentence, place) || DENIES(sentence.words));
};

/** A turn that works speaks of most of it, and the agent's words or the names of its files are of it as well. */
function isMade(place: Place, marks: readonly string[], heard: Heard): boolean {
  const { person, edits } = place.turn;
  const isOnlyAsked = edits.length === 0 && person.some(({ text }) => isQuestion(text));
  if (!isWorked(place.turn) || isOnlyAsked) return false;
  const about = saidIn(place, heard);
  const files = namesIn(edits.flatMap((edit) => edit.files).join(' ')).map(plainOf);
  const named = marks.filter((mark) => files.some((name) => isForm(mark, name)));
  if (named.length === 0 && !about.some(({ speaker }) => speaker === 'agent')) return false;
  if (marks.some((mark) => REMOVES.test(mark)) && !about.some(({ text }) => REMOVES.test(text))) return false;
  return isMost(new Set([...named, ...about.flatMap((sentence) => [...(heard.get(sentence) ?? [])])]), marks);
}

/** “Olaf has entered the cron job, that is done”: it holds most of the thing, or a clause of it nothing else. */
const isTold = (place: Place, marks: readonly string[], heard: Heard, isWhole: boolean): boolean =>
  saidIn(place, heard).some((sentence) => {
    const { text, words, speaker } = sentence;
    if (speaker !== 'person' || isQuestion(text) || !tellsDone(words)) return false;
    if (isWhole && isMost(heard.get(sentence) ?? new Set(), marks)) return true;
    return text.split(/[,;]/).some((clause) => {
      const told = tellingIn(clause);
      return (
        tellsDone(wordsOf(clause)) &&
        told.every((word) => marks.some((mark) => isForm(mark, word))) &&
        (isWhole
          ? told.length > 1 && told.length / marks.length >= 0.5
          : told.some((word) => word.length >= TELLING || /\d/.test(word)))
      );
    });
  });

const isPutOffAgain = (place: Place, marks: readonly string[], heard: Heard): boolean =>
  saidIn(place, heard).some(
    (sentence) => isDelayed(sentence, place) && (heard.get(sentence)?.size ?? 0) / marks.length >= DELAYED,
  );

const isMost = (found: ReadonlySet<string>, marks: readonly string[]): boolean =>
  found.size > 1 && found.size / marks.length >= DONE;

const isDelayed = (sentence: Sentence, place: Place): boolean =>
  isOpen(sentence, place) || has([sentence], 'later', 'owed', 'when', 'retract', 'unreal');

/** Of each sentence the marks that it holds, where it holds some. */
const heardOf = (marks: readonly string[], said: readonly Said[]): Heard =>
  new Map(
    said.flatMap(({ sentence, words }) => {
      const held = marks.filter((mark) => words.some((word) => isForm(mark, word)));
      return held.length === 0 ? [] : [[sentence, new Set(held)] as const];
    }),
  );

const namesIn = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** Its telling words, without those by which it is put off or done. */
export const tellingIn = (text: string): string[] => {
  const telling = namesIn(text).filter(
    (word) =>
      !DOING.has(word) &&
      !PUTTING_OFF.has(word) &&
      (keysOf(wordsOf(word)).size > 0 || (word.length === 2 && text.includes(word.toUpperCase()))),
  );
  return [...new Set(telling.map(plainOf))];
};

/** Two forms of a word: “abläuft” and “Ablauf”, “Mail” and “Erinnerungsmail”. */
function isForm(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 4) return long === short || long === `${short}s`;
  const isNear = long.length - short.length < 6;
  return long.endsWith(short) || (isNear && long.startsWith(short.slice(0, Math.max(4, short.length - 2))));
}

/** A word without accents, and without the mark of a participle in German: “eingetragen” is “eintragen”. */
const plainOf = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replace(/^(ab|an|auf|aus|ein|um|vor)?ge(?=\p{L}{4,20}(?:t|en)$)/u, '$1');
