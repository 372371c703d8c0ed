import { passesIn } from './failures.ts';
import { isOpen, isWorked } from './openness.ts';
import { finderOf, isQuestion, wordsOf } from './phrases.ts';
import { speechOf, type Sentence, type Turn } from './turns.ts';
import { keysIn, share } from './wording.ts';
import { has, placesOf, type Place } from './worth.ts';

/** Share of the words of what was left open that a later turn holds where it is done. */
const DONE = 0.6;
/** Share of them in a sentence that puts it off again. */
const DELAYED = 0.4;
/** Letters of a word that says by itself what is spoken of. */
const TELLING = 7;

/** Say that something is to be done, or was, or when and by whom, and not what. */
const DOING = new Set(
  `add added create created make write wrote build built fix fixed implement implemented finish finished done put set look todo missing still waits soon
  someone somebody anyone whoever team office boss needs ask tell decide check call say remind leave wait waiting skip park postpone postponed separate ticket topic backlog eventually
  tonight tomorrow later yesterday today week weeks month year sprint session evening monday tuesday wednesday thursday friday saturday sunday
  fehlt fehlen einbauen eingebaut machen mache mach gemacht schreiben schreib bauen erledigt fertig noch gestern heute jetzt heut morgen später irgendwann
  jemand irgendwer chef kunde kollege frau herr klären kläre fragen frag sagen prüfen schauen schau kümmern kümmer braucht warten lass lassen offen liegen eigenes thema
  spring summer autumn winter christmas easter vacation january february march april june july august september october november december
  frühling frühjahr sommer herbst weihnachten urlaub ferien januar februar märz mai juni juli oktober dezember woche wochen monat jahr abend montag dienstag mittwoch donnerstag freitag samstag sonntag`.split(
    /\s+/,
  ),
);
const REMOVES =
  /(?<!\p{L})(?:remov|delet|drop|l[öo]sch|gelösch|entfern|(?:weg|gone)(?!\p{L})|supprim|elimin)/iu;

/** Somebody tells that a thing is done. */
const tellsDone = finderOf(
  `is|are|was|were|been|it's|that's ~2 done|fixed|finished|solved|resolved|merged|deployed|closed|settled|sorted|shipped|renewed|removed|deleted|rotated|gone|green; works|passes|passing|done|fixed now|again; i|we|he|she|they ~1 fixed|added|removed|deleted|rotated|finished|merged|deployed|renewed|updated|installed|ordered|did|ran|wrote|sent|asked|called|told;
  ist|sind|wurde|wurden|hat|haben|habe|hab ~6 erledigt|fertig|behoben|gelöst|gemacht|gelöscht|eingetragen|eingebaut|eingerichtet|gekündigt|bestellt|geklärt|erneuert|installiert|umgestellt|abgeschaltet|angelegt|verschickt|ausgerollt|durch|drin|grün; läuft|geht wieder|jetzt`,
);
const DENIES = finderOf(
  'no !error|errors|problem|problems; not|isnt|arent|never|without|leave|nicht|kein|keine|keinen|nie|ohne|lass',
);

/** A sentence that speaks of a thing, with those of the thing's words that it holds. */
interface Heard {
  sentence: Sentence;
  held: readonly string[];
}

