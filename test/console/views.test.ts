import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { comparePictures } from '../support/console/compare-pictures.ts';
import { chromium } from '../support/console/find-chromium.ts';
import { openConsolePage, type ConsolePage } from '../support/console/console-page.ts';
import { findViolations } from '../support/console/find-violations.ts';
import { HOSTILE_TEXTS } from '../support/console/hostile-texts.ts';
import { seedConsole } from '../support/console/seed-console.ts';
import type { ConsoleService } from '../support/console/start-console.ts';
import { insertInBulk } from '../support/seeds/insert-in-bulk.ts';
import { verifies } from '../support/verifies.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/** As the views were when somebody last looked at them. */
const KEPT = `${ROOT}test/fixtures/console/`;

/** As they are now, for whoever looks into a run. */
const SHOT = `${ROOT}node_modules/.cache/workspace-memory/console/`;

/** Parts that differ from run to run, or with the machine. */
const UNSTEADY = `time, td code, .number, .canvas, .health, [aria-labelledby="settings"], .toasts, nav .workspace
  { visibility: hidden !important } td time { display: inline-block; width: 7em } * { caret-color: transparent !important }
  section:has(#jobs) > :not(h2) { display: none !important }`;

/** Of a picture: a shifted line of text is 0.3 %, another font hinting less. */
const DIFFERENCE_MAX = 0.02;

