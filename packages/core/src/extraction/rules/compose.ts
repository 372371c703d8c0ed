import type { ExtractedMemoryType, Fact } from '../extracted-memory.ts';
import { LASTING } from './cues.ts';
import { isQuestion, NAMES_A_TEXT } from './phrases.ts';
import { aboutIn, needsSubject } from './subject.ts';
import type { Sentence, Turn, ValueChange } from './turns.ts';
import {
  bareOf,
  filesNamedIn,
  keysIn,
  keysOf,
  leans,
  overlap,
  points,
  titleOf,
  TITLE_MAX,
} from './wording.ts';
import { worthOf, type Place } from './worth.ts';

const PARAGRAPH_MAX = 600;
/** Sentences of the agent that a memory quotes. */
export const TOLD_MAX = 3;
/** Characters of a sentence that is answered. */
const ABOUT = 160;
/** Of a text that somebody read out. */
const QUOTES = /["“„«]/;
/** With fewer telling words a title does not name its subject. */
const KEYS_LEAST = 4;
/** How much its sentences have to be worth together: what the agent repeats counts twice. */
const WORTH = 0.6;
type Statement = readonly Sentence[];

interface Composition {
  type: ExtractedMemoryType;
  sentences: Statement;
  /** The agent's account of it. */
  told: Statement;
  /** Those that may be the title. */
  candidates: Statement;
  place: Place;
  weight: number;
  rejected?: readonly string[];
  value?: ValueChange | undefined;
}

/** A fact with a title that needs no other sentence; undefined where there is none. */
export function composed({
  type,
  sentences,
  told,
  candidates,
  place,
  weight,
  rejected = [],
  value,
}: Composition): Fact | undefined {
  const { turn, before } = place;
  const all = [...new Set([...sentences, ...told])];
  const clear = new Map([...all, ...candidates].map((sentence) => [sentence, clarity(sentence, place)]));
  const byClarity = (some: Statement) => some.toSorted((a, b) => (clear.get(b) ?? 0) - (clear.get(a) ?? 0));
  const [first] = byClarity(candidates);
  if (first === undefined) return undefined;
  const spoken = byClarity(sentences.filter(({ speaker }) => speaker === 'person'));
  const isThin = first.speaker === 'person' && isThinIn(grown(first, spoken, all), first);
  // “Then 30”: the agent says what that is.
  const [best = first] = isThin ? byClarity(told.filter(isFull)) : [];
  const about = (isThin ? aboutIn(before).flat() : answered(sentences, told, place)).filter(
    ({ text }) => text.length <= ABOUT && !QUOTES.test(text),
  );
  const core = grown(best, spoken.length > 0 ? byClarity(all) : [], all);
  const named =
    value === undefined || overlap(keysIn(value.text), keysIn(core)) > 0
      ? undefined
      : `${value.text} in ${value.file.split('/').at(-1)}`;
  // “How long do sent rows stay? 7 days”
  const asked = about
    .filter(({ text, words }) => isQuestion(text) && keysOf(words).size > 1)
    .map(({ text }) => bareOf(text))
    .findLast((text) => text.length + core.length < TITLE_MAX);
  const title = named === undefined && asked !== undefined ? `${asked} ${core}` : titleOf(core, named);
  const worth = all.reduce((sum, sentence) => sum + worthOf(sentence, place), 0);
  const isSettled = value !== undefined || rejected.length > 0;
  if (keysIn(title).size < 2 || (!isSettled && worth < WORTH)) return undefined;
  const quoted = [about, sentences, told.filter((sentence) => !sentences.includes(sentence))];
  const paragraphs = [
    ...quoted.map((part) => part.map(({ text }) => text).join(' ')),
    rejected.length === 0 ? '' : `Not chosen: ${rejected.map((option) => option.slice(0, 200)).join(' / ')}`,
  ].flatMap((text) => (text === '' ? [] : text.slice(0, PARAGRAPH_MAX)));
  const changes = turn.edits.slice(0, TOLD_MAX).map(({ observation }) => observation.id);
  return {
    type,
    title,
    paragraphs,
    speaker: best.speaker,
    turn: turn.number,
    subject: value?.text ?? [...keysIn(title)].slice(0, 3).join(' '),
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
  const about = aboutIn(isFinding ? [{ ...turn, person: asked, agent: [] }] : before).flat();
  const own = new Set([...sentences, ...told].flatMap(({ words }) => [...keysOf(words)]));
  const isGoingOn =
    isFinding ||
    before
      .at(-1)
      ?.agent.slice(-1)
      .some(({ text }) => isQuestion(text)) ||
    about.some(({ words }) => [...keysOf(words)].some((key) => own.has(key)));
  const isElsewhere = about.some(
    ({ text, cues }) => cues.has('others', 'rejects') || NAMES_A_TEXT.test(text),
  );
  return isGoingOn && !isElsewhere ? about : [];
}

/** Values that a turn set, without those that it set again. */
export const netValues = ({ edits }: Turn): ValueChange[] =>
  edits.flatMap(({ values }, at) =>
    values.filter(({ line }) => !edits.slice(at + 1).some(({ removed }) => removed.has(line))),
  );

/** Whether a title names too little of what it is about. */
const isThinIn = (core: string, best: Sentence): boolean =>
  points(core) || keysIn(core).size < KEYS_LEAST || (best.speaker === 'person' && continues(best));

/** A sentence of the agent that stands by itself. */
function isFull({ text, words, speaker }: Sentence): boolean {
  const bare = bareOf(text);
  return (
    speaker === 'agent' &&
    keysOf(words).size >= KEYS_LEAST &&
    bare.length <= TITLE_MAX &&
    !leans(bare) &&
    !points(bare)
  );
}

/** How well a sentence says a fact by itself. */
function clarity(sentence: Sentence, place: Place): number {
  const { text, words, speaker } = sentence;
  const bare = bareOf(text);
  return (
    4 * worthOf(sentence, place) +
    Math.min(8, keysOf(words).size) / 4 -
    // Agents tell of the work, people of the matter.
    (speaker === 'agent' ? 0.5 : 0) -
    (points(bare) ? 2 : leans(bare) ? 0.75 : 0) -
    (bare.length > TITLE_MAX ? 0.5 : 0)
  );
}

/** Whether it says more of something that stands in what was said before it. */
const continues = (best: Sentence): boolean =>
  leans(best.text, 4) ||
  /^(?:then|dann|but|aber|alors|entonces|pero|mais|not|nicht|nur|only|seulement|solo)\b/i.test(best.text);

/** The best sentence with those that say more, the clearest first, as far as a title holds them. */
function grown(best: Sentence, others: Statement, order: Statement): string {
  const parts = [best];
  const textOf = (some: Statement) =>
    some
      .map(({ text }, place) =>
        place === 0
          ? bareOf(text)
          : bareOf(text).replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase()),
      )
      .join(', ');
  for (const other of others) {
    const known = keysIn(textOf(parts));
    const says = [...keysOf(other.words)].some((key) => !known.has(key));
    if (!says || parts.includes(other) || other.cues.has('trouble') || isQuestion(other.text)) continue;
    const more = [...parts, other].toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
    if (textOf(more).length <= TITLE_MAX) parts.splice(0, parts.length, ...more);
  }
  return textOf(parts);
}
