/** A claim, the figure that shows it, and how good it is to be. */
export interface Row {
  topic: 'Search quality' | 'Speed' | 'Answers' | 'Sessions' | 'Reliability' | 'Installation';
  claim: string;
  /** Of `recordFigure`. */
  figure: string;
  /** `npm run` with these words measures it. */
  command: string;
  better: 'more' | 'less';
  unit?: 'ms' | 's' | 'MB' | 'tokens';
  goal: number;
  /** A release does not go out when it is worse than this: for what does not depend on the machine. */
  floor?: number;
  /** The README shows it. */
  isHead?: true;
}

const PEERS = 'bench -- peers';
const RETRIEVAL = 'bench -- retrieval';
const STORY = 'bench -- recall-unseen';
const FIRST = 'bench -- first-memory';

const speed = (memories: number, goal: number): Row => ({
  topic: 'Speed',
  claim: `Search of ${memories.toLocaleString('en')} memories by 12 words, p50, in one process beside each peer`,
  figure: `search of ${memories}, 12 words, p50`,
  command: PEERS,
  better: 'less',
  unit: 'ms',
  goal,
  ...(memories === 10_000 && { isHead: true }),
});

/** Goals are those of the issues that set them, not what is reached. */
export const ROWS: readonly Row[] = [
  {
    topic: 'Search quality',
    claim: 'Cranfield (public), nDCG@10, the same documents and questions for each',
    figure: 'cranfield nDCG@10',
    isHead: true,
    command: PEERS,
    better: 'more',
    goal: 0.4,
    floor: 0.35,
  },
  ...(
    [
      ['scifact', 0.665],
      ['nfcorpus', 0.325],
    ] as const
  ).map(([name, goal]): Row => ({
    topic: 'Search quality',
    claim: `${name} of BEIR (public), nDCG@10, by REST; the goal is what others measured of BM25`,
    figure: `${name} nDCG@10`,
    command: RETRIEVAL,
    better: 'more',
    goal,
    floor: goal - 0.05,
  })),
  ...(
    [
      ['other words', 'REST', 0.6, 0.45],
      ['other words', 'tool', 0.5, 0.1],
      ['languages', 'REST', 0.8, 0.75],
      ['languages', 'tool', 0.65, 0.3],
    ] as const
  ).map(([kind, by, goal, floor]): Row => ({
    topic: 'Search quality',
    claim: `Questions in other ${kind === 'languages' ? 'languages' : 'words'}: the memory is among the first three by ${by === 'tool' ? 'the tool' : by}`,
    figure: `${kind}, first 3 by ${by}`,
    command: RETRIEVAL,
    better: 'more',
    goal,
    floor,
  })),
  {
    topic: 'Answers',
    claim: 'Questions with an answer: it is among the first three that the tool shows',
    figure: 'story top3',
    isHead: true,
    command: STORY,
    better: 'more',
    goal: 0.95,
    floor: 0.9,
  },
  {
    topic: 'Answers',
    claim: 'Questions without an answer, on the subject: answered all the same',
    figure: 'story nearAnswered',
    command: STORY,
    better: 'less',
    goal: 0.25,
    floor: 0.4,
  },
  {
    topic: 'Answers',
    claim: 'Questions without an answer, of another subject: answered all the same',
    figure: 'story farAnswered',
    command: STORY,
    better: 'less',
    goal: 0.05,
    floor: 0.1,
  },
  {
    topic: 'Answers',
    claim: 'Replaced memories that are shown without a mark',
    figure: 'story replacedUnmarked',
    command: STORY,
    better: 'less',
    goal: 0,
    floor: 0,
  },
  {
    topic: 'Answers',
    claim: 'An answer of the search tool, mean',
    figure: 'story textTokens',
    isHead: true,
    command: STORY,
    better: 'less',
    unit: 'tokens',
    goal: 150,
    floor: 250,
  },
  {
    topic: 'Sessions',
    claim:
      'Decisions of 21 short sessions that become memories without a model; no weight was learned from these',
    figure: 'sessions recall',
    command: 'bench -- sessions',
    better: 'more',
    goal: 0.7,
    floor: 0.6,
  },
  {
    topic: 'Sessions',
    claim: 'Memories drawn from these sessions that are right',
    figure: 'sessions precision',
    command: 'bench -- sessions',
    better: 'more',
    goal: 0.92,
    floor: 0.8,
  },
  speed(1_000, 10),
  speed(10_000, 20),
  speed(100_000, 40),
  {
    topic: 'Reliability',
    claim: 'Acknowledged writes lost in 50 kills (SIGKILL) under 8 callers',
    figure: 'kills lost',
    isHead: true,
    command: 'bench -- kills',
    better: 'less',
    goal: 0,
    floor: 0,
  },
  {
    topic: 'Reliability',
    claim: 'Hostile inputs that broke a promise, of 500 for each reader',
    figure: 'fuzz broken',
    command: 'fuzz -- 500 1',
    better: 'less',
    goal: 0,
    floor: 0,
  },
  {
    topic: 'Installation',
    claim: 'From `npm pack` to a memory of one session that the next is told',
    figure: 'first memory',
    isHead: true,
    command: FIRST,
    better: 'less',
    unit: 's',
    goal: 60,
  },
  {
    topic: 'Installation',
    claim: 'The npm package, packed',
    figure: 'package',
    command: FIRST,
    better: 'less',
    unit: 'MB',
    goal: 20,
    floor: 25,
  },
  {
    topic: 'Installation',
    claim: 'Memory of the resting service',
    figure: 'resting service',
    command: FIRST,
    better: 'less',
    unit: 'MB',
    goal: 250,
  },
];
