import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace } from '@memory/core';
import { createClient } from '@memory/client';
import { tokensOf } from './recall/measure-questions.ts';
import { startStoryService } from './recall/start-story-service.ts';
import { toolCaller } from './recall/team.ts';

/** A line of `memories.jsonl`, in the order of their days. */
interface Told {
  key: string;
  title: string;
  narrative: string;
  memory_type: string;
  files: string[];
  concepts: string[];
  tags: string[];
  day: number;
}

/** A line of `questions.jsonl`, or of `long.jsonl` without a kind. */
interface Asked {
  q: string;
  kind?: string;
  /** Keys of the memories that answer it; none where nothing does. */
  answers: string[];
  replaced?: string[];
}

interface Pair {
  newer: string;
  older: string;
  relation: 'replaces' | 'twin' | 'kin';
}

interface Shown {
  id: string;
  note?: string;
  alike?: string[];
}

/** Types of a story that the service does not know. */
const TYPES: Record<string, string> = {
  fact: 'architecture',
  value: 'decision',
  preference: 'convention',
  procedure: 'decision',
};

const DAY_MS = 86_400_000;
/** Jobs run after so many stores, as they would in between on any day. */
const STORES_AT_A_TIME = 6;

/**
 * Answers that an agent is shown of stories by somebody else, over MCP with the defaults: `STORIES=folder,folder npm run bench -- stories`. With
 * `STORIES_VERBOSE` each question that failed is named. A closed story is run once, at the end, by somebody who tunes nothing.
 */
export async function benchStories(): Promise<void> {
  const folders = (process.env['STORIES'] ?? '').split(',').filter(existsSync);
  if (folders.length === 0) return console.log('(skipped: STORIES names no folder)');
  await using host = await startStoryService();
  for (const folder of folders) {
    console.log(folder);
    await tell(host, folder);
  }
}

