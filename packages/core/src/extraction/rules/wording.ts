import { languageRules } from '@memory/text';
import { withoutEnd } from '@memory/text/without-end';
import { wordsOf, type Word } from './phrases.ts';

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that open a sentence before it says something. */
const FILLERS = setOf(`
  ok okay and but well great good cool nice hm hmm ugh argh uff aha ah oh yes yeah yea yep yup nope pls plz please actually btw right morning evening hello
  thanks thx ty kk okok wait alright perfect hi hey look listen sorry uh um umm er ooh ohh yo dude lol haha ffs wtf damn lovely brilliant awesome super sweet
  finally wow k fine sure nah remember anyway understood noted agreed done fixed exactly correct true important fyi then
  ja nee ach und aber gut genau bitte übrigens dann danke klar moment sekunde mist weiter top jo jep na prima stimmt verstanden guten morgen moin abend
  boah mei puh tja joa jesus christ whoa meh tschüss tschau ciao servus cheers bye schade obviously passt apropos ne naja hallo außerdem perfekt splendid krass omg shit
  oui bon bien merci et mais alors donc parfait salut voilà ouais tiens attends compris entendu
  sí vale bueno bien gracias y pero entonces pues perfecto oye hola mira venga claro entendido listo`);
/** Before a mark they are fillers, before a word they say something: “no, …” and “no DRM”. */
const REFUSALS = setOf(
  'no nein nö naa non so also now next first alles one more thing things weiter das ça eso',
);
/** Say nothing of what somebody speaks about. */
const EMPTY = setOf('like love prefer want option use make let need think look thing way mag finde');
/** Asides between other words. */
const ASIDES =
  /,? ?(?<![\p{L}])(?:btw|tho|pls|plz|please|bitte|übrigens|lol|haha|by the way|au fait|s'il te plaît|svp|por favor|por cierto)(?=[ ,.!]|$)/giu;
/** Names the part of a report or the field of a form that the sentence stands in. */
const LABEL =
  /^(?:(?:and )?(?:found (?:it|the (?:cause|reason|bug|problem|culprit))|there it is|here(?:['’]s| is) (?:it|(?:the|your) \p{L}+))|(?:die )?ursache(?: ist)?(?: gefunden)?|(?:den )?(?:fehler )?gefunden|da (?:ist|haben wir) (?:er|es|sie|ihn)(?: ja)?|(?:the )?(?:root cause(?: of [^:,]{3,50}| confirmed[^:]{0,12})?|problem|issue|bug|solution|fix|cause|summary|short answer|result|reason|decision|decided|incident|convention|rule|house rule|architecture|design|pattern|discovery|finding|learned|entscheidung|regel|grund|lösung|cause racine|décision|règle|causa|decisión|regla)|[a-z]{2,20}_[a-z_]{2,20})(?::|(?<=found[^.:]{2,12}|gefunden)\.)\s+/iu;
/** A sentence that begins with one of them is about something that stands elsewhere. */
const POINTERS = setOf(`it that this they these those them he she such its thats that's it's
  es das dies dieses sie er die der den dem dort da darum daran dafür so
  ça cela il elle ils elles c' ce ceci celui
  eso esto ello ellos ellas aquello ese este`);
/** A text without what people say around it, beginning with a capital unless with a name of code. */
export function bareOf(sentence: string): string {
  const plain = sentence.replaceAll('**', '').replace(LABEL, '').replaceAll(ASIDES, '');
  const words = wordsOf(plain);
  let at = 0;
  while (at < words.length && isFiller(words, at)) at += 1;
  const told = plain.slice(words[at]?.start ?? plain.length);
  const bare = withoutEnd(
    told.replace(/\s+/g, ' ').replaceAll(/^(?:[\s.,:;!)–]|-(?!\d))+/g, ''),
    ' \t.;:!,–-',
  );
  return capitalized(bare);
}

function isFiller(words: readonly Word[], at: number): boolean {
  const { text = '' } = words[at] ?? {};
  const next = words[at + 1]?.text ?? '';
  if (/^[^\p{L}\p{N}`"'“„(<]/u.test(text)) return true;
  if (REFUSALS.has(text)) return /^[^\p{L}\p{N}]/u.test(next) || FILLERS.has(next);
  return FILLERS.has(text) && next !== ':' && next !== '=';
}

/** A name of code keeps its case. */
const capitalized = (text: string): string =>
  /^\p{Ll}+(?:['’]\p{Ll}+)?(?:[ ,;:–-]|$)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** Whether a sentence has a word that stands for something said before. */
export const refers = (words: readonly Word[]): boolean =>
  words.slice(0, 8).some(({ text }, place) => isPointer(text, words[place + 1]?.text ?? ''));

/** Whether such a word stands among its first words, before anything that it could stand for. */
export function leans(text: string, first = 6): boolean {
  const words = wordsOf(text);
  const at = words
    .slice(0, first)
    .findIndex(({ text: word }, place) => isPointer(word, words[place + 1]?.text ?? ''));
  return at >= 0 && keysOf(words.slice(0, at)).size < 2;
}

/** Begins with a word that stands for something else. */
export const points = (text: string): boolean => leans(text, 1);

/** An article is one only where no noun follows: “das ist”. */
const isPointer = (word: string, next: string): boolean =>
  POINTERS.has(word) &&
  (!ARTICLES.has(word) ||
    VERBS.has(next) ||
    (/^th(?:is|at|ese|ose)$/.test(word) && /(?:[^s]s|ed|nt)$/.test(next)));

const ARTICLES = setOf('der die das den dem so da dort ce este esta this that these those');
const VERBS =
  setOf(`ist war sind waren wird muss müssen kann soll will hat haben geht steht heißt stimmt passt nicht ich wir mit
  is was are were isn't must can should will has have does goes way one on in at est était va peut doit es era va puede debe , . !`);

const LANGUAGES = ['english', 'german', 'french', 'spanish'] as const;
const stopwords = new Map<string, boolean>();

function isEmpty(word: string): boolean {
  const known = stopwords.get(word);
  if (known !== undefined) return known;
  const found =
    FILLERS.has(word) ||
    REFUSALS.has(word) ||
    EMPTY.has(word) ||
    POINTERS.has(word) ||
    LANGUAGES.some((language) => languageRules(language).stopwords.has(word));
  if (stopwords.size > 20_000) stopwords.clear();
  stopwords.set(word, found);
  return found;
}

/** Letters by which two forms of a word are taken for the same, in any of the languages. */
const STEM = 6;

/** The telling words of a text, by their stems: all but the empty ones. */
export function keysOf(words: readonly Word[]): Set<string> {
  return new Set(
    words
      .map(({ text }) => text)
      .filter(
        (word) => (/\p{L}{3}/u.test(word) || (/\p{L}/u.test(word) && /[\d_./]/.test(word))) && !isEmpty(word),
      )
      .map((word) => word.replace(/(?<=\p{L}{3})s$/u, '').slice(0, STEM)),
  );
}

export const keysIn = (text: string): Set<string> => keysOf(wordsOf(text));

/** The telling words of several sentences. */
export const keysAmong = (sentences: readonly { keys: ReadonlySet<string> }[]): Set<string> =>
  new Set(sentences.flatMap(({ keys }) => [...keys]));

/** How much of some words others hold. */
export const share = (some: ReadonlySet<string>, held: ReadonlySet<string>): number =>
  some.size === 0 ? 0 : [...some].filter((each) => held.has(each)).length / some.size;

/** Share of the smaller set that the other holds. */
export const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  a.size < b.size ? share(a, b) : share(b, a);

/** “We tried it in src/pay.ts”: paths with a folder and an ending, and no addresses. */
export const filesNamedIn = (text: string): string[] =>
  text.match(/(?<![\w/:@.-])[\w-]{1,60}\/(?:[\w.-]{1,60}\/){0,11}[\w.-]{0,60}\.[a-z]{1,8}\b/gi) ?? [];
