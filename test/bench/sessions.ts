import { existsSync } from 'node:fs';
import { extractSession } from '@memory/core/extraction';
import { createTextGenerator } from '@memory/providers/text-generator';
import { add, judge, NOTHING, type Score, type Verdicts } from './sessions/judge.ts';
import { recordFigure } from './support/record-figure.ts';
import { readStories, readStrangers, readTranscripts, type BenchSession } from './sessions/read-sets.ts';

/**
 * Benches rules on sessions whose truth somebody wrote down: those of the benches of recall, and the transcripts of a
 * folder that `SESSIONS` names (`<n>.jsonl` of Claude Code or Codex, `<n>.truth.json` beside each). Where `SESSIONS_MODEL`
 * gives the address of an OpenAI-compatible server, the folder is read by that model, too. With `SESSIONS_VERBOSE` it
 * names each fact that was missed and each memory that is to be looked at.
 */
export async function benchSessions(): Promise<void> {
  const folder = process.env['SESSIONS'] ?? '';
  const isThere = existsSync(folder);
  if (!isThere)
    console.log(`No transcripts${folder === '' ? ': SESSIONS names no folder' : ` in ${folder}`}.`);
  const sessions = [
    ...(isThere ? await readTranscripts(folder, 'transcripts') : []),
    ...readStories(),
    ...readStrangers(),
  ];
  const sums = new Map<string, Score>();
  const withModel = modelUrl === '' ? [] : sessions.filter(({ set }) => set === 'transcripts');
  for (const session of [...sessions, ...withModel.map((each) => ({ ...each, set: WITH_MODEL }))]) {
    const { score, verdicts } = judge(session, await madeOf(session));
    const name = `${session.set}, ${session.language}`;
    sums.set(name, add(sums.get(name) ?? NOTHING, score));
    if (process.env['SESSIONS_VERBOSE']) show(session, verdicts);
  }
  // Sets that no weight was learned from.
  const all = [...sums]
    .filter(([name]) => /^(?:held out|set aside)/u.test(name))
    .map(([, score]) => score)
    .reduce(add, NOTHING);
  recordFigure('sessions recall', all.found / all.facts);
  recordFigure('sessions precision', all.right / all.drawn);
  console.table(Object.fromEntries([...sums].map(([name, score]) => [name, figuresOf(score)])));
}

const WITH_MODEL = 'transcripts by a model';
const modelUrl = process.env['SESSIONS_MODEL'] ?? '';

async function madeOf({ set, observations }: BenchSession) {
  const [first] = observations;
  const generator =
    set === WITH_MODEL
      ? createTextGenerator({ provider: 'openai-compatible', baseUrl: modelUrl, model: 'bench' })
      : undefined;
  const { memories, open, summary } = await extractSession({
    generator,
    onFailure: (error) => console.error(error),
    session: {
      project_name: 'bench',
      branch_name: 'main',
      started_at: first?.occurred_at ?? new Date(0),
      ended_at: observations.at(-1)?.occurred_at ?? null,
    },
    observations,
    memoriesStored: [],
  });
  return { memories, open, summary: summary({ drawn: memories.length }) };
}

function show({ set, name }: BenchSession, verdicts: Verdicts): void {
  console.log(`\n## ${set} ${name}`);
  for (const [verdict, texts] of Object.entries(verdicts))
    for (const text of texts) console.log(`${verdict}: ${text}`);
}

const share = (part: number, whole: number): string => (whole === 0 ? '' : (part / whole).toFixed(2));

const figuresOf = (score: Score) => ({
  sessions: score.sessions,
  facts: score.facts,
  recall: share(score.found, score.facts),
  drawn: score.drawn,
  precision: share(score.right, score.drawn),
  'to look at': score.unknown,
  trapped: score.trapped,
  titles: share(score.titled, score.found),
  files: share(score.filed, score.withFiles),
  open: share(score.openFound, score.open),
  'open right': share(score.openRight, score.openDrawn),
  personal: score.leaks,
});
