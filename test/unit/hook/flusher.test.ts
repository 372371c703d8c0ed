import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  readFlusherState,
  shouldFlush,
  takeFlusherLock,
} from '../../../packages/agents/src/hook/flush/flusher-lock.ts';
import { readSpoolState } from '../../../packages/agents/src/hook/spool/read-spool.ts';
import { runFlusher } from '../../../packages/agents/src/hook/flush/run-flusher.ts';
import { verifies } from '../../support/verifies.ts';
import { makeDesk, type Desk } from './run.ts';

interface Request {
  path: string;
  key: string;
  ids: string[];
}
/** The status of an answer, and what it says. */
type Answering = (
  request: Request,
  count: number,
) => { status: number; headers?: Record<string, string>; body?: object };

/** Answers as the service does, or as a test has it answer. */
async function standIn(answering: Answering): Promise<{ url: string; requests: Request[]; taken: string[] }> {
  const requests: Request[] = [];
  const taken: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { observations = [] } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as {
        observations?: { event_id: string }[];
      };
      const { url: path = '', headers } = request;
      const { authorization: key = '' } = headers;
      const asked = { path, key, ids: observations.map(({ event_id }) => event_id) };
      requests.push(asked);
      const { status, headers: answered = {}, body = {} } = answering(asked, requests.length);
      if (status === 200) taken.push(...asked.ids);
      response
        .writeHead(status, { 'content-type': 'application/json', ...answered })
        .end(JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, taken };
}

const asService: Answering = () => ({ status: 200 });

/** A desk with events of some sessions. */
async function deskWith(sessions: number, each: number): Promise<Desk> {
  const desk = await makeDesk();
  for (let session = 0; session < sessions; session += 1)
    for (let event = 0; event < each; event += 1)
      await desk.fire('claude', 'UserPromptSubmit', {
        session_id: `s${session}`,
        hook_event_name: 'UserPromptSubmit',
        prompt_id: `p${event}`,
        prompt: `Prompt ${event} of session ${session}`,
      });
  return desk;
}

/** Into the user's own service, which listens there. */
const flush = async (desk: Desk, url: string) => {
  await listenAt(desk, url);
  return flushNow(desk);
};

const listenAt = async (desk: Desk, url: string) => {
  await mkdir(desk.home.data, { recursive: true });
  await writeFile(join(desk.home.data, 'lock'), JSON.stringify({ url }));
  await desk.configure({ key: 'wm_test_x' });
};

const flushNow = (desk: Desk) =>
  runFlusher({ home: desk.home, environment: {}, isPatient: false, graceMs: 0 });

verifies('hooks.flush', async () => {
  const desk = await deskWith(3, 4);
  const service = await standIn(asService);
  expect(await flush(desk, service.url)).toMatchObject({ outcome: 'done', failures: 0 });
  expect(new Set(service.taken).size).toBe(12);
  expect(readSpoolState(desk.home)).toMatchObject({ events: 0, deadLetters: [] });
  expect(await readdir(desk.home.state)).not.toContain('flusher.lock');
});

verifies('hooks.flush-offline', async () => {
  const desk = await deskWith(1, 2);
  expect(await flush(desk, 'http://127.0.0.1:1')).toMatchObject({
    outcome: 'offline',
    failures: 1,
    message: 'The service gives no answer: nothing listens there.',
  });
  expect(readSpoolState(desk.home).events).toBe(2);
  const first = Date.parse(readFlusherState(desk.home)?.notBefore ?? '') - Date.now();
  for (let time = 0; time < 30; time += 1) await flush(desk, 'http://127.0.0.1:1');
  const later = Date.parse(readFlusherState(desk.home)?.notBefore ?? '') - Date.now();
  expect(first).toBeLessThanOrEqual(1_000);
  expect(later).toBeGreaterThan(4 * 60_000);
  expect(later).toBeLessThanOrEqual(10 * 60_000);
  // Settings from before the last try: hooks wait. A clock that was set far back or on holds nothing up.
  await utimes(desk.home.config, new Date(0), new Date(0));
  expect(shouldFlush(desk.home, Date.now())).toBe(false);
  expect(shouldFlush(desk.home, Date.now() - 24 * 3_600_000)).toBe(true);
  expect(shouldFlush(desk.home, Date.now() + 24 * 3_600_000)).toBe(true);
  await desk.configure({ key: 'wm_test_new' });
  expect(shouldFlush(desk.home, Date.now())).toBe(true);
  const service = await standIn(asService);
  await flush(desk, service.url);
  expect(service.taken).toHaveLength(2);
});

