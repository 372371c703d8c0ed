import { passesIn } from './failures.ts';
import { isOpen, isWorked } from './openness.ts';
import { finderOf, isQuestion, wordsOf } from './phrases.ts';
import { speechOf, type Sentence, type Turn } from './turns.ts';
import { keysOf, share } from './wording.ts';
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

/** Of each sentence that holds words of a thing those words. */
type Heard = ReadonlyMap<Sentence, readonly string[]>;

/** Those of the things that earlier sessions left open are done in this one. */
export function doneOf(open: readonly string[], turns: readonly Turn[]): string[] {
  if (open.length === 0) return [];
  const places = placesOf(turns);
  const said = turns.flatMap(speechOf).map((sentence) => ({ sentence, words: namesIn(sentence.text) }));
  return open.filter((text) => {
    const [, command] = /^`([^`]+)` fails: /.exec(text) ?? [];
    const isPassed = command === undefined ? undefined : passesIn(command, turns);
    if (isPassed !== undefined) return isPassed;
    // An entry quotes in parentheses what it is about.
    const marks = tellingIn(command ?? text.split(' (', 1)[0] ?? '');
    const heard: Heard = new Map(
      said.flatMap(({ sentence, words }) => {
        const held = marks.filter((mark) => words.some((word) => isForm(mark, word)));
        return held.length === 0 ? [] : [[sentence, held] as const];
      }),
    );
    const about = ({ turn }: Place) => speechOf(turn).filter((sentence) => heard.has(sentence));
    const at = places.findLastIndex((place) => {
      const spoken = about(place);
      if (spoken.some((sentence) => isDelayed(sentence, place) || DENIES(sentence.words))) return false;
      return command === undefined
        ? spoken.some((each) => isTold(each) && isMost(heard.get(each) ?? [], marks)) ||
            isMade(place, spoken, marks, heard)
        : spoken.some((each) => isTold(each) && isOnlyOf(each, marks));
    });
    const isPutOffAgain = (place: Place) =>
      about(place).some(
        (each) => isDelayed(each, place) && (heard.get(each)?.length ?? 0) / marks.length >= DELAYED,
      );
    return at >= 0 && !places.slice(at + 1).some(isPutOffAgain);
  });
}

/** A turn that works speaks of most of it, and the agent's words or the names of its files are of it as well. */
function isMade(
  { turn }: Place,
  about: readonly Sentence[],
  marks: readonly string[],
  heard: Heard,
): boolean {
  const { person, edits } = turn;
  if (!isWorked(turn) || (edits.length === 0 && person.some(({ text }) => isQuestion(text)))) return false;
  const files = namesIn(edits.flatMap((edit) => edit.files).join(' '));
  const named = marks.filter((mark) => files.some((name) => isForm(mark, name)));
  const isRemoved = !marks.some((mark) => REMOVES.test(mark)) || about.some(({ text }) => REMOVES.test(text));
  return (
    isRemoved &&
    (named.length > 0 || (marks.length > 1 && about.some(({ speaker }) => speaker === 'agent'))) &&
    isMost([...named, ...about.flatMap((sentence) => heard.get(sentence) ?? [])], marks)
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
      told.every((word) => marks.some((mark) => isForm(mark, word))) &&
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
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) =>
      word
        .normalize('NFD')
        .replaceAll(/\p{M}/gu, '')
        .replace(/^(ab|an|auf|aus|ein|um|vor)?ge(?=\p{L}{4,20}(?:t|en)$)/u, '$1'),
    );

/** Its telling words, without those by which it is put off or done. */
export const tellingIn = (text: string): string[] => {
  const words = text.split(/[^\p{L}\p{N}]+/u);
  const telling = words.filter((word) => {
    const small = word.toLowerCase();
    return !DOING.has(small) && (keysOf(wordsOf(small)).size > 0 || /^\p{Lu}{2}$/u.test(word));
  });
  return [...new Set(namesIn(telling.join(' ')))].filter((word) => word !== '');
};

/** Two forms of a word: “abläuft” and “Ablauf”, “Mail” and “Erinnerungsmail”. */
function isForm(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 4) return long === short || long === `${short}s`;
  const isNear = long.length - short.length < 6;
  return long.endsWith(short) || (isNear && long.startsWith(short.slice(0, Math.max(4, short.length - 2))));
}
