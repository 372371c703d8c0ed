import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { sql, type SQL } from 'drizzle-orm';
import { STATEMENT_LIMIT_MS, withStatementLimit } from '@memory/db';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage } from '../support/console/open-browser.ts';
import { startConsole, type ConsoleService } from '../support/console/start-console.ts';
import { seedEdges } from '../support/seeds/seed-edges.ts';
import { seedManyMemories } from '../support/seeds/seed-memories.ts';

/** This machine as it is, and throttled as Lighthouse throttles a phone's processor, with a DSL line. */
const MACHINES = [
  { name: 'this machine', cpu: 1, latencyMs: 0, bytesPerSecond: -1 },
  {
    name: 'processor 4 times slower, 10 Mbit/s, 40 ms',
    cpu: 4,
    latencyMs: 40,
    bytesPerSecond: 10_000_000 / 8,
  },
];

/** Views that a link opens, each with what shows that it is there. */
const OPENED = { Home: ['/', '.health'], Search: ['/search', '.hit'] } as const;

const LOADS = 5;
/** Sixty words a minute. */
const KEY_MS = 170;

/** Of this repository, as somebody would drop them. */
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/console.md'];

const FRAMES_MS = 4_000;

/** Views that a person goes through; each click waits for its view. */
const ROUND = ['Search', 'Inbox', 'Sessions', 'Documents', 'Code', 'Changes', 'Operation', 'Home'];

/** Of the curve. */
const MARKS = 6;

/** A view every 15 s for an hour. */
const ROUNDS = Number(process.env['BENCH_CONSOLE_ROUNDS'] ?? 30);

const COMMUNITIES = 24;

/** From here on memories come past triggers and checks, and the graph alone is looked at: it asks for no more than rows. */
const GRAPH_ALONE_FROM = 20_000;

/** Where the picture of the graph is left. */
const PICTURES = new URL('../../node_modules/.cache/workspace-memory/console/', import.meta.url).pathname;

/**
 * Costs of the console: paints on this machine and on a throttled one, frames of the graph while its picture moves,
 * and memory after an hour of clicking, as fast as the views come.
 */
export async function benchConsole(): Promise<void> {
  const [service, browser] = await Promise.all([startConsole(), openBrowser()]);
  try {
    const memories = Number(process.env['BENCH_CONSOLE_MEMORIES'] ?? 10_000);
    const isLarge = memories > GRAPH_ALONE_FROM;
    await (isLarge ? fillAtOnce(service, memories) : fill(service, memories));
    if (!isLarge) {
      await measureFirstRun(browser, await service.withWorkspace());
      await measurePaint(browser, service);
    }
    await measureFrames(browser, service, memories);
    if (!isLarge) await measureMemory(browser, service);
  } finally {
    await browser.close();
    await service.close();
  }
}

async function fill(service: ConsoleService, count: number): Promise<void> {
  const place = { services: service.services, id: service.workspaceId };
  const ids = await seedManyMemories(place, { prefix: randomUUID().slice(0, 23), count });
  await seedEdges(
    place,
    ids.flatMap((source, at) =>
      [1, 2, 24].flatMap((step) => (ids[at + step] ? [{ source, target: ids[at + step] ?? '' }] : [])),
    ),
  );
  await service.services.db.execute(
    sql`update memory_counters c set community_label = 'community ' || (abs(hashtext(m.concepts[1])) % ${COMMUNITIES}::int)
      from memories m where m.workspace_id = ${service.workspaceId}::uuid and c.workspace_id = m.workspace_id
        and c.memory_id = m.id`,
  );
}

