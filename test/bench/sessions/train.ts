import { readFileSync, writeFileSync } from 'node:fs';
import { turnsOf, type Sentence, type Turn } from '../../../packages/core/src/extraction/rules/turns.ts';
import { drawnFrom } from '../../../packages/core/src/extraction/rules/facts.ts';
import { factSigns, LASTING, lasts, workSigns } from '../../../packages/core/src/extraction/rules/lasting.ts';
import { opennessSigns } from '../../../packages/core/src/extraction/rules/openness.ts';
import { candidatesIn } from '../../../packages/core/src/extraction/rules/open-things.ts';
import {
  logistic,
  placesOf,
  WEIGHTS,
  worthSigns,
  type Weights,
} from '../../../packages/core/src/extraction/rules/worth.ts';
import { grow } from './grow.ts';
import { holds, judge } from './judge.ts';
import { readStories, readStrangers, readTranscripts, type BenchSession } from './read-sets.ts';

/** Of a sentence: its signs, and whether it is worth a memory or leaves something open, where that is known. */
interface Example {
  /** Its author. */
  set: string;
  speaker: string;
  signs: readonly string[];
  openness: readonly string[];
  isWorth?: boolean | undefined;
  isOpen?: boolean | undefined;
  weight: number;
}

const here = (path: string) => new URL(path, import.meta.url).pathname;
type Tree = ReturnType<typeof grow>[number];

const WEIGHTS_FILE = here('../../../packages/core/src/extraction/rules/weights.ts');

const rowsOf = (file: string): string[][] =>
  readFileSync(here(file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));

/** Labels of sentences that are worth a memory, by who says them. */
const WORTH = { person: 'dvcpfw', agent: 'w' };
const OPEN = 'o';
/** “Yes, that one”: neither. */
const ANSWER = 'a';
/** Of them no weight is learned. */
const SET_ASIDE = new Set(['held out', 'set aside', 'transcripts']);
/** Authors are left out by parts: each alone takes four times as long. */
const PARTS = 4;
/** A pasted prompt is read as a document. */
const PROMPT_MAX = 1_500;

interface Row {
  set: string;
  signs: readonly string[];
  isTrue: boolean;
  weight: number;
}

/**
 * Learns the weights of the signs of a sentence, and of the facts that they draw, and writes them: from labelled messages,
 * from the signs of labelled sentences of public transcripts (whose text is not ours), and from the sessions of the benches of
 * recall. Of each author it prints how well weights do that the authors of other parts taught; the transcripts that `SESSIONS` names are tried alone.
 */
export async function trainSessions(): Promise<void> {
  const folder = process.env['SESSIONS'];
  const sessions = [
    ...readStories(),
    ...readStrangers(),
    ...(folder === undefined ? [] : await readTranscripts(folder, 'transcripts')),
  ];
  const examples = [...labelled(), ...ofPublic(), ...sessions.flatMap(ofSession)];
  const worth = (who: string): Row[] =>
    examples.flatMap(({ set, speaker, signs, isWorth, weight }) =>
      speaker === who && isWorth !== undefined ? [{ set, signs, isTrue: isWorth, weight }] : [],
    );
  const open = examples.flatMap(({ set, openness: signs, isOpen }) =>
    isOpen === undefined || signs.length === 0 ? [] : [{ set, signs, isTrue: isOpen, weight: 1 }],
  );
  const models = { person: worth('person'), agent: worth('agent'), open };
  const authors = [...new Set(examples.map(({ set }) => set))].filter((set) => set !== 'public');
  const parts = Array.from({ length: PARTS }, (_, part) => authors.filter((_, at) => at % PARTS === part));
  const said = messages();
  const followed: ReturnType<typeof leftOpen> = [];
  const drawn = parts.flatMap((part) => {
    Object.assign(WEIGHTS, taught(models, part));
    followed.push(...sessions.filter(({ set }) => part.includes(set)).flatMap(leftOpen));
    return [...sessions.filter(({ set }) => part.includes(set)), ...part].flatMap((from) =>
      typeof from === 'string' ? factsOfMessages(from, said) : factsIn(from),
    );
  });
  console.table(triedApart(drawn, sessions, parts));
  const facts = grow(drawn.filter(({ set }) => !SET_ASIDE.has(set)));
  const work = learn([...ofWork(), ...ofTalk(drawn, facts)], FEW);
  writeFileSync(WEIGHTS_FILE, sourceOf({ ...taught(models), work }, { left: grow(followed), fact: facts }));
}

