import { MIN_SCORE, NO_FILTERS, type Stats } from '@memory/contracts';
import {
  listUnanswered,
  noteUnanswered,
  readWorth,
  type UnansweredQuestion,
  type Workspace,
} from '@memory/db';
import { presentTimestamp } from '../memories/present-memory.ts';
import { recallMemories } from '../recall/recall-memories.ts';
import type { Services } from '../services.ts';

const DAY_MS = 86_400_000;

/** Each is asked again. */
const QUESTIONS_SHOWN = 8;
const ANSWERS_SHOWN = 3;

type StatsServices = Pick<Services, 'db' | 'clock' | 'settings' | 'embedding' | 'reranker'>;

export async function getStats(
  services: StatsServices,
  workspace: Workspace,
  { days }: { days: number },
): Promise<Stats> {
  const since = new Date(services.clock().getTime() - days * DAY_MS);
  const [told, questions] = await Promise.all([
    readWorth(services.db, workspace.id, { since }),
    listUnanswered(services.db, workspace.id, { since, limit: QUESTIONS_SHOWN }),
  ]);
  const unanswered = await Promise.all(
    questions.map(async (asked) => ({
      ...asked,
      asked_at: presentTimestamp(asked.asked_at),
      answers: await answersSince(services, workspace, asked),
    })),
  );
  return { told, unanswered };
}

/** Of a question, as it is kept. */
const QUESTION_MAX = 300;

export async function noteQuestion(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  workspace: Workspace,
  query: string,
): Promise<void> {
  const question = query.trim().replaceAll(/\s+/gu, ' ').slice(0, QUESTION_MAX).toWellFormed();
  await noteUnanswered(db, workspace.id, { question, at: clock() });
}

/** Memories that were stored after a question and answer it. */
async function answersSince(
  services: StatsServices,
  workspace: Workspace,
  { question, asked_at }: UnansweredQuestion,
): Promise<Stats['unanswered'][number]['answers']> {
  const { results } = await recallMemories(services, workspace, {
    ...NO_FILTERS,
    query: question,
    tagPrefixes: null,
    profile: 'default',
    minScore: MIN_SCORE,
    limit: ANSWERS_SHOWN,
    counts: false,
  });
  const asked = new Date(asked_at);
  return results
    .filter(({ memory }) => new Date(memory.created_at) > asked)
    .map(({ memory: { id, memory_id = id, title } }) => ({ memory: memory_id ?? '', title }));
}
