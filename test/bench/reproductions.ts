import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createApiKey } from '../../packages/core/src/keys/keys.ts';
import { OPERATIONS_PATH } from '@memory/service/operations-path';
import { startServer, type ServerProcess } from '../host/child-process.ts';
import { openSocket } from '../support/clients/raw-request.ts';
import { UNLIMITED_RATES } from '../host/unlimited-rates.ts';
import { hostileDocuments } from '../unit/documents/hostile-documents.ts';
import { percentiles } from './support/percentiles.ts';
import type { SteadyFigures } from './support/steady-caller.ts';

/** A call of the greedy or hostile tenant; answers its result in a few words. */
type Attack = (tenant: Tenant) => Promise<string>;

interface Tenant {
  url: string;
  /** The first is the one that is used; some attacks use all. */
  keys: string[];
  /** Of a request with the first key; a body that is no text goes out as JSON. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  call(tool: string, input: object): Promise<string>;
}

/**
 * Limits of each input. Those that a version could not answer for minutes are answered at once; their kin may take the
 * time that a document has, and an upload, or what is slow on purpose, is not answered by reading it.
 */
const LIMITS = {
  answeredMs: 2_000,
  documentMs: 12_000,
  otherP95Ms: 500,
  otherListMs: 1_000,
  memoryMb: 1_000,
};

/** Each once took from seconds to for ever, or ended the process. */
const SEEN =
  /^(?:a table of spans|front matter of many keys|lists in lists|quotation marks|a row of cells|backticks|code of nothing|blanks|a path of one letter|a query|300 wrong|a method|16 bodies|nothing)/u;

const SEARCHES_AT_ONCE = 300;
const KEYS = 5;
/** A mebibyte, less what stands around a text. */
const REQUEST_CHARACTERS_MAX = 1_040_000;

/**
 * Sends the local server, a process of its own, each kind of input that has held up or ended a version of it, through each
 * entrance that takes it; meanwhile another tenant lists, searches and stores. `REPRODUCTIONS` names inputs by an expression,
 * `REPRODUCTIONS_PART=1/4` takes every fourth.
 */
export async function benchReproductions(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memory-reproductions-'));
  const DATA_DIR = join(folder, 'data');
  try {
    const settings = { ...UNLIMITED_RATES, DATA_DIR, RATE_WRONG_KEYS_PER_MINUTE: '60' };
    // Making the database takes 1 GB for a moment, and is over when callers come.
    await (await startServer(settings)).stop('SIGTERM');
    await using server = await startServer(settings);
    const lock = JSON.parse(await readFile(join(DATA_DIR, 'lock'), 'utf8')) as {
      pid: number;
      operatorToken: string;
    };
    const [greedy, other] = [await makeTenant(server, lock), await makeTenant(server, lock)];
    await warmUp(other);
    const only = process.env['REPRODUCTIONS'];
    const rows: string[] = [];
    const [part = 1, parts = 1] = (process.env['REPRODUCTIONS_PART'] ?? '1/1').split('/').map(Number);
    for (const [index, [name, attack]] of Object.entries(attacks()).entries()) {
      if (only && !new RegExp(only, 'u').test(name)) continue;
      if (index % parts !== part - 1) continue;
      const figures = await measure([name, attack], { greedy, other, pid: lock.pid });
      const row = `| ${[name, ...Object.values(figures)].join(' | ')} |`;
      if (rows.length === 0) {
        const labels = ['input', ...Object.keys(figures)];
        console.log(`| ${labels.join(' | ')} |\n|${' --- |'.repeat(labels.length)}`);
      }
      console.log(row);
      rows.push(row);
    }
    const missed = rows.filter((row) => row.includes('MISS'));
    console.log(`\n${rows.length} inputs, ${missed.length} outside of the limits.\n${missed.join('\n')}`);
    const longest = Math.max(
      ...server
        .output()
        .split('\n')
        .map(({ length }) => length),
    );
    console.log(`Longest line of the log: ${longest} characters.`);
    await server.stop('SIGTERM');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeTenant(
  server: ServerProcess,
  { operatorToken }: { operatorToken: string },
): Promise<Tenant> {
  const operate = async (operation: string, input: object) => {
    const reply = await fetch(server.url + OPERATIONS_PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}` },
      body: JSON.stringify({ operation, input }),
    });
    return ((await reply.json()) as { result: { key: string; workspace_id: string } }).result;
  };
  const { key, workspace_id: workspaceId } = await operate('createWorkspace', {
    name: `tenant ${performance.now()}`,
    language: 'english',
  });
  const keys = [key];
  for (let number = 1; number < KEYS; number += 1)
    keys.push(
      (await operate('createKey', { workspaceId, name: `key ${number}`, scope: 'write', expiresAt: null }))
        .key,
    );
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {
    url: server.url,
    keys,
    post,
    call: async (name, input) => {
      const params = { name, arguments: input };
      const reply = await post(
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' },
      );
      const text = await reply.text();
      return `${reply.status}${/"isError": ?true/u.test(text) ? ' error' : ''}`;
    },
  };
}

async function measure(
  [name, attack]: [string, Attack],
  { greedy, other, pid }: { greedy: Tenant; other: Tenant; pid: number },
): Promise<Record<string, string | number>> {
  let peak = 0;
  const watching = setInterval(() => void residentMb(pid).then((mb) => (peak = Math.max(peak, mb))), 50);
  const steady = new Worker(new URL('./support/steady-caller.ts', import.meta.url), {
    workerData: { url: other.url, key: other.keys[0] },
  });
  const ended = once(steady, 'message') as Promise<[SteadyFigures]>;
  await once(steady, 'online');
  await new Promise((resolve) => setTimeout(resolve, 500));
  const startedAt = performance.now();
  const answer = await attack(greedy).catch((error: unknown) => `failed: ${String(error).slice(0, 60)}`);
  const answeredMs = Math.round(performance.now() - startedAt);
  steady.postMessage('over');
  const [{ durations, slowestListMs, failed }] = await ended;
  clearInterval(watching);
  const sorted = durations.toSorted((a, b) => a - b);
  const p95 = Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0);
  const isAlive = (await residentMb(pid)) > 0;
  const within = (figure: number, most: number) => `${figure}${figure > most ? ' MISS' : ''}`;
  return {
    // A body that is refused for its size shows nothing of the cost of reading it.
    answer: answer.startsWith('413') ? `${answer} MISS` : answer,
    'answered ms': /upload|batches|drips|half-open|at once|bodies of 2 MB|embedded anew/u.test(name)
      ? answeredMs
      : within(answeredMs, SEEN.test(name) ? LIMITS.answeredMs : LIMITS.documentMs),
    'other p50/p95/p99': `${percentiles(durations)}${p95 > LIMITS.otherP95Ms ? ' MISS' : ''}`,
    'slowest list ms': within(Math.round(slowestListMs), LIMITS.otherListMs),
    failed,
    'peak MB': within(peak, LIMITS.memoryMb),
    alive: isAlive ? 'yes' : 'MISS',
  };
}

/** A service that has worked: it has loaded what it needs, and V8 has compiled what is hot, which takes 500 MB for a moment. */
async function warmUp({ post }: Tenant): Promise<void> {
  for (let number = 0; number < 40; number += 1) {
    await statusOf(post('/api/v1/memories/store', { title: `Warm ${number}`, narrative: 'It is warm.' }));
    await statusOf(post('/api/v1/memories/search', { query: 'warm', limit: 5 }));
  }
  await statusOf(post('/api/v1/documents', { title: 'Warm', content: '# Warm\n\nIt is.' }));
  await new Promise((resolve) => setTimeout(resolve, 10_000));
}

/** Of a process and all below it, what is their own: the program's file is there once. Linux tells. */
async function residentMb(pid: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
    const below = await Promise.all(children.map((child) => residentMb(Number(child))));
    const own = Number(/RssAnon:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1_000;
    return Math.round(below.reduce((sum, mb) => sum + mb, own));
  } catch {
    return 0;
  }
}

const statusOf = async (reply: Promise<Response>) => {
  const { status, body } = await reply;
  await body?.cancel();
  return String(status);
};

/** @returns how its items fared, when it was read */
async function upload({ post, keys, url }: Tenant, content: string): Promise<string> {
  const created = (await (await post('/api/v1/documents/upload-url', {})).json()) as {
    upload_id: string;
    url: string;
    fields: Record<string, string>;
  };
  const send = () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(created.fields)) form.append(name, value);
    form.append('file', new Blob([content]));
    return fetch(created.url, { method: 'POST', body: form });
  };
  const first = await statusOf(send());
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const reply = await fetch(`${url}/api/v1/documents/uploads/${created.upload_id}`, {
      headers: { authorization: `Token ${keys[0]}` },
    });
    const { state, documents, error_count } = (await reply.json()) as {
      state: string;
      documents: number;
      error_count: number;
    };
    if (state === 'waiting' || state === 'processing') continue;
    return `${first} ${state}: ${documents} read, ${error_count} refused; the form again: ${await statusOf(send())}`;
  }
}

function attacks(): Record<string, Attack> {
  const all: Record<string, Attack> = { nothing: async () => 'nothing sent' };
  const bodies = Object.entries(hostileDocuments).flatMap(([name, make]) => {
    const document = make();
    return 'text' in document ? [{ name, content: document.text }] : [];
  });
  const more = {
    'footnotes without end': Array.from({ length: 6_000 }, (_, n) => `[^${n}]: note\n`).join('\n'),
    'definitions without end': Array.from({ length: 8_000 }, (_, n) => `[l${n}]: /u\n`).join(''),
    'emphasis without end': '*a '.repeat(50_000),
    'half a megabyte of items apart': '- a\n\n'.repeat(100_000),
    'half a megabyte of lazy quotations': '> > a\n> b\n'.repeat(50_000),
    'half a megabyte of rows': `|a|\n|-|\n${'|b|\n'.repeat(125_000)}`,
    'half a megabyte of headings': '# a\n'.repeat(125_000),
    'brackets without end': '['.repeat(100_000),
    'elements in elements': `<!doctype html><body>${'<div>'.repeat(100_000)}`,
    'many blanks in a heading': `# a${' '.repeat(900_000)}x`,
  };
  const documents = [...bodies, ...Object.entries(more).map(([name, content]) => ({ name, content }))].map(
    ({ name, content }) => ({ name, content: content.slice(0, fittingLength(content)) }),
  );
  for (const { name, content } of documents) {
    const title = name;
    all[`${name}: REST`] = ({ post }) => statusOf(post('/api/v1/documents', { title, content }));
    all[`${name}: MCP`] = ({ call }) => call('document_ingest', { title, content });
  }
  const items = documents.map(({ name, content }) => ({ title: name, content }));
  all['all documents: batches'] = async ({ post }) => {
    const statuses = items.map((item) =>
      statusOf(post('/api/v1/documents/batch', { documents: [item, { ...item, title: 'again' }] })),
    );
    return [...new Set(await Promise.all(statuses))].join(' ');
  };
  all['all documents: upload'] = (tenant) => upload(tenant, JSON.stringify(items));
  const rows = '<tr><td colspan=1000 rowspan=65534>b'.repeat(300);
  all['a table of 300 rows: upload'] = (tenant) =>
    upload(tenant, JSON.stringify([{ title: 'x', content: `<!doctype html><body><table>${rows}</table>` }]));
  all['8 MiB of lists: upload'] = (tenant) => upload(tenant, `[[${'[],'.repeat(2_796_000)}0]]`);
  all['8 MiB of blanks behind a word: upload'] = (tenant) =>
    upload(tenant, JSON.stringify([{ title: 'x', content: `token${' '.repeat(7_900_000)}x` }]));
  all['8 MiB of list items: upload'] = (tenant) =>
    upload(tenant, JSON.stringify([{ title: 'x', content: '- a\n'.repeat(1_900_000) }]));
  all['blanks in a heading: sdlc_seed'] = ({ call }) =>
    call('sdlc_seed', { document_type: 'spec', content: `# a${' '.repeat(120_000)}x` });
  all['many blanks in a heading: sdlc_seed'] = ({ call }) =>
    call('sdlc_seed', { document_type: 'spec', content: `# a${' '.repeat(900_000)}x` });
  all['blanks behind a word: observations'] = async ({ post }) => {
    const id = `s${performance.now()}`;
    const session = (await (await post('/api/v1/sessions/start', { session_id: id })).json()) as {
      session_id?: string;
    };
    const observations = Array.from({ length: 100 }, () => ({ content: `token${' '.repeat(9_990)}x` }));
    return statusOf(post(`/api/v1/sessions/${session.session_id ?? id}/observations`, { observations }));
  };
  all['blanks behind a word: store'] = ({ post }) =>
    statusOf(post('/api/v1/memories/store', { title: 'x', narrative: `token${' '.repeat(900_000)}x` }));
  all['a path of one letter: code index, then back-references'] = async ({ post, call }) => {
    const path = 'a'.repeat(250);
    const symbol = {
      key: path,
      kind: 'module',
      name: path,
      qualified_name: path,
      class_name: null,
      parent: null,
      start_line: 1,
      end_line: 1,
      signature: path,
      doc: null,
      returns: null,
    };
    const file = {
      path,
      language: 'typescript',
      content_hash: 'x',
      package_name: null,
      partial: false,
      symbols: [symbol],
      references: [],
      local_calls: 0,
    };
    const stored = await statusOf(
      post('/api/v1/code/files', { repository: 'r', files: [file], deleted: [] }),
    );
    const pattern = String.raw`([a-w]+)([a-w]+)([a-w]+)\1\2\3x`;
    return `${stored}, then ${await call('code_search', { file_pattern: pattern })}`;
  };
  all['40 long memories of many words, embedded anew'] = async ({ post }) => {
    const narrative = Array.from({ length: 8_000 }, (_, n) =>
      String.fromCodePoint(0x4e00 + ((n * 7) % 20_000)),
    ).join('');
    const statuses: string[] = [];
    for (let number = 0; number < 40; number += 1)
      statuses.push(
        await statusOf(post('/api/v1/memories/store', { title: `Many words ${number}`, narrative })),
      );
    await new Promise((resolve) => setTimeout(resolve, 20_000));
    return countOf(statuses);
  };
  for (const [name, query] of Object.entries({
    'code points': '\uFDFA'.repeat(1_900),
    words: Array.from({ length: 900 }, (_, n) => `w${n}`).join(' '),
    quotes: '"a '.repeat(600),
    'minus signs': '-a '.repeat(600),
  }))
    all[`a query of ${name}: search`] = ({ post }) =>
      statusOf(post('/api/v1/memories/search', { query, limit: 50 }));
  all['lists in lists: bodies'] = async ({ post }) => {
    const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
    const bodies = [
      deep,
      `{"metadata":${deep}}`,
      `[${'[],'.repeat(340_000)}0]`,
      `[${'{},'.repeat(340_000)}0]`,
    ];
    const paths = ['/api/v1/memories/store', '/api/v1/memories/search', '/api/v1/documents/batch', '/mcp'];
    const statuses = paths.flatMap((path) => bodies.map((body) => statusOf(post(path, body))));
    return [...new Set(await Promise.all(statuses))].join(' ');
  };
  all['a method of 200,000 letters: MCP'] = ({ post }) =>
    statusOf(
      post(
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'm'.repeat(200_000) },
        { authorization: `Bearer ${createApiKey('test')}` },
      ),
    );
  all['100 bodies of 2 MB without a key'] = async ({ post }) => {
    const body = 'x'.repeat(2_000_000);
    const send = () =>
      statusOf(post('/api/v1/memories/store', body, { authorization: 'Token none' })).catch(() => 'closed');
    return countOf(await Promise.all(Array.from({ length: 100 }, send)));
  };
  all['16 bodies of 1 MB of lists in lists'] = async ({ post }) => {
    const body = `{"title":"x","narrative":"y","metadata":${'['.repeat(500_000)}${']'.repeat(500_000)}}`;
    const send = () => statusOf(post('/api/v1/memories/store', body));
    return countOf(await Promise.all(Array.from({ length: 16 }, send)));
  };
  all['300 wrong keys'] = async ({ post }) => {
    const send = () =>
      statusOf(post('/api/v1/memories/search', {}, { authorization: `Token ${createApiKey('live')}` }));
    return countOf(await Promise.all(Array.from({ length: 300 }, send)));
  };
  all['a body that drips'] = async ({ url, keys }) => {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(url)));
    for (const socket of sockets)
      socket.write(
        `POST /api/v1/memories/store HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token ${keys[0]}\r\nContent-Length: 100000\r\n\r\n{`,
      );
    for (let drop = 0; drop < 20; drop += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      for (const socket of sockets) socket.write(' ');
    }
    for (const socket of sockets) socket.destroy();
    return '50 connections, 2 s';
  };
  all['500 half-open connections'] = async ({ url }) => {
    const sockets = await Promise.all(Array.from({ length: 500 }, () => openSocket(url)));
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: lo');
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const open = sockets.filter(({ closed }) => !closed).length;
    for (const socket of sockets) socket.destroy();
    return `${open} open after 2 s`;
  };
  all[`${SEARCHES_AT_ONCE} searches at once with ${KEYS} keys`] = async ({ post, keys }) => {
    const body = { query: 'what the queue does with messages that were retried too often', limit: 50 };
    const searches = Array.from({ length: SEARCHES_AT_ONCE }, (_, number) =>
      statusOf(
        post('/api/v1/memories/search', body, { authorization: `Token ${keys[number % keys.length]}` }),
      ),
    );
    return countOf(await Promise.all(searches));
  };
  return all;
}

/** So much of a text as a request may carry: its line breaks and quotes take two characters there. */
const fittingLength = (content: string): number =>
  JSON.stringify(content).length < REQUEST_CHARACTERS_MAX ? content.length : 450_000;

const countOf = (statuses: readonly string[]) =>
  [...new Set(statuses)]
    .map((status) => `${statuses.filter((each) => each === status).length} × ${status}`)
    .join(', ');