type Models = Record<'person' | 'agent' | 'open', readonly Row[]>;

/** Weights of sentences that all authors taught but some. */
const taught = (models: Models, leftOut: readonly string[] = []): Record<string, Weights> =>
  Object.fromEntries(
    Object.entries(models).map(([name, rows]) => [
      name,
      learn(
        rows.filter(({ set }) => !leftOut.includes(set) && !SET_ASIDE.has(set)),
        MANY,
      ),
    ]),
  );

/** A fact as it was drawn by weights that its author did not teach. */
interface Drawn {
  set: string;
  signs: Readonly<Record<string, number>>;
  ofWork: readonly string[];
  /** It says a fact of the truth: what is true besides (`also`) nobody keeps. */
  isTrue: boolean;
  /** Facts of the truth that it says. */
  says: readonly BenchSession['truth']['facts'][number][];
  weight: number;
}

const factsIn = (session: BenchSession): Drawn[] =>
  drawnFrom(turnsOf(session.observations)).map(({ fact, place }) => {
    const { title, paragraphs, files } = fact;
    const memory = { title, narrative: paragraphs.join('\n'), source_files: files };
    const { score } = judge(session, { memories: [memory], open: [], summary: '' });
    const text = `${memory.title}\n${memory.narrative}`.toLowerCase();
    const says = session.truth.facts.filter(({ must }) => holds(text, must));
    return {
      set: session.set,
      signs: factSigns(fact, place),
      ofWork: workSigns(fact, place),
      isTrue: says.length > 0 && score.trapped === 0,
      says,
      weight: 1,
    };
  });

/** Of each author, and of all: recall and precision of facts by bound, by what the authors of other parts taught. */
function triedApart(
  drawn: readonly Drawn[],
  sessions: readonly BenchSession[],
  parts: readonly (readonly string[])[],
) {
  const tried = parts.flatMap((part) => {
    const trees = grow(drawn.filter(({ set }) => !part.includes(set) && !SET_ASIDE.has(set)));
    return part
      .filter((author) => sessions.some(({ set }) => set === author))
      .map((author) => {
        const own = drawn.filter(({ set }) => set === author);
        return [author, own.map((fact) => ({ ...fact, chance: lasts(fact.signs, trees) }))] as const;
      });
  });
  return Object.fromEntries(
    [...tried, ['strangers', tried.flatMap(([name, own]) => (isStory(name) ? [] : own))] as const].map(
      ([name, own]) => [
        name,
        Object.fromEntries(
          BOUNDS.map((bound) => {
            const kept = own.filter(({ chance }) => chance >= bound);
            const facts = sessions.flatMap(({ set, truth }) =>
              set === name || (name === 'strangers' && !isStory(set)) ? truth.facts : [],
            );
            const recall = new Set(kept.flatMap(({ says }) => says)).size / facts.length;
            const precision = kept.filter(({ isTrue }) => isTrue).length / kept.length;
            return [bound, `${recall.toFixed(3)} / ${precision.toFixed(3)}`];
          }),
        ),
      ],
    ),
  );
}

/** Of what was left open, by author, session, turn, speaker and place in the speech: open at the end (1), never (0), settled or none of it (s), unclear (?). */
const VERDICTS = rowsOf('open-verdicts.tsv');
const FOLLOWED = new Map(VERDICTS.map((row) => [row.slice(0, 5).join(), row[5]]));
const FOLLOWED_SETS = new Set(VERDICTS.map(([set]) => set));
/** Things that nobody judged are rarely open. */
const UNJUDGED = 0.5;

