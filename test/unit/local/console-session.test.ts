import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest';
import { createClient } from '@memory/client';
import { consoleCommand } from '../../../packages/agents/src/service/start-commands.ts';
import { lockDataDir } from '@memory/service/lock';
import { sharedPglite } from '../../host/migrated-pglite.ts';
import { startConsole, type ConsoleService } from '../../support/console/start-console.ts';
import { rawRequest } from '../../support/clients/raw-request.ts';
import { verifies } from '../../support/verifies.ts';

const SESSION = '/.console/session';
const OPERATIONS = '/.console/operations';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Bytes that the first view loads besides the page itself. */
const FIRST_VIEW_BYTES = 130_000;
const CONSOLE_BYTES = 250_000;

let console_: ConsoleService;
let nowMs = Date.now();
const clock = () => new Date(nowMs);

beforeAll(async () => {
  console_ = await startConsole({}, { clock });
});
afterAll(() => console_.close());

const codeOf = (link: string): string => /#open=([\w-]{43})$/u.exec(link)?.[1] ?? '';

interface Browser {
  cookie: string;
  proof: string;
}

const redeem = (code: string, headers: Record<string, string> = {}) =>
  fetch(console_.url + SESSION, {
    method: 'POST',
    headers: { origin: console_.url, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ code }),
  });

async function signIn(): Promise<Browser> {
  const response = await redeem(codeOf(console_.link()));
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  const { proof } = (await response.json()) as { proof: string };
  return { cookie, proof };
}

const headersOf = ({ cookie, proof }: Browser) => ({
  cookie,
  'x-console-proof': proof,
  'x-workspace-id': console_.workspaceId,
  'sec-fetch-site': 'same-origin',
});

/** Reads a list as the console does. */
const list = (headers: Record<string, string>) =>
  fetch(`${console_.url}/api/v1/memories/?limit=1`, { headers });

const operate = (browser: Browser, operation: string, input: object = {}) =>
  fetch(console_.url + OPERATIONS, {
    method: 'POST',
    headers: { ...headersOf(browser), origin: console_.url },
    body: JSON.stringify({ operation, input }),
  });

