import { isPersonal } from './personal.ts';
import { isQuestion, wordsOf, type Word } from './phrases.ts';
import type { Sentence, Turn } from './turns.ts';
import { bareOf, isEmpty, setOf } from './wording.ts';

/** Characters of a phrase that names what is spoken of. */
const TOPIC_MAX = 45;
/** Sentences of an answer that are looked at, from its end, and words before a colon or of a person's question. */
const SENTENCES_MAX = 3;
const WORDS_MAX = 4;
/** Characters of a question that are read. */
const ASKED_MAX = 300;
/** A longer answer explains, and its headings are those of a page. */
const ANSWER_MAX = 6;

/** Name nothing, beside stopwords. */
const NAMELESS = setOf(`
  long many much often big far old soon high deep happens happen apply applies talk goes ones anything everything something else more last case kind side idea question note
  thing things way ways other others better best task today tonight goal fix next rule choices proposed proposal alternative alternatives usual possible example result options optionen done failure quickest suggest caution
  lange viele viel oft hoch gilt gelten gibt passiert geschieht passieren eigentlich momentan derzeit besser echt frage hinweis vorschlag beispiel ergebnis denkbar möglich üblich generell vorher nächstes etwas heute regel drin raus hin fällt sache ahnung go two three zwei drei one found saw remain differ sane problem preference punkt schluss letzte letzten built cause dinge places tests items item neu ab tonight's list bestätigt behoben gefunden lösung mögliche fund confirmed snag meanwhile open dry run
  schlägt fehl test context try stay start change schauen guck gucken überhaupt tea week there's it's that's what's here's let's i'd ways
  minutes hours days hour mb minuten stunden tage worth wait maybe idk`);
const ASKS = setOf('what which how welche welcher welches welchen wieviel wieviele');
/** A verb follows. */
const ASKS_VERB = setOf('who when where why wer was wann wie wo warum woran wohin woher womit wofür worauf');
const VERBS =
  setOf(`should shall do does did is are was will would can could may must has have takes happens soll sollen sollte sollten ist sind wird werden darf
  kann können muss müssen hat haben gibt gilt gelten steht stehen liegt dauert setzen nehmen zählt passiert willst möchtest bekommt kannst könntest`);
const ONWARD = setOf('for of für bei in per pro');
/** At the end of a phrase they belong to its verb. */
const PARTICLES = setOf('up out off down an aus auf vor weg');
const POINTING = setOf('it this them they he she es er sie ihn denen');
const OR = setOf('or oder');
const BE = setOf('be go use stay come get have mean');
const GERMAN = setOf(
  'der das den dem und oder ist sind soll sollen wird werden nicht für mit zum zur wie welche noch auch eine ich',
);
/** A single word that is no noun. */
const NO_NOUN = /(?:ible|able|ed|ly|ig|lich|isch|ieren)$/i;
/** Of the agent's own help, or in a language whose words are not known here. */
const ELSEWHERE =
  /\b(?:help you|show you|want me|like me|elaborate|dir helfen|error)\b|[¿¡áíóúñçêèàřůž]|(?<!\p{L})(?:que|para|con|pour|les|est)(?!\p{L})/iu;
/** “If no wagon has six free seats, …?” */
const CONDITION =
  /^(?:(?:and|und|but|aber|then|dann|or) )?((?:if|when|wenn|falls|bei|with|without|mit|ohne) [^,:?]{4,40})(?:[,:?]|$)/i;

/** A short phrase that names what a person settles: of the question that is answered, else of what was said last before it. */
export function topicOf(last: Turn | undefined, isAmount: boolean): string {
  if (last === undefined || last.agent.length > ANSWER_MAX) return '';
  const isOurs = ({ text }: Sentence) => !isPersonal(text) && !ELSEWHERE.test(text);
  const agent = last.agent.slice(-SENTENCES_MAX).filter(isOurs);
  const person = last.person.filter(isOurs);
  const asked = agent.findLast(({ text }) => text.includes('? ') || isQuestion(text));
  const isShort = ({ text, words }: Sentence) =>
    text.endsWith('?') && !text.includes(',') && words.length <= WORDS_MAX + 1;
  return (
    [
      ...(asked ? [askedIn(asked.text)] : []),
      ...agent.toReversed().map(headOf),
      ...(isAmount ? agent.map(subjectOf) : []),
      ...person.toReversed().map(headOf),
      ...person.filter(isShort).map(({ text }) => askedIn(text)),
    ].find((topic) => topic !== '') ?? ''
  );
}

