/** A process of its own, for `callService`: what callers compute is not the service's. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallingTask, Sample } from './call-service.ts';
import { realisticTexts } from './realistic-texts.ts';

/** Sends of one caller, each timed under its kind. */
type Send = <Reply>(kind: string, path: string, body: object, method?: string) => Promise<Reply>;

interface Memory {
  id: string;
}

const CHAIN = 7;
/** Samples are told in lots: a message for each would be work of its own. */
const TOLD_EVERY_MS = 250;

const over = new AbortController();
const samples: Sample[] = [];

function sender({ url, key }: CallingTask): Send {
  return async (kind, path, body, method = 'POST') => {
    const at = Date.now();
    const startedAt = performance.now();
    const reply = await fetch(url + path, {
      method,
      headers: {
        authorization: `${path === '/mcp' ? 'Bearer' : 'Token'} ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    samples.push({ kind, at, ms: performance.now() - startedAt, status: reply.status });
    return (reply.ok && text !== '' ? JSON.parse(text) : {}) as never;
  };
}

const call = (send: Send, kind: string, name: string, args: object) =>
  send<object>(kind, '/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  });

const pick = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];

/** Some words of a text, as a caller who remembers it half would ask. */
function question(words: readonly string[], count: number): string {
  const start = Math.floor(Math.random() * Math.max(1, words.length - count));
  return words.slice(start, start + count).join(' ');
}

/** 60 chains of 7 memories, stored and related by 4 callers, while 2 others ask for paths, explores and searches. */
async function chains(send: Send): Promise<void> {
  const texts = realisticTexts(60 * CHAIN);
  const stored: Memory[] = [];
  const numbers = Array.from({ length: 60 }, (_, chain) => chain).values();
  const isStored = new AbortController();
  const store = async () => {
    for (const chain of numbers) {
      let last: Memory | undefined;
      for (const text of texts.slice(chain * CHAIN, (chain + 1) * CHAIN)) {
        const memory = await send<Memory>('store', '/api/v1/memories/store', {
          ...text,
          concepts: [`chain ${chain}`, `group ${chain % 10}`],
          source_files: [`src/chain-${chain}.ts`],
        });
        stored.push(memory);
        if (last)
          await send('relate', '/api/v1/relationships', {
            source_id: memory.id,
            target_id: last.id,
            relationship_type: 'depends_on',
          });
        last = memory;
      }
    }
  };
  const ask = async () => {
    while (!isStored.signal.aborted) {
      const [from, to] = [pick(stored), pick(stored)];
      const words = pick(texts)?.narrative.split(' ') ?? [];
      if (!from || !to) await sleep(10);
      else {
        await send('path', '/api/v1/memories/path', { source_memory_id: from.id, target_memory_id: to.id });
        await send('explore', '/api/v1/memories/explore', { query: question(words, 4) });
        await send('search', '/api/v1/memories/search', { query: question(words, 6) });
      }
    }
  };
  const asked = [ask(), ask()];
  await Promise.all(Array.from({ length: 4 }, store));
  isStored.abort();
  await Promise.all(asked);
}

/** 2,000 short texts that fall into 200 topics, stored by 8 callers; five searches a second from the first store until the parent says that all is settled. */
async function burst(send: Send): Promise<void> {
  const texts = realisticTexts(2_000).map(({ title, narrative }) => ({
    title,
    narrative: narrative.split(' ').slice(0, 20).join(' '),
  }));
  const left = texts.values();
  const store = async () => {
    for (const text of left) await send('store', '/api/v1/memories/store', text);
  };
  const search = async () => {
    while (!over.signal.aborted) {
      await send('search', '/api/v1/memories/search', {
        query: question(pick(texts)?.narrative.split(' ') ?? [], 6),
      });
      await sleep(200);
    }
  };
  const searching = search();
  await Promise.all(Array.from({ length: 8 }, store));
  process.send?.('stored');
  await searching;
}

/** The actions of one agent, again and again, with pauses: the workspace keeps its size once it has `size` memories. */
async function agent(
  send: Send,
  { size = 3_000, project }: { size?: number; project: string },
  stored: Memory[],
) {
  const texts = realisticTexts(400);
  const wordsOf = () => pick(texts)?.narrative.split(' ') ?? [];
  const file = () => `src/module-${Math.floor(Math.random() * 60)}.ts`;
  while (!over.signal.aborted) {
    const session = `soak-${randomUUID()}`;
    await send('session', '/api/v1/sessions/start', { session_id: session, project_name: project });
    await call(send, 'moment', 'session_get_context', { session_id: session, max_memories: 10 });
    for (let turn = 0; turn < 12 && !over.signal.aborted; turn += 1) {
      await call(send, 'moment', 'memory_search', {
        query: question(wordsOf(), 12),
        limit: 3,
        min_score: 0.4,
      });
      await send('search', '/api/v1/memories/search', {
        query: question(wordsOf(), 3 + Math.floor(Math.random() * 38)),
      });
      await call(send, 'moment', 'memory_by_file', { file_path: file(), limit: 3 });
      const text = pick(texts);
      const memory = await send<Memory>('store', '/api/v1/memories/store', {
        title: `${text?.title} ${question(wordsOf(), 3)}`,
        narrative: `${text?.narrative} ${question(wordsOf(), 20)}`,
        concepts: [pick(wordsOf())],
        source_files: [file()],
        source_session_id: session,
      });
      const other = pick(stored);
      stored.push(memory);
      if (other && turn % 3 === 0) {
        await send('relate', '/api/v1/relationships', {
          source_id: memory.id,
          target_id: other.id,
          relationship_type: 'related_to',
        });
        await send('path', '/api/v1/memories/path', {
          source_memory_id: memory.id,
          target_memory_id: pick(stored)?.id,
        });
        await send('explore', '/api/v1/memories/explore', { query: question(wordsOf(), 4) });
      }
      while (stored.length > size) {
        const id = stored.shift()?.id;
        await send('delete', `/api/v1/memories/${id}`, {}, 'DELETE');
      }
      await send('observe', `/api/v1/sessions/${session}/observations`, {
        // Few that are new after a while: what is drawn from sessions is not deleted here.
        observations: [{ content: `We decided: ${wordsOf().slice(0, 15).join(' ')}`, kind: 'prompt' }],
      });
      await sleep(Math.random() * 400);
    }
    await send('document', '/api/v1/documents', {
      title: `Guide of ${project}`,
      content: Array.from({ length: 6 }, (_, part) => `## Part ${part}\n\n${pick(texts)?.narrative}\n`).join(
        '\n',
      ),
      origin: 'soak',
      source: `docs/${project}.md`,
    });
    await send('code', '/api/v1/code/files', codeOf(project));
    await send('session end', `/api/v1/sessions/${session}/end`, {});
  }
}