describe.skipIf(chromium === undefined)('the views of the console', () => {
  let at: ConsolePage;
  let service: ConsoleService;
  let page: Page;
  let go: ConsolePage['go'];
  let visit: ConsolePage['visit'];
  let said: ConsolePage['said'];
  let takenBack: ConsolePage['takenBack'];
  let ids: Record<string, string>;

  beforeAll(async () => {
    at = await openConsolePage();
    ({ service, page, go, visit, said, takenBack } = at);
  });
  afterAll(() => at?.close());

  /** Each view that shows something of the workspace. */
  const paths = () => ({
    home: '/',
    search: '/search?q=orders',
    inbox: '/inbox',
    sessions: '/sessions',
    session: '/sessions/session-1',
    graph: '/graph',
    documents: '/documents',
    code: '/code?q=charge',
    changes: '/changes',
    operation: '/operation',
    memory: `/memories/${ids['Orders live in PostgreSQL']}`,
  });

  verifies('console.first-run', async () => {
    await page.getByText('This memory is empty.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('A decision, in one line').fill('We deploy on Tuesdays');
    await page.getByRole('button', { name: 'Store it' }).click();
    await said('Stored: your first memory.');
    await page.getByRole('heading', { name: /Learnt this week/u }).waitFor();
    await takenBack();
    await page.getByText('Waiting for the first session of an agent').waitFor();
    await service.client.startSession({ body: { session_id: 'first', metadata: { agent: 'claude' } } });
    await page.getByText('is connected, last seen').waitFor();
    ids = await seedConsole(service);
  });

  // Of the seed alone: the tests after it change the workspace.
  verifies.whole(['console.pictures', 'console.accessible'], async ({ skip }) => {
    mkdirSync(SHOT, { recursive: true });
    const isUpdate = process.env['UPDATE_SCREENSHOTS'] === '1';
    const differing: Record<string, number> = {};
    const pictures = await at.browser.newPage();
    // The machine's own font by its width: where another one is installed every line looks otherwise.
    const font = await pictures.evaluate<number>(
      `{ const pen = document.createElement('canvas').getContext('2d'); pen.font = '100px system-ui'; Math.round(pen.measureText('Workspace Memory').width); }`,
    );
    const painter = `Chromium ${at.browser.version()}, a font of width ${font}`;
    const keptOf = `${KEPT}painter.txt`;
    const isComparable = existsSync(keptOf) && readFileSync(keptOf, 'utf8').trim() === painter;
    // As sheets of the page's own: what a driver puts into it would be inline.
    const hide = (styles: string) =>
      page.evaluate(
        `{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(styles)}); document.adoptedStyleSheets = [sheet]; }`,
      );
    await go('/');
    // Each view is gone to once, and looked at in all ways.
    for (const [name, path] of Object.entries(paths())) {
      await page.setViewportSize({ width: 1_000, height: 640 });
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await visit(path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await hide(UNSTEADY);
        const picture = await page.screenshot({ caret: 'initial', scale: 'css' });
        await hide('');
        const file = `${name}-${colorScheme}.png`;
        writeFileSync(SHOT + file, picture);
        if (isUpdate) {
          mkdirSync(KEPT, { recursive: true });
          writeFileSync(KEPT + file, picture);
        } else if (isComparable) {
          const difference = await comparePictures(pictures, readFileSync(KEPT + file), picture);
          if (difference > DIFFERENCE_MAX) differing[file] = difference;
        }
        // The same look serves: what is seen is also what is read out. The schemes differ in colours alone.
        const violations = await findViolations(page, colorScheme === 'dark' ? 'colours' : undefined);
        expect(violations, `${path} ${colorScheme}`).toEqual([]);
      }
      // A wide page is the same one in larger letters: it has its place, and no new contrast.
      for (const width of [3_840, 320]) {
        await page.setViewportSize({ width, height: 640 });
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect(overflow, `${path} ${width}`).toBeLessThanOrEqual(0);
      }
      expect(await findViolations(page, 'no colours'), `${path} 320`).toEqual([]);
      // Nothing moves for whoever does not want it.
      expect(await page.evaluate<number>('document.getAnimations().length'), path).toBe(0);
    }
    await pictures.close();
    if (isUpdate) writeFileSync(keptOf, `${painter}\n`);
    await page.setViewportSize({ width: 1_280, height: 800 });
    expect(differing, `as they are: ${SHOT}; UPDATE_SCREENSHOTS=1 keeps them`).toEqual({});
    if (!isComparable && !isUpdate) skip(`Pictures were not compared: the kept ones are not of ${painter}.`);
  });

  verifies('console.home', async () => {
    await go('/');
    await page.getByText('Needs a person:').waitFor();
    expect(await page.locator('.bars li').last().textContent()).toMatch(/without a name/u);
    await page.getByText('answered it at once').waitFor();
    expect(await page.locator('.health').textContent()).toMatch(/given up/u);
    // One count: each kind, the menu and the inbox.
    const kinds = await page.locator('.needs a').allTextContents();
    const open = kinds.reduce((sum, kind) => sum + Number(/\d+$/u.exec(kind)?.[0]), 0);
    await page.locator('nav li', { hasText: `Inbox${open}` }).waitFor();
    await page.locator('.needs a', { hasText: 'What failed' }).click();
    await page.getByText(`${open} wait for a person.`).waitFor();
    await page.getByRole('region', { name: 'What failed' }).locator('[aria-current]').waitFor();
    // Nothing asked: the latest.
    await visit('/search');
    await page.locator('.results', { hasText: 'Orders live in PostgreSQL' }).waitFor();
  });

  verifies(['console.sessions', 'console.live'], async () => {
    // As where a host sends nothing while it happens.
    const acts = `${service.url}/.console/acts`;
    await page.route(acts, (route) => route.fulfill({ status: 404, json: {} }));
    await go('/sessions');
    await page.getByRole('list', { name: 'What agents do now' }).waitFor();
    await page.unroute(acts);
    await page.keyboard.press('j');
    await page.getByRole('link', { name: /^Where do we keep orders, and why\?.*refunds/u }).click();
    await page.getByRole('heading', { name: 'Where do we keep orders, and why?' }).waitFor();
    await page.getByText('above 500 a lead is asked first').waitFor();
    await page.getByRole('link', { name: 'Refunds need a second look above 500' }).first().waitFor();
    await visit('/sessions/session-1');
    const told = page.locator('.row', { hasText: 'Orders live in PostgreSQL' });
    await told
      .getByText('used: its words were said')
      .or(told.getByText('used: its file was changed'))
      .waitFor();
    await page.locator('.row', { hasText: 'Images are resized' }).getByText('not used').waitFor();
    await page.getByRole('button', { name: 'All of it' }).click();
  });

  verifies.whole('console.inbox', async () => {
    await go('/inbox');
    const sections = ['Near-duplicates', 'What failed', 'Candidates for pruning', 'Never asked for'];
    for (const name of sections) {
      const items = page.getByRole('region', { name }).locator('.cards > li');
      await items.first().waitFor();
      const before = await items.count();
      if (name === 'Never asked for')
        await items.getByText('2 memories of an import were never asked for').waitFor();
      // A minute may pass.
      const told = async () =>
        (await items.first().textContent())?.replaceAll(/this minute|\d+ minutes? ago/gu, '');
      const first = await told();
      await items.first().locator('[data-item]').first().focus();
      await page.keyboard.press('1');
      await expect.poll(() => items.count(), { message: name }).toBe(before - 1);
      await takenBack();
      await expect.poll(() => items.count(), { message: name }).toBe(before);
      expect(await told()).toBe(first);
    }
    // Somebody else settles it meanwhile.
    const duplicates = page.getByRole('region', { name: 'Near-duplicates' }).locator('.cards > li');
    const [later = '', earlier = ''] = await duplicates
      .first()
      .locator('h3 a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''));
    const { id } = await service.client.settleContradiction({
      body: { source_id: later, target_id: earlier, verdict: 'both_hold' },
    });
    await duplicates.first().locator('[data-item]').first().focus();
    await page.keyboard.press('1');
    await page.locator('.toast.error').waitFor();
    await service.client.reopenContradiction({ path: { id } });
  });

  verifies.whole(
    'console.interrupted',
    async () => {
      await go('/inbox');
      const kinds = ['Near-duplicates', 'What failed', 'Candidates for pruning', 'Never asked for'].map(
        (name) => page.getByRole('region', { name }).locator('.cards > li'),
      );
      const counts = () => Promise.all(kinds.map((items) => items.count()));
      const before = await (kinds[3]?.first().waitFor(), counts());
      const pressed = async (key: string) => {
        for (const items of kinds) {
          await items.first().locator('[data-item]').first().focus();
          await page.keyboard.press(key);
        }
      };
      await at.interrupted(
        () => pressed('1'),
        async () => expect(await counts()).toEqual(before),
      );
      await visit('/operation');
      const redrive = page.getByRole('button', { name: 'Try all of it again' });
      await redrive.waitFor();
      await at.interrupted(
        () => redrive.click(),
        () => redrive.waitFor(),
      );
      await visit('/documents');
      const rows = page.locator('.tree .row', { has: page.getByRole('button', { name: /^Delete / }) });
      await rows.first().waitFor();
      const count = await rows.count();
      await at.interrupted(
        () =>
          rows
            .first()
            .getByRole('button', { name: /^Delete / })
            .click(),
        async () => expect(await rows.count()).toBe(count),
      );
    },
    { title: 'in the middle of the inbox, of work that is tried again and of a document that is deleted' },
  );

  verifies.whole('console.changes', async () => {
    await service.client.updateMemory({
      path: { ref: ids['Search runs in the database'] ?? '' },
      body: { title: 'Search runs elsewhere' },
    });
    const title = async () =>
      (await service.client.getMemory({ path: { ref: ids['Search runs in the database'] ?? '' } })).title;
    await go('/changes');
    const change = page
      .locator('.row', { hasText: 'Changed' })
      .filter({ hasText: 'Search runs in the database' })
      .first();
    await change.locator('[data-item]').focus();
    await page.keyboard.press('1');
    await said('Taken back: 1.');
    expect(await title()).toBe('Search runs in the database');
    await takenBack();
    expect(await title()).toBe('Search runs elsewhere');
    await page.keyboard.press('k');
  });

  verifies.whole('console.code', async () => {
    await visit('/code');
    await page.getByRole('searchbox').fill('charge');
    await page
      .getByRole('list', { name: 'Symbols' })
      .getByRole('link', { name: /function charge/u })
      .click();
    const symbol = page.getByRole('complementary', { name: 'Symbol' });
    await symbol.getByRole('link', { name: /The payment provider answers 409/u }).waitFor();
    await symbol
      .getByRole('region', { name: 'Called by' })
      .getByRole('link', { name: /refund/u })
      .waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('charge');
    // On a phone the panel comes into view, and its row is marked; Escape closes the menu.
    await page.setViewportSize({ width: 390, height: 700 });
    await visit('/code?q=charge');
    await page.getByRole('list', { name: 'Symbols' }).getByRole('link').first().click();
    await symbol.getByRole('link', { name: 'Back to the list' }).waitFor();
    const top = () =>
      symbol.getByRole('heading', { level: 2 }).evaluate((h2) => h2.getBoundingClientRect().y);
    await expect.poll(top).toBeLessThan(640);
    expect(await page.locator('.row > a.active').count()).toBe(1);
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    await page.keyboard.press('Escape');
    expect(await menu.getAttribute('aria-expanded')).toBe('false');
    for (const path of ['/inbox', '/sessions', '/documents', '/code?q=charge', '/search']) {
      await visit(path);
      await page.locator('main [data-item]').first().waitFor();
      const low = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('main :is(a, button, input, summary)')]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 24)
        .map((each) => each.outerHTML.slice(0, 120))`);
      expect(low, path).toEqual([]);
    }
    await page.setViewportSize({ width: 1_280, height: 800 });
  });

  verifies.whole(
    'console.hostile',
    async () => {
      const client = service.client;
      for (const [at, text] of HOSTILE_TEXTS.entries()) {
        const title = `hostile ${at} ${text}`.slice(0, 180);
        await client.storeMemory({
          body: {
            title,
            narrative: text,
            memory_type: 'decision',
            tags: ['hostile'],
            source_files: ['src/hostile.ts'],
          },
        });
        await client.startSession({
          body: {
            session_id: `hostile ${at}`,
            project_name: title,
            branch_name: text.slice(0, 100),
            metadata: { agent: title },
          },
        });
        await client.ingestDocument({
          body: { content: `# ${text}\n\n${text}`, title, source: `${at}.md`, origin: title },
        });
      }
      await client.recordObservations({
        path: { session_id: 'hostile 0' },
        body: {
          observations: HOSTILE_TEXTS.map((content, at) => ({
            content,
            kind: content.slice(0, 60),
            event_id: String(at),
          })),
        },
      });
      await client.updateSession({
        path: { session_id: 'hostile 0' },
        body: { summary: HOSTILE_TEXTS.join('\n\n') },
      });
      const { id: keyId } = await client.createKey({ body: { name: HOSTILE_TEXTS[0] ?? '', scope: 'read' } });
      await go('/');
      for (const path of Object.values({ ...paths(), session: '/sessions/hostile%200' })) {
        await visit(path);
      }
      await visit('/sessions/hostile%200');
      await page
        .getByText(HOSTILE_TEXTS[0] ?? '')
        .first()
        .waitFor();
      expect(await page.title()).toBe('Workspace Memory');
      expect(at.complaints).toEqual([]);
      await client.revokeKey({ path: { id: keyId } });
    },
    { title: 'on every view' },
  );

  verifies.whole('console.long-lists', async () => {
    await insertInBulk(
      service.services.db,
      sql`insert into observations (workspace_id, id, session_row_id, content, occurred_at, created_at)
        select workspace_id, gen_random_uuid(), id, 'observation ' || n, now() + n * interval '1 second', now()
        from sessions, generate_series(1, 10000) n
        where workspace_id = ${service.workspaceId}::uuid and session_id = 'first'`,
    );
    await service.services.db.execute(sql`update sessions set observation_count = 10000
      where workspace_id = ${service.workspaceId}::uuid and session_id = 'first'`);
    await go('/sessions/first');
    await page.getByText('10,000 observations').waitFor();
    const rows = page.getByRole('list', { name: 'What happened' }).locator('li');
    await rows.first().waitFor();
    await page.mouse.move(640, 400);
    for (let turn = 0; turn < 6; turn += 1) await page.mouse.wheel(0, 40_000);
    await expect.poll(() => rows.last().getAttribute('aria-posinset').then(Number)).toBeGreaterThan(450);
    expect(await rows.count()).toBeLessThan(80);
  });
});
