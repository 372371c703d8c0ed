import { clip } from '@memory/text/sentences';
import { isQuestion } from './phrases.ts';
import type { Sentence, ValueChange } from './turns.ts';
import { bareOf, keysIn, leans, points, share } from './wording.ts';
import { CONDITION, marksIn, numbersIn } from './worth.ts';

export const TITLE_MAX = 100;
/** Clauses of a sentence that are looked at. */
const CLAUSES_MAX = 8;
/** A sentence with one telling word stands in a title where it is so likely worth a memory. */
const THIN = 0.1;
/** Shares of the worth of the best sentence that others need: to stand before what is answered, and behind it, or so many telling words. */
const FIRST = 0.6;
const BESIDE = 0.3;
const FULL = 2;
/** With no more of them it takes any of what was said before. */
const BARE = 2;
/** A question is not cut to less. */
const CUT_LEAST = 25;
/** So much more room, and so few telling words of a sentence that was cut at a clause: then it is cut within one. */
const REST = 20;
const ENOUGH = { person: 5, agent: 10 };

/** A memory as it was said, in its order. */
interface Telling {
  sentences: readonly Sentence[];
  /** Said before it, where it names too little of its own. */
  context?: readonly Sentence[];
  /** The matter that was announced before it; not where that takes the room of its words. */
  matter?: string;
  /** The agent's account of it. */
  told?: readonly Sentence[];
  value?: ValueChange | undefined;
  worthOf: (sentence: Sentence) => number;
}

/**
 * The sentences that settle a memory, in the order in which they were said, the worthiest first where there is no room for all. A
 * name of the matter stands in front, a question that is answered behind: “Refuse (And if the vendor is down?)”.
 */
export function titleOf({
  sentences,
  context = [],
  matter = '',
  told = [],
  value,
  worthOf,
}: Telling): string {
  // The last question of what was said before, or else all of it.
  const asked = context.findLast(({ text, keys }) => isQuestion(text) && keys.size > 1);
  const asides = asked ? [asked] : context.toReversed().filter(({ cues }) => !cues.has('did'));
  const own = sentences.toSorted((a, b) => worthOf(b) - worthOf(a));
  const runs = new Map<Sentence, string>();
  let room = TITLE_MAX;
  const said = () => joined([...sentences, ...told].flatMap((sentence) => runs.get(sentence) ?? []));
  const add = (sentence: Sentence) => {
    const text = said();
    const run = runs.has(sentence)
      ? ''
      : runOf(sentence, room - (text === '' ? 0 : text.length + 2), marksIn(text));
    if (run !== '') runs.set(sentence, run);
  };
  const addOwn = (least: number, keys = Infinity) =>
    own
      .filter((sentence) => worthOf(sentence) >= worthOf(own[0]!) * least || sentence.keys.size > keys)
      // “Quarantine.” says something where it is worth it, “thank you” does not.
      .filter((sentence) => worthOf(sentence) >= THIN || sentence.keys.size > 1)
      .forEach(add);

  const first = asked ? FIRST : BESIDE;
  addOwn(first);
  const heading = value ? shortOf(value, numbersIn(said())) : bareOf(matter);
  const names = value ? [`${heading} in ${value.file.split('/').at(-1)}`, heading] : [heading];
  const name = names.find((each) => said().length + each.length + 2 <= TITLE_MAX) ?? heading;
  const isNamed = name !== '' && share(keysIn(name), keysIn(said())) === 0;
  if (isNamed) {
    room -= name.length + 2;
    runs.clear();
    addOwn(first);
  }
  const aside =
    said() === ''
      ? ''
      : asideOf(
          asides.filter(({ text }) => matter === '' || !text.includes(matter)),
          room - said().length - 3,
          marksIn(`${isNamed ? name : ''} ${said()}`),
        );
  if (aside !== '') room -= aside.length + 3;
  addOwn(BESIDE, FULL);
  for (const sentence of told) {
    const marks = marksIn(`${isNamed ? name : ''} ${said()} ${aside}`);
    const isOfIt = marks.size <= BARE || [...marksIn(sentence.text)].some((mark) => marks.has(mark));
    if (marks.size < ENOUGH.person && isOfIt) add(sentence);
  }
  const [last, run] = [...runs][0] ?? ([own[0]!, ''] as const);
  if (runs.size < 2 && room - run.length >= REST && marksIn(run).size < ENOUGH[last.speaker])
    runs.set(last, clip(bareOf(last.text.slice(Math.max(0, last.text.indexOf(run.slice(1)) - 1))), room));
  const text = said();
  const front = isNamed ? `${name}: ${value ? text : lowered(text)}` : text;
  return aside === '' ? front : `${front} (${aside})`;
}

