import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { createClient } from '@memory/client';
import { chromium } from '../support/console/find-chromium.ts';
import { openPage, type WatchedPage } from '../support/console/open-browser.ts';
import { sharedConsole } from '../support/console/shared-console.ts';
import type { ConsoleService } from '../support/console/start-console.ts';
import { seedEdges } from '../support/seeds/seed-edges.ts';
import { verifies } from '../support/verifies.ts';

/** More than a request takes; nearly all of it is a comment, which is no text of the page. */
const LARGE = `<html><body><h1>Large</h1><p>It goes as an upload.</p><!-- ${'x'.repeat(650_000)} --></body></html>`;

describe.skipIf(chromium === undefined)('actions and their undo', () => {
  let service: ConsoleService;
  let watched: WatchedPage;
  let page: Page;

  const store = async (title: string, narrative = `${title}.`, client = service.client) =>
    (await client.storeMemory({ body: { title, narrative, memory_type: 'decision' } })).id;
  const get = (ref: string) => service.client.getMemory({ path: { ref } });
  const isThere = (ref: string) =>
    get(ref).then(
      () => true,
      () => false,
    );

  beforeAll(async () => {
    const shared = await sharedConsole();
    service = await shared.service.withWorkspace();
    await store('There is something');
    watched = await openPage(shared.browser, service.url, {
      workspaceId: service.workspaceId,
      viewport: { width: 1280, height: 800 },
    });
    page = watched.page;
    await page.goto(service.link());
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });
  afterAll(async () => {
    await page?.context().close();
  });

  const go = async (path: string) => {
    await page.goto(service.url + path);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    await page.locator('.loading').first().waitFor({ state: 'detached' });
  };
  const said = (text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
  const closeToasts = async () => {
    for (const toast of (await page.locator('.toast').all()).toReversed())
      await toast.getByRole('button', { name: 'Close' }).click();
  };
  const takenBack = async () => {
    await page.keyboard.press('u');
    await said('Taken back.');
    await closeToasts();
  };

  /** Does something while the service is gone, and while the session is; both are said, and both end by themselves. */
  const interrupted = async (act: () => Promise<void>, check: () => Promise<void>) => {
    const context = page.context();
    await context.setOffline(true);
    await act();
    await page.locator('.banner', { hasText: 'does not answer' }).waitFor();
    await check();
    await context.setOffline(false);
    await page.locator('.banner').waitFor({ state: 'detached' });
    const cookies = await context.cookies();
    await context.clearCookies();
    await act();
    await page.locator('.banner', { hasText: 'You are signed out' }).waitFor();
    await check();
    await context.addCookies(cookies);
    await page.locator('.banner').waitFor({ state: 'detached' });
  };

  verifies(
    'console.inbox',
    async () => {
      const target = await store('Deploys go out on Tuesdays');
      const source = await store('Deploys go out on Fridays');
      await seedEdges({ services: service.services, id: service.workspaceId }, [
        { source: await uuidOf(source), target: await uuidOf(target), type: 'contradicts' },
      ]);
      const items = page
        .getByRole('region', { name: 'Of which perhaps only one holds' })
        .locator('.cards > li');
      await go('/inbox');
      for (const key of ['1', '2', '3']) {
        await items.getByRole('link', { name: 'Deploys go out on Fridays' }).focus();
        await page.keyboard.press(key);
        await items.waitFor({ state: 'detached' });
        await takenBack();
        await items.waitFor();
      }
      expect((await get(target)).incoming_relationships.map((each) => each.relationship_type)).toEqual([
        'contradicts',
      ]);
    },
    { title: 'contradictions, by each of their keys' },
  );

  const uuidOf = async (ref: string): Promise<string> => {
    const rows: unknown = await service.services.db.execute(
      sql`select id from memories where workspace_id = ${service.workspaceId}::uuid and (id::text = ${ref} or memory_id = ${ref})`,
    );
    return (rows as { rows: { id: string }[] }).rows[0]?.id ?? '';
  };

  verifies(
    'console.documents',
    async () => {
      await go('/documents');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'large.html', mimeType: 'text/html', buffer: Buffer.from(LARGE) });
      const line = page.locator('.tree .row', { hasText: 'large.html' });
      await expect
        .poll(async () => {
          await service.runJobs();
          return line.count();
        })
        .toBe(1);
      await said('Taken in: 1 new sections');
      await page.keyboard.press('u');
      await line.waitFor({ state: 'detached' });
      expect((await service.client.listDocuments({})).count).toBe(0);
    },
    { title: 'a file that a request would not take' },
  );

  verifies(
    'console.changes',
    async () => {
      const batch = createClient({ url: service.url, key: service.key, batch: 'import:of-three' });
      const ids = [
        await store('One of three', undefined, batch),
        await store('Two of three', undefined, batch),
      ];
      ids.push(await store('Three of three', undefined, batch));
      await go('/changes');
      await page.getByRole('button', { name: 'all 3 of it' }).first().click();
      await said('Taken back: 3.');
      expect(await Promise.all(ids.map(isThere))).toEqual([false, false, false]);
      await takenBack();
      expect(await Promise.all(ids.map(isThere))).toEqual([true, true, true]);
    },
    { title: 'a batch at once' },
  );

  verifies(
    'console.graph',
    async () => {
      await service.services.db
        .execute(sql`update memory_counters set community_label = 'Releases and deploys'
        where workspace_id = ${service.workspaceId}::uuid
          and memory_id in (select id from memories where title like '%of three')`);
      await go('/graph');
      await page.locator('.community-names', { hasText: 'Releases and deploys' }).waitFor();
      const rows = page.getByRole('list', { name: 'Memories' }).locator('li');
      await page.getByRole('combobox', { name: 'Community' }).selectOption('Releases and deploys');
      await expect.poll(() => rows.count()).toBe(3);
      await page.getByRole('combobox', { name: 'Community' }).selectOption('');
      await service.services.db.execute(sql`update memories set created_at = now() - interval '20 days'
        where workspace_id = ${service.workspaceId}::uuid and title = 'One of three'`);
      await go('/graph?days=7');
      await rows.first().waitFor();
      expect(await rows.filter({ hasText: 'One of three' }).count()).toBe(0);
      expect(await rows.filter({ hasText: 'Two of three' }).count()).toBe(1);
      // By the keyboard: through the list, and a memory is chosen.
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Path from here' }).waitFor();
    },
    { title: 'communities by their names, and times' },
  );

  verifies(
    'console.interrupted',
    async () => {
      const ref = await store('What is interrupted', 'The text before.');
      const other = await store('Another that is interrupted');
      const asItWas = async () => {
        const { narrative, feedback_positive_count, outgoing_relationships } = await get(ref);
        expect([narrative, feedback_positive_count, outgoing_relationships]).toEqual([
          'The text before.',
          0,
          [],
        ]);
      };
      await go(`/memories/${ref}`);
      await page.getByRole('heading', { name: 'What is interrupted' }).waitFor();
      for (const key of ['+', '#']) {
        await interrupted(() => page.keyboard.press(key), asItWas);
        await page.getByRole('heading', { name: 'What is interrupted' }).waitFor();
      }
      await closeToasts();
      for (const [key, action] of [
        ['r', 'Relate'],
        ['m', 'Merge'],
      ] as const) {
        await page.keyboard.press(key);
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Find a memory').fill('another interrupted');
        await dialog.getByRole('radio', { name: 'Another that is interrupted' }).check();
        await interrupted(() => dialog.getByRole('button', { name: action, exact: true }).click(), asItWas);
        // What was chosen is chosen still.
        expect(await dialog.getByRole('radio', { name: 'Another that is interrupted' }).isChecked()).toBe(
          true,
        );
        await dialog.getByRole('button', { name: 'Close' }).first().click();
        await dialog.waitFor({ state: 'detached' });
      }
      await page.keyboard.press('e');
      const text = page.getByLabel(/What is to be remembered/u);
      await text.fill('The text after.');
      await interrupted(() => page.getByRole('button', { name: /^Save/u }).click(), asItWas);
      expect(await text.inputValue()).toBe('The text after.');
      await page.getByRole('button', { name: /^Save/u }).click();
      await said('Saved.');
      expect((await get(ref)).narrative).toBe('The text after.');
      expect(await isThere(other)).toBe(true);
      await go('/operation');
      await page.getByLabel('Name of a new key').fill('typed while it was gone');
      await interrupted(
        () => page.getByRole('button', { name: 'Make a key' }).click(),
        async () => {
          const keys = await service.client.listKeys({});
          expect(keys.filter(({ name }) => name.startsWith('typed'))).toEqual([]);
        },
      );
      expect(await page.getByLabel('Name of a new key').inputValue()).toBe('typed while it was gone');
      expect(watched.complaints).toEqual([]);
    },
    { title: 'in the middle of each action' },
  );

  verifies(
    'console.hostile',
    async () => {
      const ref = await store('مرحبا بالعالم', 'من اليمين إلى اليسار');
      await go(`/memories/${ref}`);
      const direction = (selector: string) =>
        page.evaluate<string>(
          `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).direction`,
        );
      await page.locator('.prose').waitFor();
      expect(await direction('main h1 *')).toBe('rtl');
      expect(await direction('.prose p')).toBe('rtl');
    },
    { title: 'text that runs from right to left' },
  );
});