/** Those of the things that earlier sessions left open are done in this one. */
export function doneOf(open: readonly string[], turns: readonly Turn[]): string[] {
  if (open.length === 0) return [];
  const places = placesOf(turns).map((place) => ({
    place,
    said: speechOf(place.turn).map((sentence) => ({ sentence, words: namesIn(sentence.text) })),
  }));
  return open.filter((text) => {
    const command = /^`([^`]+)` fails: /.exec(text)?.[1];
    const isPassed = command && passesIn(command, turns);
    if (typeof isPassed === 'boolean') return isPassed;
    // An entry quotes in parentheses what it is about.
    const marks = tellingIn(command ?? text.split(' (', 1)[0] ?? '');
    const about = places.map(({ place, said }) => {
      const heard = said.map(({ sentence, words }) => ({ sentence, held: marks.filter(isAmong(words)) }));
      return { place, heard: heard.filter(({ held }) => held.length > 0) };
    });
    const at = about.findLastIndex(
      ({ place, heard }) =>
        !heard.some(({ sentence }) => isDelayed(sentence, place) || DENIES(sentence.words)) &&
        (command === undefined
          ? heard.some(({ sentence, held }) => isTold(sentence) && isMost(held, marks)) ||
            isMade(place.turn, heard, marks)
          : heard.some(({ sentence }) => isTold(sentence) && isOnlyOf(sentence, marks))),
    );
    const isPutOffAgain = about
      .slice(at + 1)
      .some(({ place, heard }) =>
        heard.some(
          ({ sentence, held }) => isDelayed(sentence, place) && held.length >= marks.length * DELAYED,
        ),
      );
    return at >= 0 && !isPutOffAgain;
  });
}

/** A turn that works speaks of most of it, and the agent's words or the names of its files are of it as well. */
function isMade(turn: Turn, heard: readonly Heard[], marks: readonly string[]): boolean {
  const { person, edits } = turn;
  if (!isWorked(turn) || (edits.length === 0 && person.some(({ text }) => isQuestion(text)))) return false;
  const named = marks.filter(isAmong(namesIn(edits.flatMap(({ files }) => files).join(' '))));
  const removes = (text: string) => REMOVES.test(text);
  return (
    (!marks.some(removes) || heard.some(({ sentence }) => removes(sentence.text))) &&
    (named.length > 0 || (marks.length > 1 && heard.some(({ sentence }) => sentence.speaker === 'agent'))) &&
    isMost([...named, ...heard.flatMap(({ held }) => held)], marks)
  );
}

const isTold = ({ speaker, text, words }: Sentence): boolean =>
  speaker === 'person' && !isQuestion(text) && tellsDone(words);

/** “e2e is fixed now”: a clause that tells so speaks of nothing else, by a word that can stand for all. */
const isOnlyOf = ({ text }: Sentence, marks: readonly string[]): boolean =>
  text.split(/[,;]/).some((clause) => {
    const told = tellingIn(clause);
    return (
      tellsDone(wordsOf(clause)) &&
      told.every(isAmong(marks)) &&
      told.some((word) => word.length >= TELLING || /\d/.test(word))
    );
  });

/** One word is enough where it is all, and a long one. */
const isMost = (found: readonly string[], marks: readonly string[]): boolean =>
  share(new Set(marks), new Set(found)) >= DONE && (marks.length > 1 || marks[0]!.length >= TELLING);

const isDelayed = (sentence: Sentence, place: Place): boolean =>
  isOpen(sentence, place) || has([sentence], 'later', 'owed', 'when', 'retract', 'unreal');

/** The words of a text, without accents, and without the mark of a participle in German: “eingetragen” is “eintragen”. */
const namesIn = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/^(ab|an|auf|aus|ein|um|vor)?ge(?=\p{L}{4,20}(?:t|en)$)/u, '$1'));

/** Its telling words, without those by which it is put off or done. */
export const tellingIn = (text: string): string[] => {
  const telling = text.split(/[^\p{L}\p{N}]+/u).filter((word) => {
    const small = word.toLowerCase();
    return !DOING.has(small) && (keysIn(small).size > 0 || /^\p{Lu}{2}$/u.test(word));
  });
  return [...new Set(namesIn(telling.join(' ')))].filter((word) => word !== '');
};

/** Whether some words hold a form of one: “abläuft” and “Ablauf”, “Mail” and “Erinnerungsmail”. */
const isAmong = (words: readonly string[]) => (one: string) => words.some((other) => isForm(one, other));

function isForm(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 4) return long === short || long === `${short}s`;
  const isNear = long.length - short.length < 6;
  return long.endsWith(short) || (isNear && long.startsWith(short.slice(0, Math.max(4, short.length - 2))));
}