verifies('hooks.flush-again', async () => {
  const desk = await deskWith(2, 3);
  // The connection breaks after the service took the events: they are sent again, under the same ids.
  const service = await standIn((request, count) =>
    count === 2 ? { status: 503 } : asService(request, count),
  );
  await flush(desk, service.url);
  expect(readSpoolState(desk.home).events).toBeGreaterThan(0);
  await flush(desk, service.url);
  expect(readSpoolState(desk.home).events).toBe(0);
  const sent = service.requests.flatMap(({ ids }) => ids);
  expect(new Set(sent).size).toBe(6);
});

verifies('hooks.flush-refused', async () => {
  const desk = await deskWith(1, 1);
  const { url } = await standIn(() => ({ status: 401 }));
  expect(await flush(desk, url)).toMatchObject({ outcome: 'refused', message: 'The service answered 401.' });
  await utimes(desk.home.config, new Date(0), new Date(0));
  expect(shouldFlush(desk.home, Date.now() + 10 * 60_000)).toBe(false);
  expect(shouldFlush(desk.home, Date.now() + 16 * 60_000)).toBe(true);
  expect(readSpoolState(desk.home).events).toBe(1);
});

verifies('hooks.flush-limited', async () => {
  const desk = await deskWith(1, 1);
  const { url } = await standIn(() => ({ status: 429, headers: { 'retry-after': '120' } }));
  const state = await flush(desk, url);
  const wait = Date.parse(state?.notBefore ?? '') - Date.parse(state?.at ?? '');
  expect(state?.outcome).toBe('offline');
  expect(wait).toBeGreaterThan(119_000);
  expect(wait).toBeLessThan(121_000);
});

verifies('hooks.flush-poison', async () => {
  const desk = await deskWith(3, 5);
  const spooled = await desk.spooled();
  const [rejected, refused, failing] = ['s0', 's1', 's2'].map(
    (session) => spooled.find((event) => event.session === `claude-${session}`)?.id,
  );
  const [project = ''] = await readdir(desk.home.spool);
  await mkdir(join(desk.home.spool, project, 'claude-s9'));
  await writeFile(join(desk.home.spool, project, 'claude-s9', 'torn.json'), '\0\0\0\0');
  const service = await standIn((request, count) => {
    const has = (id: string | undefined) => id !== undefined && request.ids.includes(id);
    if (has(refused)) return { status: 422 };
    if (has(failing)) return { status: 500 };
    const index = request.ids.indexOf(rejected ?? '');
    return index === -1
      ? asService(request, count)
      : { status: 200, body: { errors: [{ index, msg: 'content: too long' }] } };
  });
  // The fourth time the service fails at one session, what it fails at is looked for.
  for (let time = 0; time < 4; time += 1) await flush(desk, service.url);
  const { events, deadLetters } = readSpoolState(desk.home);
  expect(events).toBe(0);
  const reasons = await Promise.all(
    deadLetters.map(async (path) => (JSON.parse(await readFile(path, 'utf8')) as { reason: string }).reason),
  );
  expect(reasons.sort()).toEqual([
    'It cannot be read.',
    'The service answered 422.',
    'The service answered 500.',
    'content: too long',
  ]);
  expect(new Set(service.taken).size).toBe(13);
});

