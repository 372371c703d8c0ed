import { measureQuestions, tokensOf } from './recall/measure-questions.ts';
import { measureSessions } from './recall/measure-sessions.ts';
import { startStoryService } from './recall/start-story-service.ts';
import { loadStory, type Half } from './recall/story.ts';
import { liveThrough, type Team } from './recall/team.ts';
import { recordFigure } from './support/record-figure.ts';

/**
 * Answers that agents are shown of a team's story, over REST and MCP of a local service with its defaults. Half of the questions
 * and sessions is set aside: nothing is tuned on it.
 */
export const benchRecall = (half: Half) => async (): Promise<void> => {
  const story = loadStory(half);
  await using host = await startStoryService();
  const { service, queue } = host;
  for (const importsPages of [false, true]) {
    const team = await liveThrough({ service, queue }, story, { importsPages });
    console.log(`\n${half} half, ${importsPages ? 'with imported pages' : 'memories alone'}`);
    const replacements = story.memories.filter(({ replaces }) => replaces).length;
    console.log(
      `replaced memories named when their successor was stored: ${team.hinted.length} of ${replacements}`,
    );
    const answers = { ...(await measureQuestions(team, story.questions, story.memories)) };
    print(answers);
    if (!importsPages)
      for (const [name, value] of Object.entries(answers)) recordFigure(`story ${name}`, value);
    if (importsPages) continue;
    if (story.sessions.length > 0) print({ ...(await measureSessions(team, queue, story.sessions)) });
    const elsewhere = half === 'unseen' ? await liveThrough(host, NOTHING, { importsPages }) : team;
    for (const [name, sessions] of Object.entries(story.otherSessions)) {
      console.log(name);
      print({ ...(await measureSessions(elsewhere, queue, sessions)) });
    }
    await printTokens(team);
  }
};

/** Sessions on many projects: what one story knows is no twin of theirs. */
const NOTHING = { memories: [], pages: [] };

function print(figures: Record<string, number>): void {
  for (const [name, value] of Object.entries(figures))
    console.log(`${name} | ${Number.isInteger(value) ? value : value.toFixed(3)}`);
}

/** Costs for a model of the answers of the tools that read, by text and as structured content. */
async function printTokens({ call, ids }: Team): Promise<void> {
  const [id] = ids.values();
  const calls: [string, object][] = [
    ['session_start', { project_path: '/home/dev/grainline' }],
    ['memory_get_detail', { id }],
    ['memory_by_file', { file_path: 'services/settle' }],
    ['memory_get_related', { id }],
    ['memory_get_index', {}],
    ['memory_get_timeline', { days: 90 }],
    ['memory_explore', { query: 'settlement' }],
    ['workspace_insight', {}],
  ];
  console.log('tool | tokens of the text | of the structured content');
  for (const [name, args] of calls) {
    const { text, structured } = await call(name, args);
    console.log(
      [name, ...[text, JSON.stringify(structured)].map((s) => Math.round(tokensOf(s)))].join(' | '),
    );
  }
}