verifies('console.link.once', async () => {
  const link = console_.link();
  expect(link.startsWith(`${console_.url}/#open=`)).toBe(true);
  const first = await redeem(codeOf(link));
  expect(first.status).toBe(201);
  const [cookie = '', ...attributes] = (first.headers.get('set-cookie') ?? '').split('; ');
  expect(cookie).toMatch(new RegExp(`^wm_console_${new URL(console_.url).port}=[\\w-]{43}$`, 'u'));
  expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${14 * 24 * 60 * 60}`]);
  expect((await redeem(codeOf(link))).status).toBe(401);
  const late = codeOf(console_.link());
  nowMs += 11 * MINUTE_MS;
  expect((await redeem(late)).status).toBe(401);
  expect((await redeem('')).status).toBe(401);
  expect((await redeem(codeOf(console_.link()), { origin: 'http://evil.example' })).status).toBe(403);
  // The operator's token is what a link costs.
  const ask = (authorization: string) =>
    fetch(`${console_.url}/.local/console-link`, { method: 'POST', headers: { authorization } });
  expect((await ask(`Bearer ${console_.key}`)).status).toBe(401);
  const asked = (await (await ask(`Bearer ${console_.operatorToken}`)).json()) as { url: string };
  expect((await redeem(codeOf(asked.url))).status).toBe(201);
});

verifies('console.link.here', async () => {
  const data = mkdtempSync(join(tmpdir(), 'workspace-memory-here-'));
  const lock = await lockDataDir(data, console_.operatorToken);
  onTestFinished(async () => {
    await lock.release();
    rmSync(data, { recursive: true });
    vi.unstubAllEnvs();
  });
  await lock.announce(console_.url);
  vi.stubEnv('DATA_DIR', data);
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => printed.push(line));
  await consoleCommand().parseAsync(['--no-open'], { from: 'user' });
  log.mockRestore();
  expect((await redeem(codeOf(printed.join('')))).status).toBe(201);
});

verifies('console.session.own-origin', async () => {
  const browser = await signIn();
  const own = headersOf(browser);
  expect((await list(own)).status).toBe(200);
  const elsewhere: Record<string, string>[] = [
    { origin: 'http://evil.example' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ];
  for (const headers of elsewhere)
    for (const path of [`${console_.url}/api/v1/memories/`, console_.url + SESSION])
      expect((await fetch(path, { headers: { ...own, ...headers } })).status, JSON.stringify(headers)).toBe(
        403,
      );
  const operate = (operation: string, headers: Record<string, string>) =>
    fetch(`${console_.url}/.console/operations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ operation, input: { workspaceId: console_.workspaceId } }),
    });
  for (const operation of [
    'showWorkspace',
    'listAnswers',
    'listAttention',
    'outlineGraph',
    'settleFailure',
    'redriveJobs',
  ]) {
    for (const headers of elsewhere)
      expect((await operate(operation, { ...own, ...headers })).status, operation).toBe(403);
    const { 'x-console-proof': _, ...cookieAlone } = own;
    expect((await operate(operation, { ...cookieAlone, origin: console_.url })).status).toBe(401);
  }
  expect((await operate('showWorkspace', { ...own, origin: console_.url })).status).toBe(200);
  expect((await operate('deleteWorkspace', { ...own, origin: console_.url })).status).toBe(403);
  // A form of another page sends a cookie, but no proof; a write names its origin.
  const { 'x-console-proof': _, ...withoutProof } = own;
  expect((await list(withoutProof)).status).toBe(401);
  expect((await list({ ...own, 'x-console-proof': (await signIn()).proof })).status).toBe(401);
  const write = (headers: Record<string, string>) =>
    fetch(`${console_.url}/api/v1/memories/store`, {
      method: 'POST',
      headers: { ...own, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ title: 'A title', narrative: 'A narrative.' }),
    });
  expect((await write({})).status).toBe(403);
  expect((await write({ origin: console_.url })).status).toBe(201);
  // A cookie adds nothing to a key.
  expect(
    (await list({ ...own, origin: 'http://evil.example', authorization: `Token ${console_.key}` })).status,
  ).toBe(200);
  const beyond = await startConsole({ HOST: '0.0.0.0' }, { database: await sharedPglite() });
  try {
    const { port } = new URL(beyond.url);
    const lines = (host: string) => [
      `POST ${SESSION} HTTP/1.1`,
      `Host: ${host}:${port}`,
      `Origin: http://${host}:${port}`,
      'Content-Type: application/json',
    ];
    const body = () => JSON.stringify({ code: codeOf(beyond.link()) });
    const ask = (host: string, text: string) =>
      rawRequest(`http://127.0.0.1:${port}`, [...lines(host), `Content-Length: ${text.length}`], text);
    expect(await ask('rebound.example', body())).toMatch(/^HTTP\/1\.1 403 /u);
    expect(await ask('localhost', body())).toMatch(/^HTTP\/1\.1 201 /u);
  } finally {
    await beyond.close();
  }
});

verifies('console.session.ends', async () => {
  const browser = await signIn();
  expect((await list(headersOf(browser))).status).toBe(200);
  const { sessionsFile } = console_;
  const kept = readFileSync(sessionsFile, 'utf8');
  expect(kept).not.toContain(browser.proof);
  expect(kept).not.toContain(browser.cookie.split('=')[1]);
  const leave = () =>
    fetch(console_.url + SESSION, {
      method: 'DELETE',
      headers: { ...headersOf(browser), origin: console_.url },
    });
  const left = await leave();
  expect(left.status).toBe(204);
  expect(left.headers.get('set-cookie')).toMatch(/=; .*Max-Age=0/u);
  expect((await list(headersOf(browser))).status).toBe(401);
  expect((await leave()).status).toBe(401);
  const keys = await console_.client.listKeys({});
  expect(keys.filter(({ name }) => name === 'console').at(-1)?.revoked_at).not.toBeNull();
  const second = await signIn();
  // Set back and put right, the clock ends no session early or late.
  nowMs -= 3 * DAY_MS;
  expect((await list(headersOf(second))).status).toBe(200);
  nowMs += 18 * DAY_MS;
  expect((await list(headersOf(second))).status).toBe(401);
});

