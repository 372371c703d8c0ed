import type { LocalJobQueue } from '@memory/providers/job-queue/local';
import type { Fact, StorySession, Turn } from './story.ts';
import type { Team } from './team.ts';

export interface SessionFigures {
  facts: number;
  /** Memories drawn from the sessions. */
  drawn: number;
  /** Share of the facts that a drawn memory states; what was stored before is not among them. */
  recall: number;
  /** Share of the drawn memories that state a fact. */
  precision: number;
  /** Drawn memories that say what a stored one said. */
  twins: number;
}

const KINDS = {
  user: { kind: 'user_prompt' },
  assistant: { kind: 'assistant_message' },
  run: { kind: 'tool_result', tool_name: 'Bash' },
  edit: { kind: 'change', tool_name: 'Edit' },
} as const;

/** Plays sessions as a client with hooks records them, and reads what was drawn from each. */
export async function measureSessions(
  { client }: Team,
  queue: LocalJobQueue,
  sessions: readonly StorySession[],
): Promise<SessionFigures> {
  let stated = 0;
  let right = 0;
  let twins = 0;
  let drawn = 0;
  const facts = sessions.flatMap(({ draws }) => draws).filter(({ stored }) => stored === undefined);
  for (const [place, session] of sessions.entries()) {
    const session_id = `grainline-${session.branch}-${place}`;
    await client.startSession({
      body: { session_id, project_name: 'grainline', branch_name: session.branch },
    });
    await client.recordObservations({
      path: { session_id },
      body: { observations: session.turns.map(observationOf) },
    });
    await client.endSession({ path: { session_id } });
    await queue.drain({ skipDelays: true });
    const newest = await client.listMemories({ query: { limit: 100, ordering: '-created_at' } });
    const texts = newest
      .filter(({ source_session_id }) => source_session_id === session_id)
      .map(({ title, narrative }) => `${title}\n${narrative}`.toLowerCase());
    drawn += texts.length;
    for (const fact of session.draws)
      if (fact.stored === undefined) stated += texts.some((text) => states(text, fact)) ? 1 : 0;
      else twins += texts.filter((text) => states(text, fact)).length;
    right += texts.filter((text) => session.draws.some((fact) => states(text, fact))).length;
  }
  return {
    facts: facts.length,
    drawn,
    recall: stated / facts.length,
    precision: drawn === 0 ? 1 : right / drawn,
    twins,
  };
}

function observationOf(turn: Turn) {
  const [what, content = ''] = Object.entries(turn)[0] ?? [];
  const files = what === 'edit' ? [content] : [];
  return { ...KINDS[what as keyof typeof KINDS], content, files };
}

const states = (text: string, { says }: Fact): boolean =>
  says.every((words) =>
    words
      .toLowerCase()
      .split('|')
      .some((word) => text.includes(word)),
  );