const leftOpen = ({ set, name, observations }: BenchSession) =>
  FOLLOWED_SETS.has(set)
    ? candidatesIn(placesOf(turnsOf(observations))).flatMap(({ place: { turn }, sentence, by, signs }) => {
        const at = by === 'failed' ? 0 : turn[by].findIndex((each) => each === sentence);
        const verdict = FOLLOWED.get([set, name, turn.number, by, at].join());
        const weight = verdict === undefined ? UNJUDGED : 1;
        return verdict === '?' || signs === undefined
          ? []
          : [{ set, signs, isTrue: verdict === '1', weight }];
      })
    : [];

const STORIES = new Set(readStories().map(({ set }) => set));
const isStory = (set: string) => STORIES.has(set);
const BOUNDS = [0.4, 0.44, 0.47, 0.5, 0.53, 0.56, 0.6, 0.65, 0.7];

interface Message {
  set: string;
  speaker: string;
  labelOf: (text: string) => string | undefined;
  turns: Turn[];
}

/** Each message of a person in three places: said alone, answered, and followed by an edit. */
function messages(): Message[] {
  return rowsOf('messages.tsv').flatMap(([set = '', speaker = '', marked = '']) => {
    const parts = [...marked.replaceAll('\\n', '\n').matchAll(/\[([a-z])\]([^[]*)/g)];
    const content = parts.map(([, , text = '']) => text).join('');
    const labelOf = (text: string) => parts.find(([, , part = '']) => part.includes(text))?.[1];
    const asked = observation('user_prompt', content);
    const places = [
      [asked],
      [asked, observation('assistant_message', 'Okay.')],
      [asked, observation('change', 'src/a'), observation('assistant_message', 'Done.')],
    ];
    const turns =
      speaker === 'person' ? places.map(turnsOf) : [turnsOf([observation('assistant_message', content)])];
    return turns.map((each) => ({ set, speaker, labelOf, turns: each }));
  });
}

const weightOf = (speaker: string): number => (speaker === 'person' ? 0.35 : 0.7);

const labelled = (): Example[] =>
  messages().flatMap(({ set, speaker, labelOf, turns: [turn] }) => {
    if (turn === undefined) return [];
    return [...turn.person, ...turn.agent].flatMap((sentence): Example | [] => {
      const label = sentence.speaker === speaker ? labelOf(sentence.text) : undefined;
      if (label === undefined) return [];
      const isUndecided = label === ANSWER || (speaker === 'agent' && WORTH.person.includes(label));
      const isPerson = sentence.speaker === 'person';
      const isAlone = turn.person.length === 0 || turn.agent.length === 0;
      return {
        set,
        speaker,
        signs: worthSigns(sentence, isPerson ? { turn, before: [turn], after: [] } : undefined),
        openness: isAlone ? opennessSigns(sentence) : [],
        // An agent's sentence on what somebody decided is neither kept nor left out for good.
        isWorth: WORTH[sentence.speaker].includes(label) || (isUndecided ? undefined : false),
        isOpen: label === ANSWER ? undefined : label === OPEN,
        weight: weightOf(speaker),
      };
    });
  });

/** Facts of messages, true if they quote what is labelled so. */
const factsOfMessages = (author: string, all: readonly Message[]): Drawn[] =>
  all
    .filter(({ set }) => set === author)
    .flatMap(({ set, speaker, labelOf, turns }) =>
      drawnFrom(turns).map(({ fact, place }) => {
        const text = fact.paragraphs.join('\n');
        const { person, agent } = place.turn;
        const quoted = [...person, ...agent].filter((sentence) => text.includes(sentence.text));
        return {
          set,
          signs: factSigns(fact, place),
          ofWork: workSigns(fact, place),
          isTrue: quoted.some((sentence) => WORTH[sentence.speaker].includes(labelOf(sentence.text) ?? '-')),
          says: [],
          weight: weightOf(speaker),
        };
      }),
    );

let minute = 0;
function observation(kind: string, content: string): BenchSession['observations'][number] {
  minute += 1;
  const isEdit = kind === 'change';
  return {
    id: `o${minute}`,
    kind,
    tool_name: isEdit ? 'Edit' : null,
    content,
    files: isEdit ? [content] : [],
    occurred_at: new Date(minute * 60_000),
  };
}

/** Of sentences that leave something open there are only such as do not. */
const ofPublic = (): Example[] =>
  rowsOf('public-signs.tsv').map(([label, model = '', listed = '']) => {
    const [signs, isTrue] = [listed.split(';'), label === '1'];
    return model === 'open'
      ? { set: 'public', speaker: '', signs: [], openness: signs, isOpen: isTrue, weight: 1 }
      : { set: 'public', speaker: model, signs, openness: [], isWorth: isTrue, weight: 1 };
  });

/** Facts of public transcripts that a person judged: their signs, of words only those that several people use. */
const ofWork = (): Row[] =>
  rowsOf('public-facts.tsv').map(([right, speaker = '', signs = '']) => ({
    set: 'public',
    signs: signs.split(';').map((sign) => `${speaker} ${sign}`),
    isTrue: right === '1',
    weight: 1,
  }));

/** A fact of an author counts less there than one that somebody said at work. */
const OF_TALK = 0.05;
const ofTalk = (drawn: readonly Drawn[], trees: readonly Tree[]): Row[] =>
  drawn.flatMap(({ set, signs, ofWork: own, isTrue }) =>
    !SET_ASIDE.has(set) && lasts(signs, trees) >= LASTING
      ? [{ set, signs: own, isTrue, weight: OF_TALK }]
      : [],
  );

function ofSession({ set, observations, truth }: BenchSession): Example[] {
  const turns = turnsOf(observations);
  const says = (text: string, told: readonly { must: readonly string[] }[]) =>
    told.some(({ must }) => holds(text.toLowerCase(), must));
  const isOpenIn = ({ text }: Sentence, { number }: Turn, around: string): boolean | undefined => {
    const { open, also, closed = [] } = truth;
    if (open.length === 0) return undefined;
    // A sentence is not always parted as its author did.
    const isPart = (one: string, other: string) => one === other || (one.length > 14 && other.includes(one));
    const isSaid = (some: readonly string[]) => some.some((each) => isPart(text, each) || isPart(each, text));
    if (open.some(({ must, said }) => (said ? isSaid(said) : says(text, [{ must }])))) return true;
    // Beside it stand what it is about and what is answered.
    const isNear = open.some(({ turn }) => turn && Math.abs(turn - number) < 2) || closed.includes(number);
    return isNear || says(around, open) || says(text, also) ? undefined : false;
  };
  // “Then six”: of a fact that no sentence of its turn says whole, the one that says most of it.
  const partly = new Set(
    truth.facts.flatMap(({ must, turn: number, speaker }) => {
      const turn = turns.find((each) => each.number === number);
      const all = (speaker === 'person' ? turn?.person : speaker === 'agent' ? turn?.agent : undefined) ?? [];
      const shareOf = ({ text }: Sentence) => must.filter((word) => holds(text.toLowerCase(), [word])).length;
      const [best] = all.toSorted((a, b) => shareOf(b) - shareOf(a));
      return best && shareOf(best) > 0 && shareOf(best) < must.length ? [best] : [];
    }),
  );
  const exampleOf = (sentence: Sentence, at: number, all: readonly Sentence[], turn: Turn): Example => {
    const place = turns.indexOf(turn);
    const around = all
      .slice(Math.max(0, at - 1), at + 2)
      .map(({ text }) => text)
      .join(' ');
    const isNear = says(around, [...truth.facts, ...truth.also]);
    const where = { turn, before: turns.slice(0, place), after: turns.slice(place + 1) };
    const signs = worthSigns(sentence, where);
    const isAsked = sentence.speaker === 'person' && signs.includes('question');
    return {
      set,
      speaker: sentence.speaker,
      signs,
      openness: opennessSigns(sentence, where),
      // Beside a sentence that says a fact stands its reason, which is neither.
      isWorth:
        says(sentence.text, truth.facts) || partly.has(sentence)
          ? isAsked
            ? undefined
            : true
          : isNear
            ? undefined
            : false,
      isOpen: isOpenIn(sentence, turn, around),
      weight: 1,
    };
  };
  return turns
    .filter(({ asked }) => (asked?.content.length ?? 0) <= PROMPT_MAX)
    .flatMap((turn) =>
      [turn.person, turn.agent].flatMap((all) =>
        all.map((sentence, at) => exampleOf(sentence, at, all, turn)),
      ),
    );
}

const STEPS = 200;
const RATE = 0.05;
interface Held {
  /** Holds the weights down. */
  ridge: { sign: number; word: number };
  /** Weights below it are left out; of single words only telling ones are kept. */
  least: { sign: number; word: number };
}
const MANY: Held = { ridge: { sign: 1, word: 4 }, least: { sign: 0.1, word: 0.15 } };
/** Of some hundred examples, and more of less weight. */
const FEW: Held = { ridge: { sign: 10, word: 10 }, least: { sign: 0.1, word: 0.1 } };
/** A sign that fewer examples have says nothing. */
const EXAMPLES_MIN = 5;

/** Logistic regression by gradient descent with moments (Adam). */
function learn(examples: readonly Row[], { ridge: held, least }: Held): Weights {
  const kindOf = (name: string) => (name.includes('“') ? 'word' : 'sign');
  const counts = new Map<string, number>();
  for (const sign of examples.flatMap(({ signs }) => signs)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const names = ['bias', ...[...counts].flatMap(([sign, count]) => (count >= EXAMPLES_MIN ? [sign] : []))];
  const places = new Map(names.map((name, place) => [name, place]));
  const rows = examples.map(({ signs }) =>
    Int32Array.from([0, ...signs.flatMap((sign) => places.get(sign) ?? [])]),
  );
  const [weights, first, second] = [0, 0, 0].map(() => new Float64Array(names.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const ridge = Float64Array.from(names, (name, place) => (place === 0 ? 0 : held[kindOf(name)]));
  for (let step = 1; step <= STEPS; step += 1) {
    const gradient = weights.map((weight, place) => ridge[place]! * weight);
    for (const [at, { isTrue, weight }] of examples.entries()) {
      let sum = 0;
      for (const place of rows[at]!) sum += weights[place]!;
      const error = weight * (logistic(sum) - Number(isTrue));
      for (const place of rows[at]!) gradient[place]! += error;
    }
    for (const [place, slope] of gradient.entries()) {
      first[place] = 0.9 * first[place]! + 0.1 * slope;
      second[place] = 0.99 * second[place]! + 0.01 * slope * slope;
      weights[place]! -=
        (RATE * (first[place] / (1 - 0.9 ** step))) / (Math.sqrt(second[place] / (1 - 0.99 ** step)) + 1e-9);
    }
  }
  return new Map(
    names.flatMap((name, place) => {
      const weight = weights[place] ?? 0;
      return Math.abs(weight) >= least[kindOf(name)] ? [[name, weight] as const] : [];
    }),
  );
}

function sourceOf(models: Record<string, Weights>, trees: Record<string, readonly Tree[]>): string {
  const parts = [
    ...Object.entries(models).map(
      ([name, weights]) =>
        `  ${name}: \`${[...weights].map(([sign, weight]) => `${sign} ${weight.toFixed(2)}`).join('; ')}\`,`,
    ),
    ...Object.entries(trees).map(([name, grown]) => `  ${name}: \`${JSON.stringify(grown)}\`,`),
  ];
  return `/** As \`npm run bench -- train-sessions\` learned them: weights of the signs of a sentence, of being worth a memory by speaker, and of leaving something open; and trees of the signs of what stays open and of a fact. */\nexport const LEARNED = {\n${parts.join('\n')}\n};\n`;
}
