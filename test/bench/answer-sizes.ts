import { createWorkspace } from '@memory/core';
import { allTools } from '@memory/contracts/tools';
import { indexSources, SHOP } from '../support/seeds/code-repository.ts';
import { startStoryService } from './recall/start-story-service.ts';
import { tokensOf } from './recall/measure-questions.ts';
import { toolCaller, type CallTool } from './recall/team.ts';

type Calls = AsyncGenerator<[tool: string, args: object]>;

/** How often texts repeat, and how many there are of what has a limit. */
const SIZES = { tiny: { memories: 2, isLarge: false }, large: { memories: 60, isLarge: true } } as const;

/** Read from files, by a client that has them. */
const OF_FILES = /_file|_files/;

/**
 * Costs of the answers of all tools, as text and as structured content, in a workspace of two short memories and in one of
 * 60 as large as they get, everything asked for at its limit: structured at most 1.5 times the text, neither above 10,000.
 */
export async function benchAnswerSizes(): Promise<void> {
  await using host = await startStoryService();
  console.log('workspace, tool | tokens of the text | structured | structured / text');
  const unasked = new Set(Object.keys(allTools).filter((name) => !OF_FILES.test(name)));
  for (const [name, { memories, isLarge }] of Object.entries(SIZES)) {
    const { key } = await createWorkspace(host.service.services, { name, language: 'english' });
    const call = toolCaller(`${host.service.url}/mcp?profile=full,additional`, key);
    const runJobs = () => host.queue.drain({ skipDelays: true });
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
      const reply = await fetch(host.service.url + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return { status: reply.status, text: await reply.text() };
    };
    await indexSources({ post, runJobs } as never, isLarge ? { ...SHOP, ...callersOf(120) } : SHOP);
    const ids: string[] = [];
    for (let place = 0; place < memories; place += 1) {
      const { structured } = await call('memory_store', memoryOf(place, isLarge));
      ids.push(String(structured.id));
    }
    await runJobs();
    for await (const [tool, args] of callsOf(call, { ids, isLarge, runJobs })) {
      const { text, structured } = await call(tool, args);
      unasked.delete(tool);
      const [told, given] = [tokensOf(text), tokensOf(JSON.stringify(structured))];
      const faults = [given > 1.5 * told && 'OVER 1.5', Math.max(told, given) > 10_000 && 'TOO LONG'];
      const figures = [Math.round(told), Math.round(given), (given / told).toFixed(2)];
      console.log([`${name}, ${tool}`, ...figures, ...faults.filter(Boolean)].join(' | '));
    }
  }
  console.log(`not asked: ${[...unasked].join(', ') || 'none'}`);
}

const repeat = (text: string, times: number): string => `${text} `.repeat(times).trim();

const many = (count: number, name: (place: number) => string): string[] =>
  Array.from({ length: count }, (_, place) => name(place));

function memoryOf(place: number, isLarge: boolean): object {
  const memory_type = ['decision', 'incident', 'convention'][place % 3];
  if (!isLarge)
    return { memory_type, title: `Gate ${place}`, content: `It closes at ${place}.`, files: ['zoo.ts'] };
  return {
    memory_type,
    title: `${place} ${repeat('quokka "fence" \\ gate', 18)}`,
    content: repeat('A keeper said "climb" the \\fence\\ at night.\nThen', place === 0 ? 1_900 : 500),
    files: many(60, (file) => `zoo/gates/${place % 7}/a/long/path/of/a/file/${file}-north-of-the-gate.ts`),
    tags: many(60, (tag) => `zoo/fence/${tag}/tag-of-some-length-${place}`),
  };
}

const callersOf = (count: number) =>
  Object.fromEntries(
    many(count, String).map((place) => [
      `src/caller${place}.ts`,
      `import { priceOf } from './prices.ts';\n/** ${repeat('Takes an order and keeps it', 30)} */\n` +
        `export function aLongNameOfAFunctionThatCalls${place}(item: string, all: readonly string[]) { return priceOf(item); }\n`,
    ]),
  );