verifies(
  'console.session.ends',
  async () => {
    const { ConsoleSessions } =
      await import('../../../packages/service/src/hosts/node/console/console-sessions.ts');
    const settings = { keyEnvironment: 'test' };
    const open = () => ConsoleSessions.open({ clock, settings } as never, `${console_.sessionsFile}.again`);
    const before = await open();
    const credentials = await before.redeem(before.createCode());
    if (!credentials) throw new Error('The link was refused.');
    const after = await open();
    expect(after.find(credentials)).toBeDefined();
    expect(after.find({ ...credentials, secret: 'another' })).toBeUndefined();
  },
  { title: 'a session outlives the process' },
);

verifies('console.session.workspaces', async () => {
  const browser = await signIn();
  const session = (await (await fetch(console_.url + SESSION, { headers: headersOf(browser) })).json()) as {
    workspaces: { id: string }[];
    settings: Record<string, string>;
  };
  expect(session.workspaces.map(({ id }) => id).sort()).toEqual(
    [console_.workspaceId, console_.other.workspaceId].sort(),
  );
  expect(JSON.stringify(session.settings)).not.toMatch(/KEY"|SECRET|DATABASE_URL/u);
  const client = (workspaceId: string) =>
    createClient({
      url: console_.url,
      key: '',
      workspaceId,
      fetch: (input, init) => {
        const headers = new Headers({ ...(init?.headers as Record<string, string>), ...headersOf(browser) });
        headers.delete('authorization');
        headers.set('x-workspace-id', workspaceId);
        headers.set('origin', console_.url);
        return fetch(input, { ...init, headers });
      },
    });
  const [one, two] = [client(console_.workspaceId), client(console_.other.workspaceId)];
  const stored = await one.storeMemory({ body: { title: 'Only here', narrative: 'In one workspace.' } });
  await Promise.all([two.listMemories({}), two.listMemories({}), two.listKeys({})]);
  await expect(two.getMemory({ path: { ref: stored.id } })).rejects.toMatchObject({ status: 404 });
  expect((await two.listKeys({})).filter(({ name }) => name === 'console')).toHaveLength(1);
  for (const id of ['', 'no-uuid', '00000000-0000-4000-8000-000000000000'])
    expect((await list({ ...headersOf(browser), 'x-workspace-id': id })).status).toBe(404);
  expect(await (await operate(browser, 'showJobs')).json()).toMatchObject({ ok: true });
  for (const operation of ['deleteWorkspace', 'exportRows', 'copyDatabase', 'redactStored', 'nothing'])
    expect((await operate(browser, operation)).status).toBe(403);
});

verifies('console.served', async () => {
  const get = (path: string, headers: Record<string, string> = {}) => fetch(console_.url + path, { headers });
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  for (const path of ['/', '/search?q=x', '/memories/mem-1']) {
    const page = await get(path, html);
    expect(page.status, path).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/u);
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toMatch(/https?:/u);
    expect(await page.text()).not.toMatch(/<script(?![^>]*\bsrc="\/assets\/)|\sstyle=|\son\w+=/u);
  }
  // Programs are answered as ever.
  for (const accept of ['*/*', 'application/json']) expect((await get('/', { accept })).status).toBe(401);
  expect((await get('/wp-login.php', html)).status).toBe(401);
  expect((await get('/api/v1/memories', html)).status).toBe(401);
  expect((await fetch(console_.url, { method: 'POST', headers: html })).status).toBe(401);
  const [script = ''] = /\/assets\/[\w-]+\.js/u.exec(await (await get('/', html)).text()) ?? [];
  const asset = await get(script);
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-type')).toMatch(/^text\/javascript/u);
  const etag = asset.headers.get('etag') ?? '';
  expect((await get(script, { 'if-none-match': etag })).status).toBe(304);
  const head = await fetch(console_.url, { method: 'HEAD', headers: html });
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const path of [
    '/assets/../index.html',
    '/assets/%2e%2e/built-from',
    '/assets/none.js',
    '/built-from',
    '/assets/..',
    '/assets/.',
  ])
    expect(
      await rawRequest(console_.url, [`GET ${path} HTTP/1.1`, `Host: ${new URL(console_.url).host}`]),
    ).toMatch(/^HTTP\/1\.1 40[14] /u);
});

verifies('console.live', async () => {
  const browser = await signIn();
  const listen = async (more: Record<string, string> = {}) => {
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const headers = { ...headersOf(browser), ...more };
    const {
      status,
      body,
      headers: given,
    } = await fetch(`${console_.url}/.console/acts`, { headers, signal: leaving.signal });
    const chunks = body?.pipeThrough(new TextDecoderStream()).getReader();
    return { status, type: given.get('content-type'), next: async () => (await chunks?.read())?.value };
  };
  expect((await listen({ 'x-console-proof': '' })).status).toBe(401);
  expect((await listen({ 'x-workspace-id': randomUUID() })).status).toBe(404);
  const { client } = console_;
  const path = { session_id: 'live' };
  await client.startSession({ body: path });
  const observe = (content: string) =>
    client.recordObservations({ path, body: { observations: [{ content, event_id: content }] } });
  await observe('first');
  const events = await listen();
  expect(events.type).toBe('text/event-stream');
  const first = (await events.next()) ?? '';
  expect(first).toMatch(/^id: \S+\ndata: .*"text":"first".*\n\n$/u);
  await observe('second');
  expect(await events.next()).toContain('"text":"second"');
  // A listener that has the latest is told by a heartbeat alone that it is heard; one with an older gets what came since.
  const [, old = ''] = /^id: (\S+)/u.exec(first) ?? [];
  const later = (await (await listen({ 'last-event-id': old })).next()) ?? '';
  expect(later).toContain('"text":"second"');
  const [, latest = ''] = /^id: (\S+)/u.exec(later) ?? [];
  const heard = await listen({ 'last-event-id': latest });
  expect(await heard.next()).toBe(':\n\n');
  const more = await Promise.all(Array.from({ length: 18 }, () => listen()));
  expect(more.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 17 }, () => 200),
    503,
  ]);
  // An agent's session takes its acts away, and signing out ends the listening.
  await client.endSession({ path, body: {} });
  expect(await events.next()).toContain('"acts":[]');
  await fetch(console_.url + SESSION, {
    method: 'DELETE',
    headers: { ...headersOf(browser), origin: console_.url },
  });
  expect(await events.next()).toBeUndefined();
});

verifies('console.size', () => {
  const dist = new URL('../../../packages/console/dist/', import.meta.url).pathname;
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[\w.-]+)"/gu)].map(([, file]) => file ?? '');
  const all = readdirSync(join(dist, 'assets'));
  const home = all.filter((file) => /^home-view-.*\.js$/u.test(file));
  expect(home).toHaveLength(1);
  const bytes = (files: string[]) =>
    files.map((file) => gzipSync(readFileSync(join(dist, file))).length).reduce((sum, each) => sum + each, 0);
  // A view is loaded when it is gone to; Home is the first one.
  expect(bytes([...named, ...home.map((file) => `assets/${file}`)])).toBeLessThan(FIRST_VIEW_BYTES);
  expect(bytes(all.map((file) => `assets/${file}`))).toBeLessThan(CONSOLE_BYTES);
});