/** Memories and relationships as one insert each; communities of all sizes, one for fifty memories. */
async function fillAtOnce({ services: { db }, workspaceId }: ConsoleService, count: number): Promise<void> {
  const prefix = randomUUID().slice(0, 23);
  const id = (number: SQL) => sql`(${prefix}::text || '-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
  const insert = (statement: SQL) =>
    withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(statement);
      }),
    );
  const CHUNK = 5_000;
  for (let first = 0; first < count; first += CHUNK) {
    const last = Math.min(first + CHUNK, count) - 1;
    await insert(sql`insert into memories (workspace_id, id, memory_id, title, narrative, memory_type, importance_score,
        content_digest, search_text, term_count, created_at)
      select ${workspaceId}::uuid, ${id(sql`n`)}, 'mem-' || substr(md5(${prefix}::text || n), 1, 16), 'Memory ' || n,
        'Narrative ' || n, (array['decision', 'pattern', 'incident'])[1 + n % 3], (n % 10) / 10.0, 'seeded', ''::tsvector, 1,
        now() - n * interval '2 minutes'
      from generate_series(${first}::int, ${last}::int) n`);
    await insert(sql`insert into memory_counters (workspace_id, memory_id, content_hash, discovered_digest, community_label)
      select ${workspaceId}::uuid, ${id(sql`n`)}, 'seeded', 'seeded',
        'community ' || floor(${count}::int / 50 * power((n / 20 * 0.618034) % 1, 2))
      from generate_series(${first}::int, ${last}::int) n`);
    await insert(sql`insert into relationships (workspace_id, id, source_id, target_id, relationship_type,
        discovery_method, confidence, is_bidirectional, created_at)
      select ${workspaceId}::uuid, gen_random_uuid(), ${id(sql`n`)}, ${id(sql`n + step`)}, 'similar_to',
        'embedding_similarity', 0.6 + (n % 40) / 100.0, true, now()
      from generate_series(${first}::int, ${last}::int) n, unnest(array[1, 2, 24]) step where n + step < ${count}::int`);
  }
}

async function signedIn(browser: Browser, service: ConsoleService): Promise<Page> {
  const { page } = await openPage(browser, service.url, {
    workspaceId: service.workspaceId,
    viewport: { width: 1_360, height: 850 },
  });
  page.setDefaultTimeout(120_000);
  await page.goto(service.link());
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  return page;
}

/** An empty workspace to a first memory that is found, to documents and to an agent that shows, by somebody who types. */
async function measureFirstRun(browser: Browser, service: ConsoleService): Promise<void> {
  const page = await signedIn(browser, service);
  await page.getByText('This memory is empty.').waitFor();
  const seconds: string[] = [];
  let begun = performance.now();
  const lap = (what: string) => {
    seconds.push(`${what} ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
    begun = performance.now();
  };
  await service.client.startSession({ body: { session_id: 'first', metadata: { agent: 'claude' } } });
  await page.getByText('is connected, last seen').waitFor();
  lap('an agent that starts a session shows after');
  await page
    .getByLabel('A decision, in one line')
    .pressSequentially('We deploy on Tuesdays', { delay: KEY_MS });
  await page
    .getByLabel('Why')
    .pressSequentially('On Fridays nobody was there to mend it.', { delay: KEY_MS });
  await page.getByRole('button', { name: 'Store it' }).click();
  await page.getByRole('heading', { name: /Learnt this week/u }).waitFor();
  await page.keyboard.press('/');
  await page.getByRole('searchbox').pressSequentially('when do we deploy', { delay: KEY_MS });
  await page.locator('.hit', { hasText: 'We deploy on Tuesdays' }).waitFor();
  lap('a first memory is typed, stored and found after');
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles(DOCUMENTS.map((path) => new URL(`../../${path}`, import.meta.url).pathname));
  await page.locator('.toast', { hasText: 'Taken in' }).waitFor();
  lap(`${DOCUMENTS.length} documents are taken in after`);
  console.log(`First run, typed at a key each ${KEY_MS} ms: ${seconds.join(', ')}`);
  await page.context().close();
}

async function measurePaint(browser: Browser, service: ConsoleService): Promise<void> {
  const page = await signedIn(browser, service);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  for (const { name, cpu, latencyMs, bytesPerSecond } of MACHINES)
    for (const [view, [path, sign]] of Object.entries(OPENED)) {
      const paints: string[] = [];
      for (let load = 0; load < LOADS; load += 1) {
        await session.send('Network.clearBrowserCache');
        await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
        await session.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: latencyMs,
          downloadThroughput: bytesPerSecond,
          uploadThroughput: bytesPerSecond,
        });
        await page.goto(service.url + path);
        await page.locator(sign).first().waitFor();
        await page.waitForLoadState('networkidle');
        paints.push(
          await page.evaluate(`new Promise((resolve) => new PerformanceObserver((list) => resolve([
            performance.getEntriesByName('first-contentful-paint')[0], list.getEntries().at(-1),
          ].map(({ startTime }) => Math.round(startTime)).join('/'))).observe({ type: 'largest-contentful-paint', buffered: true }))`),
        );
      }
      console.log(
        `${view}, first/largest contentful paint, nothing cached, ${name}: ${paints.join(', ')} ms`,
      );
    }
  await page.context().close();
}

async function measureFrames(browser: Browser, service: ConsoleService, memories: number): Promise<void> {
  const page = await signedIn(browser, service);
  const begun = Date.now();
  await page.goto(`${service.url}/graph`);
  await page.locator('.canvas canvas').first().waitFor();
  const readyMs = Date.now() - begun;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}graph-of-${memories}.png` });
  const box = await page.locator('.canvas').boundingBox();
  if (!box) throw new Error('The picture has no place.');
  const frames = page.evaluate<number>(`new Promise((resolve) => {
    const until = performance.now() + ${FRAMES_MS};
    let count = 0;
    const next = () => (performance.now() < until ? (count += 1, requestAnimationFrame(next)) : resolve(count));
    requestAnimationFrame(next);
  })`);
  // Drags the picture to and fro.
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const drag = { isOver: false };
  void frames.then(() => (drag.isOver = true));
  for (let step = 0; !drag.isOver; step += 1)
    await page.mouse.move(x + 150 * Math.sin(step / 8), y + 90 * Math.cos(step / 8));
  await page.mouse.up();
  const renderer = await page.evaluate<string>(`(() => {
    const gl = document.createElement('canvas').getContext('webgl2');
    const info = gl && gl.getExtension('WEBGL_debug_renderer_info');
    return info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : 'unknown';
  })()`);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  console.log(
    `Graph of ${memories}: there after ${readyMs} ms, ${((await frames) / (FRAMES_MS / 1_000)).toFixed(1)} frames a second while it is dragged, ${Math.round(usedSize / 1_000_000)} MB of the page's heap (${renderer})`,
  );
  await page.context().close();
}

async function measureMemory(browser: Browser, service: ConsoleService): Promise<void> {
  const page = await signedIn(browser, service);
  const session = await page.context().newCDPSession(page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / 1_000_000;
  };
  const round = async () => {
    for (const name of ROUND) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
    }
  };
  await round();
  const curve = [(await heap()).toFixed(1)];
  for (let n = 1; n <= ROUNDS; n += 1) {
    await round();
    if (n % Math.ceil(ROUNDS / MARKS) === 0) curve.push(`${(await heap()).toFixed(1)} after ${n}`);
  }
  console.log(`Memory of the page, rounds of ${ROUND.length} views: ${curve.join(', ')} more (MB)`);
  await page.context().close();
}
