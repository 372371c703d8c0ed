import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createClient, type Client } from '@memory/client';
import { createWorkspace } from '@memory/core';
import { loadCranfield } from '../support/seeds/cranfield.ts';
import { importTexts } from './support/import-texts.ts';
import { startStoryService } from './recall/start-story-service.ts';
import { loadStory } from './recall/story.ts';
import { toolCaller, type CallTool } from './recall/team.ts';
import { recordFigure } from './support/record-figure.ts';

type Host = Awaited<ReturnType<typeof startStoryService>>;

/** Texts and questions about them, with the grades of the texts that answer them. */
interface Collection {
  docs: { id: string; title: string; text: string; files?: string[] }[];
  queries: { text: string; rel: Record<string, number> }[];
}

/** A story with questions in other words and languages, and some that it does not answer. */
interface Story {
  memories: { id: number; title: string; text: string; type: string }[];
  questions: Record<string, (string | { ask: string; want: number })[]>;
}

const PAGE = 250;
const TITLE_MAX = 300;

/**
 * How well a local service with its defaults finds: in public collections over REST, recall and nDCG of the first ten, by meaning
 * and by words alone; in our own stories, alone and among other memories, the first three by REST and by the tool. Collections are
 * files of JSON (`docs`, `queries`) in the folder that `RETRIEVAL_SETS` names; cranfield is taken from where it always lies.
 */
export async function benchRetrieval(): Promise<void> {
  await using host = await startStoryService();
  console.log('collection | recall@10 / nDCG@10 | words alone');
  for (const [name, collection] of collections()) {
    const { client, found } = await filled(host, collection.docs);
    const figures: string[] = [];
    const gains: number[] = [];
    for (const use_semantic of [true, false]) {
      let [recall, gain] = [0, 0];
      for (const { text, rel } of collection.queries) {
        const { results } = await client.searchMemories({ body: { query: text, limit: 10, use_semantic } });
        const grades = results.map(({ memory }) => rel[found.get(memory.title) ?? ''] ?? 0);
        recall += grades.filter((grade) => grade > 0).length / Object.keys(rel).length;
        gain +=
          discounted(grades) /
          discounted(
            Object.values(rel)
              .toSorted((a, b) => b - a)
              .slice(0, 10),
          );
      }
      gains.push(gain / collection.queries.length);
      figures.push([recall, gain].map((sum) => (sum / collection.queries.length).toFixed(4)).join(' / '));
    }
    console.log([name, ...figures].join(' | '));
    recordFigure(`${name} nDCG@10`, gains[0]!);
    recordFigure(`${name} nDCG@10`, gains[1]!, 'words alone, BM25');
  }
  const hits = new Map<string, boolean[]>();
  for (const name of ['ferry', 'bikes'])
    for (const others of [false, true])
      for (const [kind, found] of await askStory(host, name, others))
        hits.set(kind, [...(hits.get(kind) ?? []), ...found]);
  for (const [kind, found] of hits) recordFigure(kind, found.filter(Boolean).length / found.length);
}

/** Kinds of questions that are in a language of their own. */
const LANGUAGES = new Set(['German', 'French', 'Spanish', 'Chinese']);

const discounted = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, place) => sum + grade / Math.log2(place + 2), 0);

function* collections(): Generator<[string, Collection]> {
  const folder = process.env['RETRIEVAL_SETS'];
  for (const file of folder ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [])
    yield [file.slice(0, -5), JSON.parse(readFileSync(join(folder ?? '', file), 'utf8')) as Collection];
  const cranfield = folder ? null : loadCranfield();
  if (!cranfield) return;
  yield [
    'cranfield',
    {
      docs: cranfield.memories.map(({ id, text }) => ({ id, title: text.title, text: text.narrative })),
      queries: cranfield.queries.map(({ id, text }) => ({
        text,
        rel: Object.fromEntries(cranfield.judgements.get(id) ?? []),
      })),
    },
  ];
}

/** @returns the texts' ids by the titles under which they were stored */
async function filled(
  { service, queue }: Host,
  docs: Collection['docs'],
): Promise<{ client: Client; call: CallTool; found: Map<string, string> }> {
  const { key } = await createWorkspace(service.services, { name: crypto.randomUUID(), language: 'english' });
  const client = createClient({ url: service.url, key });
  const found = new Map<string, string>();
  const texts = docs.map(({ id, title, text, files = [] }) => {
    // Titles tell texts apart.
    const plain = title.trim().slice(0, TITLE_MAX) || id;
    const own = found.has(plain) ? `${plain} ${id}` : plain;
    found.set(own, id);
    return { title: own, narrative: text.trim() || id, source_files: files };
  });
  for (let start = 0; start < texts.length; start += PAGE) {
    await importTexts(client, texts.slice(start, start + PAGE));
    await queue.drain({ skipDelays: true });
  }
  return { client, call: toolCaller(`${service.url}/mcp`, key), found };
}

/** @returns by kind of question and way of asking, whether the memory was among the first three */
async function askStory(host: Host, name: string, others: boolean): Promise<Map<string, boolean[]>> {
  const file = new URL(`./meaning/${name}.yaml`, import.meta.url);
  const { memories, questions } = parse(readFileSync(file, 'utf8')) as Story;
  const foreign = others ? [...loadStory('tuned').memories, ...loadStory('unseen').memories] : [];
  const { client, call, found } = await filled(host, [
    ...memories.map(({ id, title, text }) => ({ id: `${name} ${id}`, title, text })),
    ...foreign.map(({ id, title, text, files }) => ({ id, title, text, files })),
  ]);
  console.log(
    `\n${name}${others ? ` among ${foreign.length} others` : ''}: questions | first 3 by REST | by the tool`,
  );
  const all = new Map<string, boolean[]>();
  const note = (kind: string, by: string, isFound: boolean) => {
    const name = `${LANGUAGES.has(kind) ? 'languages' : kind}, first 3 by ${by}`;
    all.set(name, [...(all.get(name) ?? []), isFound]);
  };
  for (const [kind, asked] of Object.entries(questions)) {
    const hits = { rest: 0, tool: 0, answered: 0 };
    for (const question of asked) {
      const query = typeof question === 'string' ? question : question.ask;
      const isWanted = (title: string) =>
        typeof question !== 'string' && found.get(title) === `${name} ${question.want}`;
      const { results } = await client.searchMemories({ body: { query, limit: 3 } });
      const { structured } = await call('memory_search', { query });
      const titles = (structured.results as { title: string }[]).map(({ title }) => title);
      const byRest = results.some(({ memory }) => isWanted(memory.title));
      const byTool = titles.slice(0, 3).some(isWanted);
      note(kind, 'REST', byRest);
      note(kind, 'tool', byTool);
      hits.rest += Number(byRest);
      hits.tool += Number(byTool);
      hits.answered += Number(titles.length > 0);
    }
    const share = (count: number) => (count / asked.length).toFixed(2);
    console.log(
      typeof asked[0] === 'string'
        ? `${kind} (${asked.length}) | - | answered ${share(hits.answered)}`
        : `${kind} (${asked.length}) | ${share(hits.rest)} | ${share(hits.tool)}`,
    );
  }
  return all;
}
