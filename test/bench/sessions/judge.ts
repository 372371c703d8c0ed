import type { BenchSession, Truth } from './read-sets.ts';

/** The result for a session. */
export interface Made {
  memories: readonly { title: string; narrative: string; source_files: readonly string[] }[];
  /** Open ends, an entry each. */
  open: readonly string[];
  summary: string;
}

/** Counts, so that sessions add up. */
export interface Score {
  sessions: number;
  facts: number;
  found: number;
  /** Facts found that a title says by itself. */
  titled: number;
  /** Facts found whose files the memory names, of those that have files. */
  withFiles: number;
  filed: number;
  drawn: number;
  right: number;
  trapped: number;
  /** Neither a fact nor a trap: right only if a person says so. */
  unknown: number;
  open: number;
  openFound: number;
  openDrawn: number;
  openRight: number;
  leaks: number;
}

export type Verdicts = Record<
  'missed' | 'untitled' | 'trapped' | 'unknown' | 'openMissed' | 'openWrong' | 'leaks',
  string[]
>;

export const holds = (text: string, words: readonly string[]): boolean =>
  words.every((word) => word.split('|').some((each) => text.includes(each.toLowerCase())));

const textOf = ({ title, narrative }: Made['memories'][number]) => `${title}\n${narrative}`.toLowerCase();

export function judge(
  { truth }: Pick<BenchSession, 'truth'>,
  made: Made,
): { score: Score; verdicts: Verdicts } {
  const { facts, traps, open, also, personal } = truth;
  const found = facts.filter(({ must }) => made.memories.some((memory) => holds(textOf(memory), must)));
  const titled = found.filter(({ must }) =>
    made.memories.some(({ title }) => holds(title.toLowerCase(), must)),
  );
  const withFiles = found.filter(({ files = [] }) => files.length > 0);
  const filed = withFiles.filter(({ must, files = [] }) =>
    made.memories.some(
      (memory) => holds(textOf(memory), must) && files.some((file) => memory.source_files.includes(file)),
    ),
  );
  const trapOf = (memory: Made['memories'][number]) =>
    traps.find(
      ({ where, never, unless }) =>
        where !== 'open' &&
        holds(where === 'title' ? memory.title.toLowerCase() : textOf(memory), never) &&
        !(unless && holds(textOf(memory), unless)),
    );
  const known = [...facts, ...open, ...also];
  const trapped = made.memories.filter(trapOf);
  const right = made.memories.filter(
    (memory) => !trapOf(memory) && known.some(({ must }) => holds(textOf(memory), must)),
  );
  const unknown = made.memories.filter((memory) => !trapOf(memory) && !right.includes(memory));
  const isOpenTrap = (text: string) =>
    traps.some(({ where, never }) => where !== 'title' && holds(text.toLowerCase(), never));
  const openFound = open.filter(({ must }) => made.open.some((text) => holds(text.toLowerCase(), must)));
  const openRight = made.open.filter(
    (text) => !isOpenTrap(text) && [...open, ...also].some(({ must }) => holds(text.toLowerCase(), must)),
  );
  const all = [...made.memories.map(textOf), ...made.open, made.summary].join('\n').toLowerCase();
  const leaks = personal.filter((name) => all.includes(name.toLowerCase()));
  const show = ({ title, narrative }: Made['memories'][number]) =>
    `${title} ⏎ ${narrative.replaceAll('\n', ' / ').slice(0, 300)}`;
  return {
    score: {
      sessions: 1,
      facts: facts.length,
      found: found.length,
      titled: titled.length,
      withFiles: withFiles.length,
      filed: filed.length,
      drawn: made.memories.length,
      right: right.length,
      trapped: trapped.length,
      unknown: unknown.length,
      open: open.length,
      openFound: openFound.length,
      openDrawn: made.open.length,
      openRight: openRight.length,
      leaks: leaks.length,
    },
    verdicts: {
      missed: facts.filter((fact) => !found.includes(fact)).map(said),
      untitled: found.filter((fact) => !titled.includes(fact)).map(said),
      trapped: trapped.map(show),
      unknown: unknown.map(show),
      openMissed: open.filter((each) => !openFound.includes(each)).map(said),
      openWrong: made.open.filter((text) => !openRight.includes(text)),
      leaks,
    },
  };
}

const said = (fact: Truth['facts'][number] | Truth['open'][number]): string =>
  'says' in fact ? String(fact.says) : fact.must.join(' + ');

export const NOTHING: Score = {
  sessions: 0,
  facts: 0,
  found: 0,
  titled: 0,
  withFiles: 0,
  filed: 0,
  drawn: 0,
  right: 0,
  trapped: 0,
  unknown: 0,
  open: 0,
  openFound: 0,
  openDrawn: 0,
  openRight: 0,
  leaks: 0,
};

export const add = (a: Score, b: Score): Score =>
  Object.fromEntries(
    Object.entries(a).map(([name, value]) => [name, value + b[name as keyof Score]]),
  ) as unknown as Score;