verifies('hooks.flush-one', async () => {
  const desk = await deskWith(1, 1);
  const service = await standIn(asService);
  const lock = takeFlusherLock(desk.home);
  expect(lock?.beat()).toBe(true);
  expect(await flush(desk, service.url)).toBeUndefined();
  expect(service.requests).toEqual([]);
  // The holder was killed: its process is gone, or its last word is long ago.
  const path = join(desk.home.state, 'flusher.lock');
  await writeFile(path, JSON.stringify({ pid: 2 ** 22 + 1, token: 'gone' }));
  expect(await flush(desk, service.url)).toMatchObject({ outcome: 'done' });
  await writeFile(path, JSON.stringify({ pid: process.pid, token: 'another program got its number' }));
  await utimes(path, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
  expect(takeFlusherLock(desk.home)).toBeDefined();
  // Taken over, the first says no more that it lives, and takes nothing away.
  expect(lock?.beat()).toBe(false);
  lock?.release();
  expect(await readdir(desk.home.state)).toContain('flusher.lock');
});

test('without a key nothing is sent, and a key goes to the address it was set with', async () => {
  const desk = await deskWith(1, 1);
  const service = await standIn(asService);
  await desk.configure({ url: service.url });
  const run = (environment: NodeJS.ProcessEnv) =>
    runFlusher({ home: desk.home, environment, isPatient: false, graceMs: 0 });
  expect(await run({})).toMatchObject({ outcome: 'no key' });
  await desk.configure({ url: 'http://team.example', key: 'wm_live_team' });
  expect(await run({ WORKSPACE_MEMORY_URL: service.url })).toMatchObject({ outcome: 'no key' });
  expect(service.requests).toEqual([]);
});

test('an event is left in the spool for a moment, so that its second delivery meets it', async () => {
  const desk = await deskWith(1, 1);
  const service = await standIn(asService);
  await listenAt(desk, service.url);
  const started = performance.now();
  await runFlusher({ home: desk.home, environment: {}, graceMs: 300 });
  expect(performance.now() - started).toBeGreaterThan(200);
  expect(service.taken).toHaveLength(1);
});

verifies('hooks.bound', async () => {
  const desk = await deskWith(1, 2);
  const own = await standIn(asService);
  const team = await standIn(asService);
  await listenAt(desk, own.url);
  await desk.configure({ url: team.url, key: 'wm_test_team' });
  expect(await flushNow(desk)).toMatchObject({ outcome: 'done' });
  const answered = (text: string) =>
    desk.fire('claude', 'Stop', {
      session_id: 's0',
      hook_event_name: 'Stop',
      last_assistant_message: text,
    });
  await answered('Of the team');
  expect(readSpoolState(desk.home, team.url)).toMatchObject({ events: 1, held: new Map([['own', 2]]) });
  await flushNow(desk);
  expect(team.taken).toHaveLength(1);
  expect(own.requests).toEqual([]);
  // A team's other workspace is another service, and its other key is not.
  await answered('Of the team again');
  await desk.configure({ url: team.url, key: 'wm_test_team', workspaceId: 'w2' });
  await flushNow(desk);
  expect(team.taken).toHaveLength(1);
  await desk.configure({ url: `${team.url}/`, key: 'wm_test_new' });
  await flushNow(desk);
  expect(team.taken).toHaveLength(2);
  await flush(desk, own.url);
  expect(own.taken).toHaveLength(2);
  expect(readSpoolState(desk.home)).toMatchObject({ events: 0, held: new Map() });
  // Keys of the environment: each project of one service may have its own.
  const shared = await standIn(asService);
  const keyed = (name: string) => ({
    WORKSPACE_MEMORY_URL: shared.url,
    WORKSPACE_MEMORY_API_TOKEN: `wm_test_${name}`,
  });
  for (const name of ['a', 'b'])
    await desk.fire(
      'claude',
      'Stop',
      { session_id: name, hook_event_name: 'Stop', last_assistant_message: `Of ${name}` },
      { environment: keyed(name) },
    );
  for (const name of ['a', 'b']) {
    await runFlusher({ home: desk.home, environment: keyed(name), isPatient: false, graceMs: 0 });
    const keys = new Set(shared.requests.splice(0).map(({ key }) => key));
    expect([...keys]).toEqual([`Token wm_test_${name}`]);
    expect(shared.taken.splice(0)).toHaveLength(1);
  }
});