/** A value's name alone where its number is the only one that is said. */
const shortOf = ({ name, value }: ValueChange, numbers: readonly string[]): string =>
  numbers.length > 0 && numbers.every((number) => value.startsWith(number)) ? name : `${name} = ${value}`;

/** “slot.py: 3, 20 s apart”: a title, where there is room, behind the one file that was changed. */
export function placedIn(file: string, title: string): string {
  const [base = '', folder = ''] = file.split('/').toReversed();
  const near = /^(?:src|lib|packages|\.*)$/.test(folder) ? base : `${folder}/${base}`;
  const name = [near, base].find((each) => each.length + title.length + 2 <= TITLE_MAX);
  const words = near.replaceAll(/[/._-]|(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  const isTold = share(keysIn(words), keysIn(title)) > 0 || !/^[^\p{C}]+$/u.test(near);
  return name === undefined || isTold ? title : `${name}: ${title}`;
}

/** So much as there is room for of a question, or of what shares a word. */
function asideOf(asides: readonly Sentence[], room: number, known: ReadonlySet<string>): string {
  let best = { run: '', score: 0 };
  for (const { text } of asides) {
    const isAsked = isQuestion(text);
    const run =
      runOf({ text }, room, known, true) || (isAsked && room >= CUT_LEAST ? clip(bareOf(text), room) : '');
    const news = [...keysIn(run)].filter((mark) => !known.has(mark)).length;
    const isShared = [...marksIn(run)].some((mark) => known.has(mark));
    const isWhole = run === bareOf(text);
    if (news < (isAsked && isWhole ? 1 : 2) || !(isAsked || isShared || known.size <= BARE)) continue;
    const score = news + 3 * Number(isAsked) + 2 * Number(isShared);
    if (score > best.score) best = { run, score };
  }
  return best.run;
}

const lowered = (text: string): string =>
  text.replace(/^(?:\p{Lu}(?=\p{Ll})|A(?= ))/u, (letter) => letter.toLowerCase());

/** Ends a clause; a sentence has single blanks. */
const CLAUSE =
  /(?<=[,;:]) | [-–—] | (?=\((?!\w\)))|(?<=\w\w\)[.,;]?) | (?=(?:because|since|so that|weil|but|aber|parce que|porque) )/gu;
/** Begins the other way of a question. */
const JOINS = /^(?:or|oder|ou|and|und|et) /i;

/** So much of a sentence as there is room for, in whole clauses; empty where that says nothing new. */
function runOf(
  { text }: Pick<Sentence, 'text'>,
  room: number,
  known: ReadonlySet<string>,
  isAside = false,
): string {
  const gaps = [...text.matchAll(CLAUSE)].slice(0, CLAUSES_MAX);
  const starts = [0, ...gaps.map(({ 0: gap, index }) => index + gap.length)];
  const ends = [...gaps.map(({ index }) => index), text.length];
  let best = { run: '', score: -Infinity };
  for (const [first, start] of starts.entries())
    for (const end of ends.slice(first)) {
      const run = text.slice(start, end);
      const bare = bareOf(run);
      const isCut = start > 0 || end < text.length;
      const isPart = isAside
        ? start > 0 && JOINS.test(run)
        : isCut && (/^\(|:$/.test(run) || (CONDITION.test(bare) && (start > 0 || !/[,;:]/.test(bare))));
      const isWord = isCut && !bare.includes(' ');
      if (bare.length > room || isPart || isWord || !isBalanced(bare)) continue;
      const marks = marksIn(bare);
      const news = [...marks].filter((mark) => !known.has(mark)).length;
      if (news === 0) continue;
      const score = isAside
        ? news - bare.length / TITLE_MAX + Number(!isCut) + Number(start === 0) / 2
        : scoreOf(bare, marks.size, start === 0, end === text.length);
      if (score > best.score) best = { run: bare, score };
    }
  return best.run;
}

/** How well clauses stand for their sentence. */
const scoreOf = (run: string, marks: number, isStart: boolean, isEnd: boolean): number =>
  0.12 * Math.min(10, marks) +
  0.029 * run.length +
  Number(numbersIn(run).length > 0) +
  2.2 * Number(isStart) +
  0.2 * Number(isEnd) -
  (points(run) ? 2 : leans(run) ? 1.4 : 0);

const isBalanced = (text: string): boolean =>
  [/["“”„«»]/g, /[()]/g].every((mark) => (text.match(mark)?.length ?? 0) % 2 === 0);

const joined = (runs: readonly string[]): string =>
  runs.reduce((all, text) => {
    if (all === '') return text;
    return isQuestion(all) ? `${all} ${text}` : `${all}; ${lowered(text)}`;
  }, '');
