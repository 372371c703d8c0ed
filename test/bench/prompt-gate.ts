import { startStoryService } from './recall/start-story-service.ts';
import { loadStory, type Half } from './recall/story.ts';
import { liveThrough, type Team } from './recall/team.ts';

const GATES = [0.15, 0.25, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];

/** Memories that a prompt is told at most. */
const TOLD_MAX = 3;

/**
 * Memories that hooks would tell unasked, by the least score: to questions that have an answer in the story of a team, and to those that
 * have none. The gate is chosen on the tuned half; the other shows whether it holds.
 */
export async function benchPromptGate(): Promise<void> {
  for (const half of ['tuned', 'held-out'] as const satisfies Half[]) {
    await using host = await startStoryService();
    const { service, queue } = host;
    const story = loadStory(half);
    const team = await liveThrough({ service, queue }, story, { importsPages: false });
    const { answerable, near, far } = story.questions;
    const none = [...near, ...far].map(({ ask }) => ({ ask, want: [] as string[] }));
    console.log(`\n${half}: ${answerable.length} questions with an answer, ${none.length} without`);
    console.log(
      'gate | told of those with | right among them | told of those without | prompts told rightly',
    );
    for (const gate of GATES) {
      const asked = await tell(team, answerable, gate);
      const wrong = (await tell(team, none, gate)).filter(({ isTold }) => isTold).length;
      const told = asked.filter(({ isTold }) => isTold);
      const right = told.filter(({ isRight }) => isRight).length;
      const share = (part: number, whole: number) => (whole === 0 ? '-' : (part / whole).toFixed(2));
      console.log(
        [
          gate,
          share(told.length, asked.length),
          share(right, told.length),
          share(wrong, none.length),
          share(right, told.length + wrong),
        ].join(' | '),
      );
    }
  }
}

async function tell(
  team: Team,
  questions: readonly { ask: string; want: readonly string[] }[],
  gate: number,
) {
  const names = new Map([...team.ids].map(([name, id]) => [id, name]));
  const asked: { isTold: boolean; isRight: boolean }[] = [];
  for (const { ask, want } of questions) {
    const { structured } = await team.call('memory_search', { query: ask, limit: TOLD_MAX, min_score: gate });
    const rows = structured.results as { id?: string; memory_id?: string }[];
    const found = rows.map((row) => names.get(row.memory_id ?? row.id ?? '') ?? '');
    asked.push({ isTold: found.length > 0, isRight: found.some((id) => want.includes(id)) });
  }
  return asked;
}
