import { clip } from '@memory/text/sentences';
import { isQuestion, wordsOf } from './phrases.ts';
import type { Sentence, ValueChange } from './turns.ts';
import { bareOf, keysIn, keysOf, leans, points } from './wording.ts';
import { numbersIn } from './worth.ts';

export const TITLE_MAX = 100;
/** Sentences and clauses of one that are looked at, and sentences of a title. */
const SENTENCES_MAX = 10;
const CLAUSES_MAX = 6;
const PARTS_MAX = 3;
/** Titles with one, two and three parts that are weighed. */
const TRIED_MAX = 400;
/** A part with one telling word stands in a sentence that is so likely worth a memory. */
const THIN = 0.1;
/** So short a sentence is not shortened. */
const WHOLE = 40;

/** Signs of a title: chosen by leaving each author out, rounded, and harder than that on words that point elsewhere. */
const WEIGHTS = {
  length: 2.9,
  marks: 1.2,
  numbers: 1,
  own: 1,
  told: -0.4,
  worth: 2.5,
  named: 2,
  late: -1.1,
  cut: -0.5,
  points: -2.1,
  leans: -1.45,
  asks: -0.55,
  answers: 1.5,
};
type Signs = Record<keyof typeof WEIGHTS, number>;

/** A memory as it was said, in its order. */
interface Telling {
  /** That is answered. */
  about?: readonly Sentence[];
  sentences: readonly Sentence[];
  /** The agent's account of it. */
  told?: readonly Sentence[];
  value?: ValueChange | undefined;
  /** A short phrase that names what it speaks of. */
  topic?: string;
  worthOf: (sentence: Sentence) => number;
}

/** Whole clauses of one sentence, as they follow each other. */
interface Part {
  of: Sentence;
  text: string;
  isAbout: boolean;
  isStart: boolean;
  isEnd: boolean;
  asks: boolean;
  points: boolean;
  leans: boolean;
  marks: ReadonlySet<string>;
}

/** Its telling words and its numbers. */
const marksOf = ({ text, words }: Pick<Sentence, 'text' | 'words'>): Set<string> =>
  new Set([...keysOf(words), ...numbersIn(text)]);

/** The clauses of up to three sentences that say most of a memory, together no longer than a title. */
export function titleOf(telling: Telling): string {
  const { about = [], sentences, told = [], value, topic = '', worthOf } = telling;
  // The words of a person from before, and of what was changed then, may no longer hold.
  const asked = about.filter(
    ({ text, speaker, isReport }) => isQuestion(text) || (speaker === 'agent' && !isReport),
  );
  const all = [...new Set([...asked, ...sentences, ...told])].slice(0, SENTENCES_MAX);
  const parts = all.map((sentence) =>
    // “Quarantine.” says something where it is worth it, “thank you” does not.
    partsOf(sentence, asked.includes(sentence)).filter(
      ({ marks, isAbout }) => marks.size > 1 || (!isAbout && worthOf(sentence) >= THIN),
    ),
  );
  const name = value === undefined ? topic : `${value.text} in ${value.file.split('/').at(-1)}`;
  const known = keysIn(value?.text ?? topic);
  const scoreOf = scorer(telling);
  let best = { text: clip(bareOf(sentences[0]?.text ?? ''), TITLE_MAX), score: -Infinity };
  let tried: Part[][] = [[]];
  for (let count = 1; count <= PARTS_MAX; count += 1) {
    tried = tried.flatMap((ahead) => longerBy(ahead, parts)).slice(0, TRIED_MAX);
    for (const some of tried.filter(isWhole)) {
      const text = joined(some);
      const isNamed =
        name !== '' &&
        (value !== undefined || sentences.includes(some[0]!.of)) &&
        share(known, keysIn(text)) === 0 &&
        name.length + text.length + 2 <= TITLE_MAX;
      const title = isNamed ? `${name}: ${value === undefined ? lowered(text) : text}` : text;
      const score = scoreOf(some, title.length, isNamed);
      if (score > best.score) best = { text: title, score };
    }
  }
  return best.text;
}

/** Titles with one more part, of a later sentence. */
const longerBy = (ahead: readonly Part[], parts: readonly Part[][]): Part[][] =>
  parts
    .slice(parts.findIndex((some) => some.includes(ahead.at(-1)!)) + 1)
    .flat()
    .map((part) => [...ahead, part])
    .filter((some) => joined(some).length <= TITLE_MAX && eachAdds(some));

const lowered = (text: string): string =>
  text.replace(/^(?:\p{Lu}(?=\p{Ll})|A(?= ))/u, (letter) => letter.toLowerCase());

/** Ends a clause; a sentence has single blanks. */
const CLAUSE =
  /(?<=[,;:]) | [-–—] | (?=\((?!\w\)))|(?<=\w\w\)[.,;]?) | (?=(?:because|since|so that|weil|but|aber|parce que|porque) )/gu;