async function* callsOf(
  call: CallTool,
  { ids, isLarge, runJobs }: { ids: readonly string[]; isLarge: boolean; runJobs: () => Promise<unknown> },
): Calls {
  const long = (text: string, times: number) => (isLarge ? repeat(text, times) : text);
  const [id = '', other = '', third = ''] = [ids[0], ids[1], ids.at(-1)];
  const pair = { source_id: id, target_id: other };
  yield ['memory_search', { query: long('quokka fence gate', 100), limit: 100, min_score: 0 }];
  yield ['memory_search', { query: 'gate' }];
  yield ['memory_search', { query: 'xylophones' }];
  yield ['memory_get_detail', { id }];
  yield ['memory_get_timeline', { limit: 200 }];
  yield ['memory_get_index', { limit: 500 }];
  yield ['memory_get_related', { id, limit: 50 }];
  yield ['memory_by_file', { file_path: isLarge ? 'zoo' : 'zoo.ts', limit: 100 }];
  yield ['memory_by_file', { file_path: 'nothing.ts' }];
  yield ['memory_rate', { id, useful: true }];
  yield ['memory_rate', { id, useful: true, retract: true }];
  yield ['memory_explore', { query: 'gate', max_nodes: 200, seed_limit: 50 }];
  yield ['memory_explore', { query: 'xylophones' }];
  yield ['workspace_insight', {}];
  const started = { project_path: '/home/keeper/zoo', task: long('mend the gate', 150) };
  yield ['session_start', started];
  const { session_id } = (await call('session_start', started)).structured as { session_id: string };
  const observed = { session_id, content: long('From now on all gates close at six.', 270) };
  yield ['session_observe', observed];
  yield ['session_observe', { ...observed, retract: true }];
  yield ['session_get_context', { session_id, max_memories: 100 }];
  yield ['session_end', { session_id, summary: long('All was done.', 300) }];
  const text = `# Otters "swim"\n\n${long('Otters swim.', 300)}\n\n`;
  yield ['document_ingest', { title: long('Otters', 60), content: text.repeat(isLarge ? 100 : 1) }];
  const documents = many(isLarge ? 100 : 1, (place) => (place % 2 === 0 ? `Seals ${place}` : ''));
  yield [
    'document_ingest_batch',
    { documents: documents.map((title) => ({ title, content: 'Seals bark.' })) },
  ];
  yield ['document_ingest_batch_get_upload_url', {}];
  yield ['sdlc_seed', { content: '# Plan\n\nOne year.', document_type: 'plan', deliverable_id: 'P-1' }];
  yield ['sdlc_seed_get_upload_url', {}];
  yield ['sdlc_get_version', {}];
  await runJobs();
  yield ['document_list', { limit: 100 }];
  const listed = (await call('document_list', {})).structured as { results: { document_id: string }[] };
  yield ['document_delete', { document_id: listed.results[0]?.document_id }];
  yield ['document_list', { origin: 'nowhere' }];
  yield ['code_search', { q: 'aLongName', limit: 50 }];
  yield ['code_search', { q: 'priceOf' }];
  const found = (await call('code_search', { q: 'priceOf' })).structured as {
    results: { symbol_id: string }[];
  };
  const symbol_id = found.results[0]?.symbol_id;
  for (const tool of ['code_navigate', 'code_callers', 'code_callees', 'code_context'])
    yield [tool, { symbol_id }];
  yield ['code_path', { from: 'placeOrder', to: 'roundUp' }];
  yield [
    'memory_store',
    { title: 'Lamps', memory_type: 'general', content: long('They are on until six.', 2_000) },
  ];
  yield ['memory_relate', { ...pair, relationship_type: 'depends_on', context: long('because', 60) }];
  yield ['memory_relate', { ...pair, relationship_type: 'depends_on', retract: true }];
  yield ['contradiction_list', { limit: 50 }];
  yield ['contradiction_settle', { ...pair, verdict: 'both_hold' }];
  yield ['contradiction_list', { state: 'settled' }];
  yield ['contradiction_settle', { ...pair, verdict: 'both_hold', retract: true }];
  const terms = many(isLarge ? 8 : 2, (place) => long(`w${place}`, 10));
  yield ['glossary_add', { terms }];
  yield ['glossary_list', {}];
  yield ['glossary_add', { terms, retract: true }];
  yield ['glossary_list', { offset: 100 }];
  yield ['memory_update', { id: other, title: 'New', content: long('New "words" \\', 1_500) }];
  yield ['memory_delete', { id: third }];
}
