import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { ExtractSessionInput } from '@memory/core/extraction';
import { toObservations } from '../../../packages/agents/src/hook/flush/to-observations.ts';
import { claudeCode } from '../../../packages/agents/src/import/transcripts/claude-code.ts';
import { codex } from '../../../packages/agents/src/import/transcripts/codex.ts';
import { thisMachine } from '../../../packages/agents/src/import/sources.ts';
import type { StorySession, Turn } from '../recall/story.ts';

type SessionObservation = ExtractSessionInput['observations'][number];

/** Each entry must occur in a text, in small letters; `a|b` are alternatives. */
type Words = readonly string[];

interface Trap {
  kind: string;
  never: Words;
  /** `any`: title or text of one memory; `title`: its title; `open`: what is left open. */
  where: 'any' | 'title' | 'open';
  /** A memory that has these as well says it right: “no Redis, the host has none”. */
  unless?: Words;
}

/** The content of a session, as far as it was written. */
export interface Truth {
  facts: readonly {
    kind: string;
    must: Words;
    files?: readonly string[];
    /** The number of the turn that settles it, and who says so. */
    turn?: number;
    speaker?: string;
  }[];
  traps: readonly Trap[];
  open: readonly {
    must: Words;
    /** The number of the turn that leaves it open, and the sentences that say so. */
    turn?: number;
    said?: readonly string[];
  }[];
  /** Numbers of turns that left open what a later one closed. */
  closed?: readonly number[];
  /** True things that need not be remembered. */
  also: readonly { must: Words }[];
  personal: readonly string[];
}

export interface BenchSession {
  set: string;
  language: string;
  name: string;
  observations: SessionObservation[];
  truth: Truth;
}

const here = (path: string) => new URL(path, import.meta.url).pathname;

/** The sessions of a folder: `<n>.jsonl` as Claude Code or Codex write them, `<n>.truth.json` beside it. */
export async function readTranscripts(folder: string, set: string): Promise<BenchSession[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.truth.json'));
  return Promise.all(
    names.toSorted().map(async (name) => {
      const truth = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Truth & {
        language: string;
        agent: string;
      };
      const path = join(folder, name.replace('.truth.json', '.jsonl'));
      return {
        set,
        language: truth.language,
        name,
        observations: await readTranscript(path),
        truth: { ...truth, facts: truth.facts.filter(({ kind }) => kind !== 'open') },
      };
    }),
  );
}

/** Observations of a session by a hook, had it been there. */
async function readTranscript(path: string): Promise<SessionObservation[]> {
  const isCodex = readFileSync(path, 'utf8').slice(0, 2_000).includes('"session_meta"');
  const observations: SessionObservation[] = [];
  for await (const item of (isCodex ? codex : claudeCode).read(path, thisMachine())) {
    if (item.kind !== 'session') continue;
    for (const { content, kind, tool_name, files, occurred_at } of item.session.events.flatMap(
      toObservations,
    ))
      observations.push({
        id: `o${observations.length + 1}`,
        content,
        kind,
        tool_name,
        files,
        occurred_at: new Date(occurred_at),
      });
  }
  return observations;
}

type Line = Omit<BenchSession, 'observations'> & {
  observations: [SessionObservation['kind'], string | null, string, string[]][];
};

/** Sessions of authors who had not seen the rules; each was once a set that nobody learned from. */
export const readStrangers = (): BenchSession[] =>
  readFileSync(here('strangers.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as Line)
    .map(({ observations, ...session }) => ({
      ...session,
      observations: observations.map(([kind, tool_name, content, files], place) => ({
        id: `o${place + 1}`,
        kind,
        tool_name,
        content,
        files,
        occurred_at: new Date(Date.UTC(2026, 0, 5, 9, place)),
      })),
    }));

const KINDS = {
  user: { kind: 'user_prompt', tool_name: null },
  assistant: { kind: 'assistant_message', tool_name: null },
  run: { kind: 'tool_result', tool_name: 'Bash' },
  edit: { kind: 'change', tool_name: 'Edit' },
} as const;

/** Short exchanges with the facts they hold, and what they leave open. */
interface Talk extends Pick<StorySession, 'branch' | 'turns' | 'draws'> {
  language?: string;
  open?: readonly Words[];
  never?: readonly Words[];
}

/** Of \`held out\` and \`set aside\` no weight is learned. */
const STORIES = {
  story: ['../recall/sessions.tuned', '../recall/sessions.voices'],
  unseen: ['first', 'second', 'third', 'fourth'].map((name) => `../recall/unseen/sessions.${name}`),
  'held out': ['../recall/sessions.held-out'],
  talks: ['talks'],
  'set aside': ['talks.set-aside'],
};

/** Sessions of the benches of recall, and talks in other languages. */
export function readStories(): BenchSession[] {
  return Object.entries(STORIES).flatMap(([set, names]) =>
    names.flatMap((name) => {
      const talks = parse(readFileSync(here(`${name}.yaml`), 'utf8')) as Talk[];
      return talks.map(({ turns, draws, branch, language = 'en', open = [], never = [] }): BenchSession => ({
        set,
        language,
        name: branch,
        observations: turns.map(observationOf),
        truth: {
          facts: draws.map(({ says }) => ({ kind: 'fact', must: says })),
          traps: never.map((words) => ({ kind: 'talk', never: words, where: 'title' })),
          open: open.map((must) => ({ must })),
          also: [],
          personal: [],
        },
      }));
    }),
  );
}

function observationOf(turn: Turn, place: number): SessionObservation {
  const [what, content = ''] = Object.entries(turn)[0] ?? [];
  return {
    ...KINDS[what as keyof typeof KINDS],
    id: `o${place + 1}`,
    content,
    files: what === 'edit' ? [content] : [],
    occurred_at: new Date(Date.UTC(2026, 0, 5, 9, place)),
  };
}
