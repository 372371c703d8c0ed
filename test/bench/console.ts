import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage } from '../support/console/open-browser.ts';
import { startConsole, type ConsoleService } from '../support/console/start-console.ts';
import { seedEdges } from '../support/seeds/seed-edges.ts';
import { seedManyMemories } from '../support/seeds/seed-memories.ts';
import { buildConsole } from '../../packages/console/build.ts';

/** As Lighthouse throttles a phone's processor, and a DSL line. */
const THROTTLED = { cpu: 4, latencyMs: 40, bytesPerSecond: 10_000_000 / 8 };

const LOADS = 5;
const FRAMES_MS = 4_000;

/** Views that a person goes through; each click waits for its view. */
const ROUND = ['Search', 'Inbox', 'Sessions', 'Documents', 'Code', 'Changes', 'Operation', 'Home'];

/** A view every 15 s for an hour. */
const ROUNDS = Number(process.env['BENCH_CONSOLE_ROUNDS'] ?? 30);

const COMMUNITIES = 24;

/**
 * What the console takes: the largest contentful paint on a throttled machine, frames of the graph while its picture moves,
 * and memory after an hour of clicking, as fast as the views come.
 */
export async function benchConsole(): Promise<void> {
  await buildConsole();
  const [service, browser] = await Promise.all([startConsole(), openBrowser()]);
  try {
    await fill(service, Number(process.env['BENCH_CONSOLE_MEMORIES'] ?? 10_000));
    await measurePaint(browser, service);
    await measureFrames(browser, service);
    await measureMemory(browser, service);
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
    sql`update memories set community_label = 'community ' || (abs(hashtext(concepts[1])) % ${COMMUNITIES}::int)
      where workspace_id = ${service.workspaceId}::uuid`,
  );
}

async function signedIn(browser: Browser, service: ConsoleService): Promise<Page> {
  const { page } = await openPage(browser, service.url, { viewport: { width: 1_360, height: 850 } });
  page.setDefaultTimeout(120_000);
  await page.goto(service.link());
  await page.getByRole('heading', { name: /Learnt this week/u }).waitFor();
  return page;
}

async function measurePaint(browser: Browser, service: ConsoleService): Promise<void> {
  const page = await signedIn(browser, service);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const paints: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    await session.send('Network.clearBrowserCache');
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLED.cpu });
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: THROTTLED.latencyMs,
      downloadThroughput: THROTTLED.bytesPerSecond,
      uploadThroughput: THROTTLED.bytesPerSecond,
    });
    await page.goto(`${service.url}/search`);
    await page.getByRole('searchbox').waitFor();
    await page.waitForLoadState('networkidle');
    paints.push(
      await page.evaluate<number>(`new Promise((resolve) => new PerformanceObserver((list) =>
        resolve(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true }))`),
    );
  }
  console.log(
    `Largest contentful paint of the search, nothing cached, processor ${THROTTLED.cpu} times slower, 10 Mbit/s, ${THROTTLED.latencyMs} ms: ${paints.map((ms) => Math.round(ms)).join(', ')} ms`,
  );
  await page.context().close();
}

async function measureFrames(browser: Browser, service: ConsoleService): Promise<void> {
  const page = await signedIn(browser, service);
  const begun = Date.now();
  await page.goto(`${service.url}/graph`);
  await page.locator('.canvas canvas').first().waitFor();
  const readyMs = Date.now() - begun;
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
  console.log(
    `Graph: there after ${readyMs} ms, ${((await frames) / (FRAMES_MS / 1_000)).toFixed(1)} frames a second while it is dragged (${renderer})`,
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
  const before = await heap();
  for (let n = 0; n < ROUNDS; n += 1) await round();
  console.log(
    `Memory of the page: ${before.toFixed(1)} MB after a round of ${ROUND.length} views, ${(await heap()).toFixed(1)} MB after ${ROUNDS} more`,
  );
  await page.context().close();
}
