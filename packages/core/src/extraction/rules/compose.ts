import type { ExtractedMemoryType, Fact } from '../extracted-memory.ts';
import { LASTING } from './cues.ts';
import { isQuestion, NAMES_A_TEXT } from './phrases.ts';
import { answeredIn, matterOf, needsSubject } from './subject.ts';
import type { Sentence, ValueChange } from './turns.ts';
import { titleOf } from './title.ts';
import { isPersonal } from './personal.ts';
import { filesNamedIn, keysAmong, keysIn, leans, overlap } from './wording.ts';
import { marksIn, worthOf, type Place } from './worth.ts';

const PARAGRAPH_MAX = 600;
/** Sentences of the agent that a memory quotes. */
export const TOLD_MAX = 3;
/** Characters of a sentence that is answered. */
const ABOUT = 160;
/** Of one that a title may quote in part, and words of a person's that names something. */
const CONTEXT = 300;
const SHORT = 6;
/** With so many telling words it is answered by no question that shares none. */
const FULL = 5;
/** Of a text that somebody read out. */
const QUOTES = /["“„«]/;
/** With fewer telling words a title does not name its subject. */
const KEYS_LEAST = 4;
type Statement = readonly Sentence[];

interface Composition {
  type: ExtractedMemoryType;
  sentences: Statement;
  /** The agent's account of it. */
  told: Statement;
  place: Place;
  weight: number;
  /** It is one of several ways: the question that it answers, and the others. */
  chosen?: { about: Statement; rejected: readonly string[] } | undefined;
  value?: ValueChange | undefined;
}

/** A fact with a title that needs no other sentence; undefined where there is none. */
export function composed({
  type,
  sentences,
  told,
  place,
  weight,
  chosen,
  value,
}: Composition): Fact | undefined {
  const { turn, before } = place;
  const weigh = (sentence: Sentence) => (chosen ? 1 : worthOf(sentence, place));
  const [best] = sentences.toSorted((a, b) => weigh(b) - weigh(a));
  if (best === undefined) return undefined;
  const said =
    chosen?.about ?? (isThin(best, sentences) ? answeredIn(before).flat() : answered(sentences, told, place));
  const own = keysAmong(sentences);
  // Of what each said the question, or else what tells most.
  const near = ({ text, keys }: Sentence) =>
    keys.size + 3 * Number(isQuestion(text)) + 3 * Number(overlap(keys, own) > 0);
  const about = Object.values(
    Object.groupBy(
      said.filter(({ text }) => text.length <= ABOUT && !QUOTES.test(text)),
      ({ speaker }) => speaker,
    ),
  ).flatMap((some) => some.toSorted((a, b) => near(b) - near(a)).slice(0, 1));
  const isBare = best.speaker === 'person' && needsSubject(sentences);
  const last = before.at(-1);
  const earlier =
    last && isBare && turn.person.indexOf(sentences[0]!) < 2
      ? [
          ...last.person.filter(({ text, words, keys }, at) =>
            at === last.person.length - 1
              ? isQuestion(text) || words.length <= SHORT || text.includes(': ')
              : isQuestion(text) && keys.size > 1 && (own.size < FULL || overlap(keys, own) > 0),
          ),
          ...last.agent.slice(-2),
        ]
      : [];
  const context = (chosen?.about ?? earlier).filter(
    ({ text }) => text.length <= CONTEXT && !QUOTES.test(text) && !isPersonal(text),
  );
  const matter = isBare ? matterOf(place, sentences) : '';
  const title = titleOf({ context, matter, sentences, told, value, worthOf: weigh });
  if (marksIn(title).size < 2) return undefined;
  const quoted = [about, sentences, told.filter((sentence) => !sentences.includes(sentence)).slice(0, 1)];
  const paragraphs = [
    ...quoted.map((part) => part.map(({ text }) => text).join(' ')),
    chosen?.rejected.length
      ? `Not chosen: ${chosen.rejected.map((option) => option.slice(0, 200)).join(' / ')}`
      : '',
  ].flatMap((text) => (text === '' ? [] : text.slice(0, PARAGRAPH_MAX)));
  const edits =
    turn.edits.length > 0
      ? turn.edits
      : (place.after[0]?.edits ?? []).filter(
          ({ added }) => overlap(keysIn(title), keysIn([...added].join(' '))) > 0,
        );
  const [file = '', ...others] = new Set(edits.flatMap(({ files }) => files));
  const changes = turn.edits.slice(0, TOLD_MAX).map(({ observation }) => observation.id);
  return {
    type,
    title,
    place: others.length > 0 || (value && title.startsWith(value.name)) ? '' : file,
    paragraphs,
    speaker: best.speaker,
    turn: turn.number,
    files: [...new Set([...turn.edits.flatMap(({ files }) => files), ...filesNamedIn(paragraphs.join(' '))])],
    cites: [...new Set([...quoted.flat().map(({ observation }) => observation.id), ...changes])],
    weight,
    isExplicit: false,
  };
}

/**
 * Before an agent's finding the prompt; before a person's words that name little of their own a question or what shares a word with
 * them. Not where a text or other people are told of.
 */
function answered(sentences: Statement, told: Statement, { turn, before }: Place): Sentence[] {
  const isFinding = sentences.every(({ speaker }) => speaker === 'agent');
  if (!isFinding && !needsSubject(sentences)) return [];
  // A rule in the prompt is a memory of its own.
  const asked = turn.person.filter(({ cues }) => !cues.has(...LASTING));
  const about = answeredIn(isFinding ? [{ ...turn, person: asked, agent: [] }] : before).flat();
  const own = keysAmong([...sentences, ...told]);
  const isGoingOn =
    isFinding ||
    before
      .at(-1)
      ?.agent.slice(-1)
      .some(({ text }) => isQuestion(text)) ||
    about.some(({ keys }) => overlap(keys, own) > 0);
  const isElsewhere = about.some(
    ({ text, cues }) => cues.has('others', 'rejects') || NAMES_A_TEXT.test(text),
  );
  return isGoingOn && !isElsewhere ? about : [];
}

/** “Then 30”, “not that one”: what a person says names too little of what it is about, or goes on from it. */
const isThin = ({ text, speaker }: Sentence, sentences: Statement): boolean =>
  speaker === 'person' && (leans(text, 4) || GOES_ON.test(text) || keysAmong(sentences).size < KEYS_LEAST);
const GOES_ON = /^(?:then|dann|but|aber|alors|entonces|pero|mais|not|nicht|nur|only|seulement|solo)\b/i;
