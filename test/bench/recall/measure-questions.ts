import type { Question, Questions, StoryMemory } from './story.ts';
import type { Team, ToolAnswer } from './team.ts';

interface Asked {
  question: Question;
  /** Ids of the story (of the service for what is not in it), best first. */
  found: string[];
  answer: ToolAnswer;
}

/** Shares of the questions, and what the answers cost. */
export interface QuestionFigures {
  first: number;
  top3: number;
  top5: number;
  /** Share of the top 3 that the gate takes away. */
  lost: number;
  replacedAbove: number;
  replacedUnmarked: number;
  /** Answers in which an imported page stands before the wanted memory. */
  behindPages: number;
  nearAnswered: number;
  farAnswered: number;
  glossaryTop3: number;
  glossaryTop5: number;
  languagesTop3: number;
  textTokens: number;
  structuredTokens: number;
}

const TOP = 5;

/** A token is about four characters of English. */
export const tokensOf = (text: string): number => text.length / 4;

/** Asks every question of the tool as agents do, with its defaults. */
export async function measureQuestions(
  team: Team,
  questions: Questions,
  memories: readonly StoryMemory[],
): Promise<QuestionFigures> {
  const answerable = await askAll(team, questions.answerable);
  const ungated = await askAll(team, questions.answerable, { min_score: 0 });
  const near = await askAll(team, withoutAnswer(questions.near));
  const far = await askAll(team, withoutAnswer(questions.far));
  const glossary = await askAll(team, questions.glossary);
  const languages = await askAll(team, questions.languages);
  const all = [...answerable, ...near, ...far, ...glossary];
  return {
    first: share(answerable, (asked) => isAmong(asked, 1)),
    top3: share(answerable, (asked) => isAmong(asked, 3)),
    top5: share(answerable, (asked) => isAmong(asked, TOP)),
    lost: share(
      ungated.filter((asked) => isAmong(asked, 3)),
      ({ question }) => !answerable.some((asked) => asked.question === question && isAmong(asked, 3)),
    ),
    replacedAbove: countReplaced(all, memories, ({ old, now }) => now === -1 || old < now),
    replacedUnmarked: countReplaced(all, memories, ({ marked }) => !marked),
    behindPages: answerable.filter(({ question, found }) => {
      const wanted = found.findIndex((id) => question.want.includes(id));
      return found.slice(0, wanted === -1 ? TOP : wanted).some((id) => !memories.some((m) => m.id === id));
    }).length,
    nearAnswered: share(near, isAnswered),
    farAnswered: share(far, isAnswered),
    glossaryTop3: share(glossary, (asked) => isAmong(asked, 3)),
    glossaryTop5: share(glossary, (asked) => isAmong(asked, TOP)),
    languagesTop3: share(languages, (asked) => isAmong(asked, 3)),
    textTokens: mean(answerable.map(({ answer }) => tokensOf(answer.text))),
    structuredTokens: mean(answerable.map(({ answer }) => tokensOf(JSON.stringify(answer.structured)))),
  };

  /** Replaced memories in answers of which something holds: their place, that of the successor, whether their row names it. */
  function countReplaced(
    asked: readonly Asked[],
    story: readonly StoryMemory[],
    holds: (seen: { old: number; now: number; marked: boolean }) => boolean,
  ): number {
    const replacements = story.filter(({ replaces, stated }) => replaces && stated !== false);
    return asked.flatMap(({ found, answer }) =>
      replacements.filter(({ id, replaces }) => {
        const old = found.indexOf(replaces ?? '');
        if (old === -1) return false;
        const row = JSON.stringify(rowsOf(answer)[old]);
        return holds({ old, now: found.indexOf(id), marked: row.includes(team.ids.get(id) ?? '?') });
      }),
    ).length;
  }
}

async function askAll(team: Team, questions: readonly Question[], options = {}): Promise<Asked[]> {
  const names = new Map([...team.ids].map(([name, id]) => [id, name]));
  const asked: Asked[] = [];
  for (const question of questions) {
    const answer = await team.call('memory_search', { query: question.ask, ...options });
    const found = rowsOf(answer).map((row) => {
      const id = String(row.memory?.id ?? row.id);
      return names.get(id) ?? id;
    });
    asked.push({ question, found, answer });
  }
  return asked;
}

// oxlint-disable-next-line typescript/no-explicit-any -- see ToolAnswer
const rowsOf = ({ structured }: ToolAnswer): any[] => structured.results;

const withoutAnswer = (asked: Questions['near']): Question[] => asked.map(({ ask }) => ({ ask, want: [] }));

const isAnswered = ({ found }: Asked) => found.length > 0;

const isAmong = ({ question, found }: Asked, top: number) =>
  found.slice(0, top).some((id) => question.want.includes(id));

const share = (asked: readonly Asked[], holds: (asked: Asked) => boolean) =>
  asked.filter(holds).length / (asked.length || 1);

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
