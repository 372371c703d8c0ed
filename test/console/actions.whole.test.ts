import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { createClient } from '@memory/client';
import { openConsolePage, type ConsolePage } from '../support/console/console-page.ts';
import { chromium } from '../support/console/find-chromium.ts';
import type { ConsoleService } from '../support/console/start-console.ts';
import { seedEdges } from '../support/seeds/seed-edges.ts';
import { verifies } from '../support/verifies.ts';

/** More than a request takes; nearly all of it is a comment, which is no text of the page. */
const LARGE = `<html><body><h1>Large</h1><p>It goes as an upload.</p><!-- ${'x'.repeat(650_000)} --></body></html>`;

describe.skipIf(chromium === undefined)('actions and their undo', () => {
  let at: ConsolePage;
  let service: ConsoleService;
  let page: Page;

  const get = (ref: string) => service.client.getMemory({ path: { ref } });
  const isThere = (ref: string) =>
    get(ref).then(
      () => true,
      () => false,
    );
  const store = async (title: string, client = service.client) =>
    (await client.storeMemory({ body: { title, narrative: `${title}.`, memory_type: 'decision' } })).id;

  beforeAll(async () => {
    at = await openConsolePage(({ client }) =>
      client.storeMemory({
        body: { title: 'There is something', narrative: 'Of it.', memory_type: 'decision' },
      }),
    );
    ({ service, page } = at);
  });
  afterAll(() => at?.close());

  verifies(
    'console.inbox',
    async () => {
      const target = await store('Deploys go out on Tuesdays');
      const source = await store('Deploys go out on Fridays');
      await seedEdges({ services: service.services, id: service.workspaceId }, [
        { source: await uuidOf(source), target: await uuidOf(target), type: 'contradicts' },
      ]);
      const items = page.getByRole('region', { name: 'Perhaps contradicting' }).locator('.cards > li');
      await at.go('/inbox');
      await items.waitFor();
      // Other parts of the page may be long in coming: the item is there again, and is settled again.
      await page.route('**/.console/operations', (route) =>
        route.request().postData()?.includes('listAttention') ? undefined : route.continue(),
      );
      for (const key of ['1', '2', '3']) {
        await items.getByRole('link', { name: 'Deploys go out on Fridays' }).focus();
        await page.keyboard.press(key);
        await items.waitFor({ state: 'detached' });
        await at.takenBack();
        await items.waitFor();
      }
      await page.unrouteAll();
      expect((await get(target)).incoming_relationships.map((each) => each.relationship_type)).toEqual([
        'contradicts',
      ]);
    },
    { title: 'contradictions, by each of their keys' },
  );

  verifies(
    'console.inbox',
    async () => {
      const target = await store('Releases are made on Mondays');
      const source = await store('Releases are made on Thursdays');
      await seedEdges({ services: service.services, id: service.workspaceId }, [
        { source: await uuidOf(source), target: await uuidOf(target), type: 'contradicts' },
      ]);
      const items = page
        .getByRole('region', { name: 'Perhaps contradicting' })
        .locator('.cards > li', { hasText: 'Releases are made on Thursdays' });
      await at.go('/inbox');
      await items.getByRole('link', { name: 'Thursdays' }).focus();
      await page.evaluate(
        `for (const _ of [1, 2]) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }))`,
      );
      await items.waitFor({ state: 'detached' });
      expect(await page.locator('.toast.error').count()).toBe(0);
      await at.takenBack();
      await items.waitFor();

      await at.go(`/memories/${target}`);
      await page.getByRole('button', { name: /^It helped/u }).dblclick();
      await at.said('Noted that it helped.');
      await at.go('/operation');
      await page.getByLabel('Name of a new key').fill('pressed twice');
      await page.getByRole('button', { name: 'Make a key' }).dblclick();
      const row = page.locator('tr', { hasText: 'pressed twice' });
      await row.waitFor();
      expect(await row.count()).toBe(1);
      expect((await get(target)).feedback_positive_count).toBe(1);
    },
    { title: 'two presses in a row are one' },
  );

  verifies(
    'console.home',
    async () => {
      const ref = await store('Of a function that changed');
      await service.services.db.execute(
        sql`insert into memory_grounds (workspace_id, memory_id, revision, anchored_at, verdict, reason, judged_at)
          values (${service.workspaceId}::uuid, ${await uuidOf(ref)}::uuid, 1, now(), 'changed', 'changed since 1234567: f in a.ts', now())`,
      );
      await service.services.db.execute(
        sql`update memories set branch = 'fees' where workspace_id = ${service.workspaceId}::uuid and id = ${await uuidOf(ref)}::uuid`,
      );
      await at.go(`/memories/${ref}`);
      await page.locator('dt', { hasText: /^Branch$/u }).waitFor();
      await page.locator('dd', { hasText: /^fees$/u }).waitFor();
      await at.go('/search?q=function+that+changed');
      await page.locator('.results', { hasText: 'on fees' }).waitFor();
      await at.go('/');
      await page.getByText('No agent has worked with this memory yet').waitFor();
      await page.getByRole('link', { name: 'Code has changed 1' }).click();
      const item = page.getByRole('region', { name: 'Code has changed' }).locator('.cards > li');
      await item.getByText('f in a.ts; on fees').waitFor();
      await item.getByRole('link', { name: 'Of a function that changed' }).focus();
      await page.keyboard.press('2');
      await item.waitFor({ state: 'detached' });
      expect((await service.client.listGrounds({ query: { state: 'settled' } })).results[0]?.title).toBe(
        'Of a function that changed',
      );
    },
    { title: 'memories whose code changed wait for a person' },
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
      await at.go('/documents');
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
      await at.said('Taken in: 1 new sections');
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
      const ids = [await store('One of three', batch), await store('Two of three', batch)];
      ids.push(await store('Three of three', batch));
      await at.go('/changes');
      await page.getByRole('button', { name: 'all 3 of it' }).first().click();
      await at.said('Taken back: 3.');
      expect(await Promise.all(ids.map(isThere))).toEqual([false, false, false]);
      await at.takenBack();
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
      await at.go('/graph');
      await page.locator('.graph-labels span:not([hidden])').first().waitFor();
      const rows = page.getByRole('list', { name: 'Memories' }).locator('li');
      await page.getByRole('combobox', { name: 'Community' }).selectOption('Releases and deploys');
      await expect.poll(() => rows.count()).toBe(3);
      await page.getByRole('combobox', { name: 'Community' }).selectOption('');
      await service.services.db.execute(sql`update memories set created_at = now() - interval '20 days'
        where workspace_id = ${service.workspaceId}::uuid and title = 'One of three'`);
      await at.go('/graph?days=7');
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
    'console.hostile',
    async () => {
      const ref = await at.store('مرحبا بالعالم', 'من اليمين إلى اليسار');
      await at.go(`/memories/${ref}`);
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
