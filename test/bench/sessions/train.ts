import { readFileSync, writeFileSync } from 'node:fs';
import {
  sentenceOf,
  turnsOf,
  type Sentence,
  type Turn,
} from '../../../packages/core/src/extraction/rules/turns.ts';
import { isQuestion } from '../../../packages/core/src/extraction/rules/phrases.ts';
import {
  opennessSigns,
  worthSigns,
  type Weights,
} from '../../../packages/core/src/extraction/rules/worth.ts';
import { holds } from './judge.ts';
import { readStories, readTranscripts, type BenchSession } from './read-sets.ts';

/** Of a sentence: its signs, and whether it is worth a memory or leaves something open, where that is known. */
interface Example {
  speaker: string;
  signs: readonly string[];
  openness: readonly string[];
  isWorth?: boolean | undefined;
  isOpen?: boolean | undefined;
  weight: number;
}

const here = (path: string) => new URL(path, import.meta.url).pathname;
const WEIGHTS_FILE = here('../../../packages/core/src/extraction/rules/weights.ts');

/** Kinds of labelled sentences that are worth a memory, by who says them. */
const WORTH = {
  person: new Set(['decision', 'value', 'rule', 'preference', 'fact', 'cause']),
  agent: new Set(['cause']),
};
/** An agent's sentence on these is neither kept nor left out for good. */
const UNDECIDED = new Set(['decision', 'value', 'rule', 'preference', 'fact']);
const SET_ASIDE = new Set(['held out', 'set aside']);
/** A pasted prompt is read as a document. */
const PROMPT_MAX = 1_500;

/**
 * Learns the weights of the signs of a sentence, and writes them: from labelled sentences, from the signs of labelled
 * sentences of public transcripts (whose text is not ours), from the sessions of the benches of recall, and from those of
 * the folder that `SESSIONS` names.
 */
export async function trainSessions(): Promise<void> {
  const folder = process.env['SESSIONS'];
  const sessions = [
    ...readStories().filter(({ set }) => !SET_ASIDE.has(set)),
    ...(folder === undefined ? [] : await readTranscripts(folder, 'transcripts')),
  ];
  const examples = [...labelled(), ...ofPublic(), ...sessions.flatMap(ofSession)];
  const worth = (who: string) =>
    examples.flatMap(({ speaker, signs, isWorth, weight }) =>
      speaker === who && isWorth !== undefined ? [{ signs, isTrue: isWorth, weight }] : [],
    );
  const open = examples.flatMap(({ openness: signs, isOpen }) =>
    isOpen === undefined || signs.length === 0 ? [] : [{ signs, isTrue: isOpen, weight: 1 }],
  );
  const models = { person: learn(worth('person'), 2), agent: learn(worth('agent'), 2), open: learn(open, 1) };
  writeFileSync(WEIGHTS_FILE, sourceOf(models));
  console.log(
    Object.entries(models)
      .map(([name, { size }]) => `${name}: ${size} weights`)
      .join('\n'),
  );
}

/** Each sentence of a person in three places: said alone, answered, and followed by an edit. */
function labelled(): Example[] {
  const lines = readFileSync(here('sentences.tsv'), 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const [kind = '', speaker = '', text = ''] = line.split('\t');
    const isOpen = kind === 'answer' ? undefined : kind === 'open';
    if (speaker === 'agent') {
      const sentence = sentenceOf(text, {
        speaker,
        observation: observation('answer', text),
        turn: 1,
        isReport: false,
      });
      return [
        {
          speaker,
          signs: worthSigns(sentence),
          openness: opennessSigns(sentence),
          isWorth: UNDECIDED.has(kind) ? undefined : WORTH.agent.has(kind),
          isOpen,
          weight: 0.7,
        },
      ];
    }
    const asked = observation('user_prompt', text);
    const places = [
      [asked],
      [asked, observation('assistant_message', 'Okay.')],
      [asked, observation('change', 'src/a'), observation('assistant_message', 'Done.')],
    ];
    return places.flatMap((observations, place) => {
      const [turn] = turnsOf(observations);
      const [sentence, ...others] = turn?.person ?? [];
      if (turn === undefined || sentence === undefined || others.length > 0) return [];
      return {
        speaker,
        signs: worthSigns(sentence, { turn, before: [], after: [] }),
        openness: place === 0 ? opennessSigns(sentence) : [],
        isWorth: kind === 'answer' ? undefined : WORTH.person.has(kind),
        isOpen,
        weight: 0.35,
      };
    });
  });
}

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