async function tell({ service, queue }: Awaited<ReturnType<typeof startStoryService>>, folder: string) {
  const linesOf = <Line>(name: string): Line[] =>
    readFileSync(join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  const memories = linesOf<Told>('memories.jsonl');
  const pairs = linesOf<Pair>('pairs.jsonl');
  const asked = [
    ...linesOf<Asked>('questions.jsonl'),
    ...linesOf<Asked>('long.jsonl').map((one) => ({
      ...one,
      kind: one.answers.length > 0 ? 'long' : 'long, foreign',
    })),
  ];
  const { key, workspace_id: workspaceId } = await createWorkspace(service.services, {
    name: `story-${randomUUID()}`,
    language: 'english',
  });
  const call = toolCaller(`${service.url}/mcp`, key);
  const client = createClient({ url: service.url, key });
  const ids = new Map<string, string>();
  const offered = new Set<string>();
  for (const [place, told] of memories.entries()) {
    const { title, narrative: content, memory_type: type, files, concepts, tags } = told;
    const { structured } = await call('memory_store', {
      title,
      content,
      files,
      concepts,
      tags,
      memory_type: TYPES[type] ?? type,
    });
    ids.set(told.key, structured.id);
    for (const { id } of [...(structured.similar ?? []), ...(structured.may_replace ?? [])])
      offered.add(`${told.key} ${keyOf(id)}`);
    if (place % STORES_AT_A_TIME === 0) await queue.drain({ skipDelays: true });
  }
  await queue.drain({ skipDelays: true });
  await setDates();
  const open = await client.listContradictions({ query: { limit: 100 } });
  const drawn = new Set(
    open.results.map(({ source, target }) => both(keyOf(source.memory), keyOf(target.memory))),
  );
  const of = (relation: Pair['relation']) => pairs.filter((pair) => pair.relation === relation);
  const isDrawn = ({ newer, older }: Pair) => drawn.has(both(newer, older));
  const isOffered = ({ newer, older }: Pair) => offered.has(`${newer} ${older}`);
  const report: Record<string, string | number> = {
    'offered at store': offered.size,
    'replaced ones offered': `${of('replaces').filter(isOffered).length} of ${of('replaces').length}`,
    'twins offered': `${of('twin').filter(isOffered).length} of ${of('twin').length}`,
    'open pairs': drawn.size,
    'replacements drawn': `${of('replaces').filter(isDrawn).length} of ${of('replaces').length}`,
    'twins, kin drawn': `${of('twin').filter(isDrawn).length}, ${of('kin').filter(isDrawn).length}`,
  };
  const kinds = new Map<
    string,
    { asked: number; first: number; top3: number; silent: number; shown: number }
  >();
  const tokens: Record<'answers' | 'silence', number[]> = { answers: [], silence: [] };
  const old = { first: 0, shown: 0, marked: 0, asked: 0 };
  let twins = 0;
  let folded = 0;
  for (const { q, kind = '', answers, replaced = [] } of asked) {
    const { text, structured } = await call('memory_search', { query: q });
    const rows = structured.results as Shown[];
    const found = rows.map(({ id }) => keyOf(id));
    const isAnswer = (place: number) =>
      [rows[place]?.id ?? '', ...(rows[place]?.alike ?? []).map(namedIn)].some((id) =>
        answers.includes(keyOf(id)),
      );
    const sums = kinds.get(kind) ?? { asked: 0, first: 0, top3: 0, silent: 0, shown: 0 };
    kinds.set(kind, {
      asked: sums.asked + 1,
      first: sums.first + Number(isAnswer(0)),
      top3: sums.top3 + Number([0, 1, 2].some(isAnswer)),
      silent: sums.silent + Number(found.length === 0),
      shown: sums.shown + found.length,
    });
    tokens[rows.length > 0 ? 'answers' : 'silence'].push(tokensOf(text));
    const places = replaced.map((one) => found.indexOf(one)).filter((place) => place >= 0);
    const [at = -1] = places;
    const answer = found.findIndex((one) => answers.includes(one));
    old.asked += Number(replaced.length > 0);
    old.shown += Number(at >= 0);
    old.marked += Number(at >= 0 && rows[at]?.note !== undefined);
    const isOldFirst = at >= 0 && (answer === -1 || at < answer);
    old.first += Number(isOldFirst);
    for (const { newer, older } of of('twin')) {
      if (found.includes(newer) && found.includes(older)) twins += 1;
      const isFolded = ({ id, alike = [] }: Shown) =>
        [newer, older].every((one) => [id, ...alike.map(namedIn)].some((named) => keyOf(named) === one));
      if (rows.some(isFolded)) folded += 1;
    }
    const failed = answers.length > 0 ? ![0, 1, 2].some(isAnswer) : found.length > 0;
    if (process.env['STORIES_VERBOSE'] && (failed || isOldFirst || (at >= 0 && !rows[at]?.note)))
      console.log(`${kind} | ${q.slice(0, 70)} | ${found.join(' ')} | wanted ${answers.join(' ')}`);
    if (process.env['STORIES_VERBOSE'] === 'texts') console.log(text);
  }
  console.table(report);
  console.table(Object.fromEntries(kinds));
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / (list.length || 1);
  console.log(
    `replaced: asked ${old.asked}, old first ${old.first}, shown ${old.shown}, marked ${old.marked}`,
  );
  console.log(`twins: both shown in ${twins} answers, folded in ${folded}`);
  console.log(
    `tokens: answer ${mean(tokens.answers).toFixed(0)}, silence ${mean(tokens.silence).toFixed(0)}`,
  );

  function keyOf(id: string): string {
    return [...ids].find(([, own]) => id.endsWith(own) || own.endsWith(id))?.[0] ?? id;
  }

  /** A story takes weeks and its replay a minute. */
  async function setDates(): Promise<void> {
    const last = Math.max(...memories.map(({ day }) => day));
    const dates = memories.map(({ key: own, day }, place) => {
      const at = new Date(Date.now() - (last - day + 1) * DAY_MS + place * 1_000).toISOString();
      return `('${ids.get(own)}', '${at}'::timestamptz)`;
    });
    await service.services.db.execute(
      `update memories m set created_at = d.at from (values ${dates.join(', ')}) d(id, at)
       where m.workspace_id = '${workspaceId}'::uuid and right(m.id::text, length(d.id)) = d.id`,
    );
  }
}

/** The identifier at the end of a line that names a memory. */
const namedIn = (line: string): string => /\((?<id>[\w-]+)\)$/u.exec(line)?.groups?.['id'] ?? '';

const both = (a: string, b: string): string => [a, b].toSorted().join(' ');