/** A file whose ten functions call each other, as the indexer sends it. */
function codeOf(project: string): object {
  const path = `src/module-${Math.floor(Math.random() * 60)}.ts`;
  const names = Array.from({ length: 10 }, () => `compute${Math.floor(Math.random() * 1_000)}`);
  const symbol = (key: string, kind: string, name: string, line: number) => ({
    key,
    kind,
    name,
    qualified_name: key,
    class_name: null,
    parent: kind === 'module' ? null : path,
    start_line: line,
    end_line: line + 4,
    signature: `function ${name}()`,
    doc: null,
    returns: null,
  });
  return {
    repository: project,
    deleted: [],
    files: [
      {
        path,
        language: 'typescript',
        content_hash: randomUUID(),
        package_name: null,
        partial: false,
        symbols: [
          symbol(path, 'module', path, 1),
          ...[...new Set(names)].map((name, at) => symbol(`${path}#${name}`, 'function', name, at * 5 + 1)),
        ],
        references: [],
        local_calls: 0,
      },
    ],
  };
}

async function soak(send: Send): Promise<void> {
  const stored: Memory[] = [];
  await Promise.all(
    Array.from({ length: 8 }, (_, at) => agent(send, { project: `project-${at % 3}` }, stored)),
  );
}

const workloads = { chains, burst, soak };

async function work(task: CallingTask): Promise<void> {
  const tell = () => process.send?.(samples.splice(0));
  const telling = setInterval(tell, TOLD_EVERY_MS);
  await workloads[task.workload](sender(task));
  clearInterval(telling);
  tell();
  process.disconnect();
}

process.on('message', (task: CallingTask | 'over') => {
  if (task === 'over') over.abort();
  else void work(task);
});
