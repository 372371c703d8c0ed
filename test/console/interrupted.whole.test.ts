import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openConsolePage, type ConsolePage } from '../support/console/console-page.ts';
import { chromium } from '../support/console/find-chromium.ts';
import type { ConsoleService } from '../support/console/start-console.ts';
import { verifies } from '../support/verifies.ts';

describe.skipIf(chromium === undefined)('the service goes, and the session, in the middle', () => {
  let at: ConsolePage;
  let service: ConsoleService;
  let page: Page;

  const get = (ref: string) => service.client.getMemory({ path: { ref } });

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
    'console.interrupted',
    async () => {
      const ref = await at.store('What is interrupted', 'The text before.');
      await at.store('Another that is interrupted');
      const asItWas = async () => {
        const { narrative, feedback_positive_count, outgoing_relationships } = await get(ref);
        expect([narrative, feedback_positive_count, outgoing_relationships]).toEqual([
          'The text before.',
          0,
          [],
        ]);
      };
      await at.go(`/memories/${ref}`);
      await page.getByRole('heading', { name: 'What is interrupted' }).waitFor();
      for (const key of ['+', '#']) {
        await at.interrupted(() => page.keyboard.press(key), asItWas);
        await page.getByRole('heading', { name: 'What is interrupted' }).waitFor();
      }
      await at.closeToasts();
      for (const [key, action] of [
        ['r', 'Relate'],
        ['m', 'Merge'],
      ] as const) {
        await page.keyboard.press(key);
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Find a memory').fill('another interrupted');
        await dialog.getByRole('radio', { name: 'Another that is interrupted' }).check();
        await at.interrupted(
          () => dialog.getByRole('button', { name: action, exact: true }).click(),
          asItWas,
        );
        // The chosen item is chosen still.
        expect(await dialog.getByRole('radio', { name: 'Another that is interrupted' }).isChecked()).toBe(
          true,
        );
        await dialog.getByRole('button', { name: 'Close' }).first().click();
        await dialog.waitFor({ state: 'detached' });
      }
      await page.getByRole('button', { name: 'Forget …' }).click();
      const forget = page.getByRole('dialog');
      await forget.getByRole('listitem').first().waitFor();
      await forget.getByRole('checkbox').check();
      await at.interrupted(() => forget.getByRole('button', { name: 'Forget for good' }).click(), asItWas);
      expect(await forget.getByRole('checkbox').isChecked()).toBe(true);
      await forget.getByRole('button', { name: 'Keep it' }).click();
      await page.keyboard.press('e');
      const text = page.getByLabel(/What is to be remembered/u);
      await text.fill('The text after.');
      await at.interrupted(() => page.getByRole('button', { name: /^Save/u }).click(), asItWas);
      expect(await text.inputValue()).toBe('The text after.');
      await page.getByRole('button', { name: /^Save/u }).click();
      await at.said('Saved.');
      expect((await get(ref)).narrative).toBe('The text after.');
    },
    { title: 'of each action on a memory' },
  );

  verifies(
    'console.interrupted',
    async () => {
      await at.go('/operation');
      const name = page.getByLabel('Name of a new key');
      const login = page.getByLabel('Login (claim “sub”)');
      await name.fill('typed while it was gone');
      await login.fill('grace');
      await page.getByLabel('Provider').fill('https://login.acme.example');
      const key = page.locator('tr', { hasText: 'typed while it was gone' });
      const member = page.locator('tr', { hasText: 'grace' });
      await at.interrupted(
        async () => {
          await page.getByRole('button', { name: 'Make a key' }).click();
          await page.getByRole('button', { name: 'Add a member' }).click();
        },
        async () => {
          expect(await service.client.listKeys({})).not.toContainEqual(
            expect.objectContaining({ name: 'typed while it was gone' }),
          );
          expect(await member.count()).toBe(0);
        },
      );
      // It outlives a reload too, and goes on afterwards.
      await page.reload();
      expect(await name.inputValue()).toBe('typed while it was gone');
      expect(await login.inputValue()).toBe('grace');
      await page.getByRole('button', { name: 'Make a key' }).click();
      await page.getByRole('button', { name: 'Add a member' }).click();
      await Promise.all([key.waitFor(), member.waitFor()]);
      await at.interrupted(
        () => member.getByRole('button', { name: 'Remove grace' }).click(),
        () => member.waitFor(),
      );
      await member.getByRole('button', { name: 'Remove grace' }).click();
      await member.waitFor({ state: 'detached' });
    },
    { title: 'of keys and members' },
  );

  verifies(
    'console.interrupted',
    async () => {
      const ref = await at.store('Taken back in the middle');
      await at.go('/changes');
      const row = page.locator('.row', { hasText: 'Taken back in the middle' });
      await row.waitFor();
      await at.interrupted(
        () => row.getByRole('button', { name: /^Take back/u }).click(),
        () => get(ref),
      );
      await row.getByRole('button', { name: /^Take back/u }).click();
      await at.said('Taken back: 1.');
      await expect(get(ref)).rejects.toMatchObject({ status: 404 });
      await at.closeToasts();
      // The undo of it, too.
      await page.context().setOffline(true);
      await page.keyboard.press('u');
      await at.said('It could not be taken back');
      await page.context().setOffline(false);
      await page.locator('.banner').waitFor({ state: 'detached' });
      await at.closeToasts();
      await page.keyboard.press('u');
      await at.said('Taken back.');
      await get(ref);
    },
    { title: 'of changes' },
  );

  verifies(
    'console.interrupted',
    async () => {
      await at.go('/documents');
      const files = (round: string) =>
        page.locator('input[type=file]').setInputFiles(
          ['one', 'two'].map((name) => ({
            name: `${name}-${round}.md`,
            mimeType: 'text/markdown',
            buffer: Buffer.from(`# ${name} ${round}\n\nIt waits for the service.`),
          })),
        );
      const rows = page.locator('.tree .row', { hasText: /-(?:offline|signed-out)\.md/u });
      const context = page.context();
      await context.setOffline(true);
      await files('offline');
      await page.locator('.banner', { hasText: 'does not answer' }).waitFor();
      await page.locator('.drop').getByText('0 of 2').waitFor();
      await context.setOffline(false);
      await at.said('Taken in: 2 new sections');
      await expect.poll(() => rows.count()).toBe(2);
      await at.closeToasts();
      const cookies = await context.cookies();
      await context.clearCookies();
      await files('signed-out');
      await page.locator('.banner', { hasText: 'You are signed out' }).waitFor();
      await page.locator('.drop').getByText('0 of 2').waitFor();
      await context.addCookies(cookies);
      await page.evaluate(`dispatchEvent(new Event('focus'))`);
      await at.said('Taken in: 2 new sections');
      await expect.poll(() => rows.count()).toBe(4);
      expect(await page.locator('.drop .failure').count()).toBe(0);
      await page.keyboard.press('u');
      await expect.poll(() => rows.count()).toBe(2);
      expect(at.complaints).toEqual([]);
    },
    { title: 'of files that were dropped' },
  );

  verifies(
    'console.hostile',
    async () => {
      const gone = await at.store('Forgotten while somebody has its address');
      await service.client.forget({ body: { memories: [gone], dry_run: false } });
      for (const ref of [gone, 'nonsense', 'nonsense%2Fx']) {
        await at.visit(`/memories/${ref}`);
        await page.getByRole('heading', { name: 'A memory that is not shown' }).waitFor();
      }
      for (const query of ['q=%00', 'q=%E0%A4%A', 'q=there&tags=1', 'q=there&types=x&files=%7B%7D']) {
        await at.visit(`/search?${query}`);
        await page.getByRole('searchbox').waitFor();
      }
      await at.visit('/graph?type=1&days=x&community=%7B%7D');
      // As from outside, where the service answers first.
      for (const path of ['/search?q=%E0%A4%A', '/wp-login.php']) await at.go(path);
      for (const path of ['/nothing/here', '/memory', '/wp-login.php']) {
        await at.visit(path);
        await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
      }
      expect(at.complaints).toEqual([]);
    },
    { title: 'addresses of what is gone, and of nonsense' },
  );
});
