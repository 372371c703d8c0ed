import type { TextGenerator } from '@memory/providers';
import { isOurTool, stripRecalled, withoutHidden } from '@memory/text/recall';
import type { ExtractedMemory } from './extracted-memory.ts';
import { askModel } from './ask-model.ts';
import { maskerOf, withoutPeople } from './rules/personal.ts';
import { factsOf } from './rules/facts.ts';
import { memoryOf } from './rules/memory-of.ts';
import { doneOf } from './rules/done.ts';
import { openThings } from './rules/open-things.ts';
import { summaryOf } from './rules/summary.ts';
import { turnsOf, type Turn } from './rules/turns.ts';
import { sessionLine, type SessionCounts } from './session-line.ts';
import type { SessionFacts, SessionObservation } from './session-observation.ts';

export interface ExtractSessionInput {
  /** Absent: by rules alone */
  generator?: Pick<TextGenerator, 'generate'> | undefined;
  session: SessionFacts;
  observations: readonly SessionObservation[];
  memoriesStored: readonly { title: string }[];
  /** Open things of the project's earlier sessions. */
  earlierOpen?: readonly string[];
  /** Names of people who are spoken of with a form of address stay. */
  keepsNames?: boolean;
  /** Told why a model's answer was of no use. */
  onFailure?: (error: unknown) => void;
}

export interface SessionExtraction {
  memories: ExtractedMemory[];
  /** Things left open. */
  open: string[];
  /** How many of the memories are new shows once they meet those that are stored. */
  summary: (counts: Pick<SessionCounts, 'drawn' | 'known'>) => string;
}

/** Of more, the weightiest are kept. */
const MEMORIES_MAX = 20;

/**
 * The memories and the summary of a session: by rules, or by a model that is shown the same turns. A model that fails, or
 * whose answer quotes nothing, leaves what the rules found.
 */
export async function extractSession({
  generator,
  session,
  observations: given,
  memoriesStored,
  earlierOpen = [],
  keepsNames = false,
  onFailure,
}: ExtractSessionInput): Promise<SessionExtraction> {
  // In the order they happened, without what we injected ourselves.
  const observations = given
    .filter(({ tool_name }) => !isOurTool(tool_name))
    .map((observation) => ({ ...observation, content: withoutHidden(stripRecalled(observation.content)) }))
    .filter(({ content }) => content !== '')
    .toSorted((a, b) => a.occurred_at.getTime() - b.occurred_at.getTime());
  const turns = turnsOf(observations);
  const byModel =
    generator === undefined || observations.length === 0
      ? undefined
      : await askModel(generator, { turns, session }).catch((error: unknown) => {
          onFailure?.(error);
        });
  const { facts, open, outcome } = byModel ?? byRules(turns);
  const answered = turns.flatMap(({ answers }) => answers);
  const said = [...turns.flatMap(({ asked, notes }) => [asked ?? [], notes].flat()), ...answered];
  const masked = maskerOf(textOf(said), textOf(answered));
  const clean = (text: string) => withoutPeople(text, { keepsNames, masked });
  const stored = memoriesStored.map(({ title }) => title);
  const memories = facts.map((fact) => memoryOf(fact, turns, clean)).filter(({ title }) => title !== '');
  const done = doneOf(earlierOpen, turns);
  const left = open.map(clean).filter((text) => text !== '');
  return {
    memories,
    open: left,
    summary: (counts) => {
      const headline = sessionLine(session, {
        ...counts,
        observations: observations.length,
        stored: stored.length,
      });
      return observations.length === 0
        ? headline
        : summaryOf({ turns, memories, open: left, done, stored, headline, outcome, clean });
    },
  };
}

function byRules(turns: readonly Turn[]) {
  const found = factsOf(turns);
  const best = new Set(found.toSorted((a, b) => b.weight - a.weight).slice(0, MEMORIES_MAX));
  return { facts: found.filter((fact) => best.has(fact)), open: openThings(turns), outcome: undefined };
}

const textOf = (observations: readonly SessionObservation[]): string =>
  observations.map(({ content }) => content).join('\n');