/** A clause that hangs on the one before it. */
const HANGS =
  /^(?:sonst|otherwise|which|who|whose|whom|that|because|since|as|where|while|when|if|than|for|to|of|with|in|on|at|from|by|or|and|plus|dass|weil|denn|wo|wenn|als|da|der|die|das|den|dem|damit|sodass|oder|und|um|et|de|qui|que|parce|car|où|si|y|porque|cuando|not|nicht|kein|keine|pas|no|non|ni)\b/iu;
/** A title that ends so waits for more: “Two ways: (a)”. */
const WAITS = /[:(]$|\(\w\)$/u;

/** The runs of clauses of a sentence that may stand in a title. */
function partsOf(sentence: Sentence, isAbout: boolean): Part[] {
  const { text } = sentence;
  const gaps = [...text.matchAll(CLAUSE)];
  const starts = [0, ...gaps.map(({ 0: gap, index }) => index + gap.length)].slice(0, CLAUSES_MAX);
  const ends = [...gaps.map(({ index }) => index), text.length];
  const isShort = bareOf(text).length <= WHOLE;
  const parts = starts.flatMap((start, first) =>
    starts.slice(first).flatMap((_, further): Part | [] => {
      const isStart = first === 0;
      const isEnd = first + further === ends.length - 1;
      const run = text.slice(start, ends[first + further]);
      const bare = bareOf(run);
      const isCut =
        (!isStart && (HANGS.test(run) || run.startsWith('('))) ||
        (!isEnd && WAITS.test(run)) ||
        !isBalanced(bare);
      if ((isShort && !(isStart && isEnd)) || isCut || bare.length > TITLE_MAX) return [];
      const marks = marksOf({ text: bare, words: wordsOf(bare) });
      return marks.size === 0
        ? []
        : {
            of: sentence,
            text: bare,
            isAbout,
            isStart,
            isEnd,
            asks: isQuestion(bare),
            points: points(bare),
            leans: leans(bare),
            marks,
          };
    }),
  );
  return [...new Map(parts.map((part) => [part.text, part])).values()];
}

const isBalanced = (text: string): boolean =>
  [/["“”„«»]/g, /`/g, /[()]/g].every((mark) => (text.match(mark)?.length ?? 0) % 2 === 0);

const joined = (parts: readonly Part[]): string =>
  parts.reduce((all, { text }, at) => {
    const ahead = parts[at - 1];
    if (ahead === undefined) return text;
    if (ahead.asks) return `${all}${all.endsWith('?') ? '' : '?'} ${text}`;
    return `${all}; ${lowered(text)}`;
  }, '');

/** It says something of its own, and does not end in a question. */
const isWhole = (parts: readonly Part[]): boolean =>
  parts.some(({ isAbout }) => !isAbout) && parts.at(-1)?.asks === false;

/** No part says only what the others say. */
const eachAdds = (parts: readonly Part[]): boolean =>
  parts.length === 1 ||
  parts.every(
    ({ marks }, at) =>
      // “Silently or with a message? Silently”
      parts[at - 1]?.asks ||
      [...marks].some((mark) => !parts.some((other, place) => place !== at && other.marks.has(mark))),
  );

/** How well parts say a memory. */
function scorer({ sentences, told = [], value, worthOf }: Telling) {
  const all = [...new Set([...sentences, ...told])].map((sentence) => ({
    marks: marksOf(sentence),
    worth: worthOf(sentence),
  }));
  const worth = Math.max(
    0.01,
    all.reduce((sum, each) => sum + each.worth, 0),
  );
  const own = new Set(sentences.flatMap((sentence) => [...marksOf(sentence)]));
  const numbers = new Set(sentences.flatMap(({ text }) => numbersIn(text)));
  return (parts: readonly Part[], length: number, isNamed: boolean): number => {
    const marks = new Set(parts.flatMap((part) => [...part.marks]));
    const signs: Signs = {
      length: length / TITLE_MAX,
      marks: Math.min(10, marks.size) / 10,
      numbers: share(numbers, marks),
      own: share(own, marks),
      told: parts.filter(({ of, isAbout }) => !isAbout && !sentences.includes(of)).length,
      worth: all.reduce((sum, each) => sum + (each.worth * share(each.marks, marks)) / worth, 0),
      named: Number(isNamed && value !== undefined),
      late: parts.filter(({ isStart }) => !isStart).length,
      cut: parts.filter(({ isEnd }) => !isEnd).length,
      points: Number(parts[0]?.points),
      leans: Number(parts[0]?.leans && !parts[0].points),
      asks: Number(parts.some(({ asks }) => asks)),
      answers: Number(
        parts.some(
          ({ of, isStart }, at) =>
            isStart && of === sentences[0] && (parts[at - 1]?.asks ?? (isNamed && value === undefined)),
        ),
      ),
    };
    return (Object.keys(WEIGHTS) as (keyof Signs)[]).reduce(
      (sum, sign) => sum + WEIGHTS[sign] * signs[sign],
      0,
    );
  };
}

/** How much of a set another holds. */
const share = (all: ReadonlySet<string>, held: ReadonlySet<string>): number =>
  all.size === 0 ? 0 : [...all].filter((each) => held.has(each)).length / all.size;