function ofPublic(): Example[] {
  const lines = readFileSync(here('public-signs.tsv'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [worth, speaker = '', signs = ''] = line.split('\t');
    return { speaker, signs: signs.split(';'), openness: [], isWorth: worth === '1', weight: 1 };
  });
}

function ofSession({ observations, truth }: BenchSession): Example[] {
  const turns = turnsOf(observations);
  const says = (text: string, told: readonly { must: readonly string[] }[]) =>
    told.some(({ must }) => holds(text.toLowerCase(), must));
  const exampleOf = (sentence: Sentence, at: number, all: readonly Sentence[], turn: Turn): Example => {
    const place = turns.indexOf(turn);
    const around = all
      .slice(Math.max(0, at - 1), at + 2)
      .map(({ text }) => text)
      .join(' ');
    const isAsked = sentence.speaker === 'person' && isQuestion(sentence.text);
    const isNear = says(around, [...truth.facts, ...truth.also]);
    const isOpen =
      says(sentence.text, truth.open) && (turn.edits.length === 0 || sentence.speaker === 'agent');
    return {
      speaker: sentence.speaker,
      signs: worthSigns(sentence, { turn, before: turns.slice(0, place), after: turns.slice(place + 1) }),
      openness: opennessSigns(sentence),
      // Beside a sentence that says a fact stands its reason, which is neither.
      isWorth: says(sentence.text, truth.facts) ? (isAsked ? undefined : true) : isNear ? undefined : false,
      isOpen: truth.open.length === 0 || (!isOpen && says(around, truth.open)) ? undefined : isOpen,
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

const STEPS = 400;
const RATE = 0.05;
/** A sign that fewer examples have says nothing. */
const EXAMPLES_MIN = 5;
/** Weights below it are left out; of single words only telling ones are kept. */
const LEAST = { sign: 0.1, word: 0.15 };

/** Logistic regression by gradient descent with moments (Adam); `ridge` holds the weights down. */
function learn(
  examples: readonly { signs: readonly string[]; isTrue: boolean; weight: number }[],
  ridge: number,
): Weights {
  const counts = new Map<string, number>();
  for (const sign of examples.flatMap(({ signs }) => signs)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const names = ['bias', ...[...counts].flatMap(([sign, count]) => (count >= EXAMPLES_MIN ? [sign] : []))];
  const places = new Map(names.map((name, place) => [name, place]));
  const rows = examples.map(({ signs }) => [0, ...signs.flatMap((sign) => places.get(sign) ?? [])]);
  const [weights, first, second] = [0, 0, 0].map(() => names.map(() => 0)) as [number[], number[], number[]];
  for (let step = 1; step <= STEPS; step += 1) {
    const gradient = weights.map((weight, place) => (place === 0 ? 0 : ridge * weight));
    for (const [at, { isTrue, weight }] of examples.entries()) {
      const sum = rows[at]!.reduce((total, place) => total + weights[place]!, 0);
      const error = weight * (1 / (1 + Math.exp(-sum)) - Number(isTrue));
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
      return Math.abs(weight) >= (name.startsWith('“') ? LEAST.word : LEAST.sign)
        ? [[name, weight] as const]
        : [];
    }),
  );
}

function sourceOf(models: Record<string, Weights>): string {
  const parts = Object.entries(models).map(
    ([name, weights]) =>
      `  ${name}: \`${[...weights].map(([sign, weight]) => `${sign} ${weight.toFixed(2)}`).join('; ')}\`,`,
  );
  return `/** Weights of the signs of a sentence, as \`npm run bench -- train-sessions\` learned them: of being worth a memory by speaker, and of leaving something open. */\nexport const LEARNED = {\n${parts.join('\n')}\n};\n`;
}