/** “Then the sample status: …”, and not “the bench aborts: …” */
function headOf({ text, words }: Sentence): string {
  const end = words.findIndex(({ text: mark }) => /^[,:;.?(]$/.test(mark));
  const isHead = end <= WORDS_MAX && words[end]?.text === ':' && text[words[end].end] === ' ';
  const topic = isHead ? phraseOf(text, words.slice(0, end)) : '';
  return / \p{Ll}+(?:s|ed|cht)$/u.test(topic) ? '' : topic;
}

/** “The debounce window is 5 ms” */
function subjectOf({ text, words }: Sentence): string {
  const end = words.findIndex(({ text: word }) => VERBS.has(word));
  const subject = words.slice(0, Math.max(0, end));
  const isSet =
    subject.length <= WORDS_MAX &&
    subject.every(({ text: word }) => /\p{L}/u.test(word)) &&
    words.slice(end, end + 4).some(({ text: word }) => /^\d/.test(word));
  return isSet && !/^(?:i[mn]|at) /i.test(text) ? phraseOf(text, subject) : '';
}

/** Names what a question is about, without the ways that it offers. */
function askedIn(said: string): string {
  const [question = ''] = said.slice(0, ASKED_MAX).split(/(?<=\?) /, 1);
  const condition = CONDITION.exec(question)?.[1];
  if (condition !== undefined) return bareOf(condition);
  const words = wordsOf(question);
  const end = words.findIndex(({ text }) => /^[\d,;:(–—?]/.test(text) || OR.has(text));
  const [told, ways] = end < 0 ? [words, []] : [words.slice(0, end), words.slice(end)];
  // “Last: benchmark in the repo?”
  if (ways[0]?.text === ':' && told.every(isNameless)) return askedIn(question.slice(ways[0].end + 1));
  const start = told.findIndex((word) => isAsking(word) || VERBS.has(word.text) || !isNameless(word));
  const opening = told[start];
  if (opening === undefined) return '';
  const isOpen = isAsking(opening) || !VERBS.has(opening.text);
  // “A or B?” asks for a choice, and one of them is not what was decided.
  if (ways.some(({ text }, at) => OR.has(text) && (at === 0 || (at === 1 && ways[0]?.text === ',')))) {
    const be = told.findIndex(({ text }) => BE.has(text));
    return isOpen || be < 0 ? '' : phraseOf(question, told.slice(0, be));
  }
  if (!isOpen) return phraseOf(question, told);
  const verb = told.findIndex(
    ({ text }, at) => at > start && VERBS.has(text) && !told.slice(0, at).every(isNameless),
  );
  if (verb < 0) return phraseOf(question, told.slice(start + Number(isVerbBehind(told, start)) * 2));
  const onward = told.slice(verb).find(({ text }) => ONWARD.has(text));
  const topic = phraseOf(question, told.slice(0, verb));
  const whole = onward ? `${topic} ${question.slice(onward.start, told.at(-1)!.end)}` : topic;
  return topic === '' || whole.length > TOPIC_MAX ? topic : whole;
}

const isAsking = ({ text }: Word): boolean => ASKS.has(text) || ASKS_VERB.has(text);

/** “Woran erkenne ich …” */
const isVerbBehind = (words: readonly Word[], at: number): boolean =>
  ASKS_VERB.has(words[at]!.text) && words[at + 1] !== undefined && !isNameless(words[at + 1]!);

const isNameless = (word: Word): boolean =>
  isEmpty(word.text) ||
  NAMELESS.has(word.text) ||
  VERBS.has(word.text) ||
  isAsking(word) ||
  !/\p{L}{2}/u.test(word.text);

/** The words that name something among those that follow each other; a German noun has a capital. */
function phraseOf(text: string, words: readonly Word[]): string {
  const from = words.findIndex((word) => !isNameless(word));
  const first = words[from];
  if (first === undefined || OR.has(words[0]!.text)) return '';
  // A long one ends before words that name nothing.
  const to = words.findLastIndex(
    (word, at) =>
      at >= from &&
      (!isNameless(word) || PARTICLES.has(word.text)) &&
      word.end - first.start <= TOPIC_MAX &&
      words.slice(at + 1, at + 2).every(isNameless),
  );
  if (to < 0) return '';
  const phrase = text.slice(first.start, words[to]!.end);
  const [next, then] = words.slice(from + 1).map((word) => word.text);
  const points =
    words.slice(0, from).some((word) => POINTING.has(word.text)) ||
    (next !== undefined && POINTING.has(next)) ||
    (next === 'that' && !VERBS.has(then ?? ''));
  const isGerman = /[äöüß]/i.test(text) || words.some((word) => GERMAN.has(word.text));
  const isNoun = isGerman ? /\p{Lu}/u.test(phrase) : from < to || !NO_NOUN.test(phrase);
  return isNoun && !points ? bareOf(phrase) : '';
}
