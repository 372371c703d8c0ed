import { afterAll, beforeAll, describe, expect } from 'vitest';
import { sql } from 'drizzle-orm';
import type { Locator } from 'playwright-core';
import { openConsolePage, type ConsolePage } from '../support/console/console-page.ts';
import { chromium } from '../support/console/find-chromium.ts';
import { findViolations } from '../support/console/find-violations.ts';
import { seedConsole } from '../support/console/seed-console.ts';
import { seedEdges } from '../support/seeds/seed-edges.ts';
import { verifies } from '../support/verifies.ts';

const MEMORY = 'Orders live in PostgreSQL';
const OTHER = 'Prices are integers in cents';

/** Kinds of work that wait for a person in the seed. */
const KINDS = [
  'Candidates for pruning',
  'Near-duplicates',
  'Never asked for',
  'Perhaps contradicting',
  'What failed',
];

/** Nothing in here clicks, nor gives the focus to anything: whatever is done is typed. */
describe.skipIf(chromium === undefined)('each action by the keyboard alone', () => {
  let at: ConsolePage;
  let ids: Record<string, string>;

  beforeAll(async () => {
    at = await openConsolePage(async (service) => (ids = await seedConsole(service, 'typed')));
  });
  afterAll(() => at?.close());

  verifies.whole(
    'console.accessible',
    async () => {
      const { page, go } = at;
      await go(`/memories/${ids[MEMORY]}`);
      await page.getByRole('heading', { name: MEMORY }).waitFor();
      // As on a busy machine: what a closed dialog tells comes well after the next key.
      await page.evaluate(`addEventListener('close', (event) => {
        if (!event.isTrusted || event.target.tagName !== 'DIALOG') return;
        event.stopImmediatePropagation();
        setTimeout(() => event.target.dispatchEvent(new Event('close')), 100);
      }, true)`);
      const dialog = page.getByRole('dialog');
      for (const key of ['r', 'm', '?']) {
        await press(key);
        await dialog.waitFor();
        // Nothing is typed yet: the latest are offered.
        if (key !== '?') await dialog.getByRole('radio').first().waitFor();
        await press('Escape', key);
        await dialog.waitFor();
        await page.waitForTimeout(150);
        expect(await dialog.count()).toBe(1);
        await press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }
    },
    { title: 'a dialog opens again right after it was closed' },
  );

  const press = async (...keys: string[]) => {
    for (const key of keys) await at.page.keyboard.press(key);
  };
  const type = (text: string) => at.page.keyboard.type(text);
  const button = (name: string | RegExp) => at.page.getByRole('button', { name, exact: true });
  const get = (title: string) => at.service.client.getMemory({ path: { ref: ids[title] ?? '' } });
  /** The message about what was just done has an undo: reached by the key of messages, also from within a field. */
  const takenBackByMessage = async (text: string) => {
    await at.said(text);
    await press('F8');
    await at.tabTo(at.page.locator('.toast', { hasText: text }).getByRole('button', { name: /^Undo/u }));
    await press('Enter');
    await at.said('Taken back.');
    await at.closeToasts();
  };

  verifies(
    ['console.accessible', 'console.memory'],
    async () => {
      const { page, go, visit, said, takenBack, tabTo } = at;
      const title = async () => (await get(MEMORY)).title;
      // From the address to a stored memory; what a new one is typed into is the one view that pictures do not show.
      await go('/');
      await press('n');
      await page.getByRole('heading', { name: 'New memory' }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      expect(await findViolations(page, 'colours')).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await findViolations(page, 'no colours')).toEqual([]);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(overflow).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 1_280, height: 800 });
      await press('Escape');
      await page.getByRole('heading', { name: 'Home' }).waitFor();
      await press('n');
      await page.getByRole('heading', { name: 'New memory' }).waitFor();
      await type('Typed without a mouse');
      await press('Tab', 'Tab');
      await type('The keyboard is enough.');
      await tabTo(button(/^Store/u));
      await press('Enter');
      await page.getByRole('heading', { name: 'Typed without a mouse' }).waitFor();
      await visit(`/memories/${ids[MEMORY]}`);
      await page.getByRole('heading', { name: MEMORY }).waitFor();
      // A pair is said once on either side.
      const related = page
        .locator('.related')
        .getByRole('link', { name: 'Checkout was down for 12 minutes' });
      await related.first().waitFor();
      expect(await related.count()).toBe(1);
      await press('e');
      await page.getByRole('heading', { name: 'Edit the memory' }).waitFor();
      await press('Control+a');
      await type('Orders are rows');
      await press('Escape', 'e');
      await tabTo(button(/^Save/u));
      await press('Enter');
      await said('Saved.');
      expect(await title()).toBe('Orders are rows');
      await takenBack();
      expect(await title()).toBe(MEMORY);
      await tabTo(page.getByRole('tab', { selected: true }));
      await press('ArrowRight');
      await page.locator('.diff del', { hasText: 'rows' }).first().waitFor();
    },
    { title: 'a memory: store, edit' },
  );

  verifies.whole(
    ['console.accessible', 'console.memory'],
    async () => {
      const { page, go, said, takenBack, tabTo } = at;
      await go(`/memories/${ids[MEMORY]}`);
      await page.getByRole('heading', { name: MEMORY }).waitFor();
      for (const [key, count] of [
        ['+', 'feedback_positive_count'],
        ['-', 'feedback_negative_count'],
      ] as const) {
        const before = (await get(MEMORY))[count];
        await press(key);
        await said('Noted');
        expect((await get(MEMORY))[count]).toBe(before + 1);
        await takenBack();
        expect((await get(MEMORY))[count]).toBe(before);
      }

      // Belongs to, by the type that is chosen first, and replaces.
      const outgoing = async () =>
        (await get(MEMORY)).outgoing_relationships
          .filter(({ target_memory_id: target }) => target === ids[OTHER])
          .map(({ relationship_type: relation }) => relation);
      const before = await outgoing();
      for (const [words, relation] of [
        ['belongs', 'related_to'],
        ['replaces', 'supersedes'],
      ] as const) {
        await press('r');
        const dialog = page.getByRole('dialog');
        await dialog.waitFor();
        await type('prices integers cents');
        await tabTo(dialog.getByRole('radio', { name: OTHER }));
        await press('Space');
        await tabTo(dialog.getByRole('combobox'), 'Shift+Tab');
        await type(words);
        await tabTo(dialog.getByRole('button', { name: 'Relate', exact: true }));
        await press('Enter');
        await said(`It ${words}`);
        expect(await outgoing()).toContain(relation);
        await takenBack();
        expect(await outgoing()).toEqual(before);
      }

      const narrative = (await get(MEMORY)).narrative;
      await press('m');
      const merge = page.getByRole('dialog');
      await merge.waitFor();
      await type('prices integers cents');
      await tabTo(merge.getByRole('radio', { name: OTHER }));
      await press('Space');
      await tabTo(merge.getByRole('button', { name: 'Merge', exact: true }));
      await press('Enter');
      await said('Merged');
      expect((await get(MEMORY)).narrative).not.toBe(narrative);
      expect((await outgoing()).length).toBeGreaterThan(before.length);
      await takenBack();
      expect((await get(MEMORY)).narrative).toBe(narrative);

      await press('#');
      await said('Deleted.');
      await expect(get(MEMORY)).rejects.toMatchObject({ status: 404 });
      await takenBack();
      await get(MEMORY);

      const forgotten = await at.store('Only to be forgotten');
      await go(`/memories/${forgotten}`);
      await tabTo(button('Forget …'));
      await press('Enter');
      const forget = page.getByRole('dialog');
      await tabTo(forget.getByRole('checkbox'));
      await press('Space');
      await forget.getByText('Only to be forgotten').waitFor();
      await tabTo(forget.getByRole('button', { name: 'Forget for good' }));
      await press('Enter');
      await said('Forgotten: 1.');
      await at.closeToasts();
    },
    { title: 'a memory: vote, relate, replace, merge, delete, forget' },
  );

  verifies.whole(
    ['console.accessible', 'console.inbox'],
    async () => {
      const { page, go, takenBack, service } = at;
      await seedEdges({ services: service.services, id: service.workspaceId }, [
        { source: ids[OTHER] ?? '', target: ids['Search runs in the database'] ?? '', type: 'contradicts' },
      ]);
      await go('/inbox');
      const items = page.locator('.cards > li');
      // Each kind is asked for by itself, and shown as it comes.
      for (const kind of KINDS) await page.locator(`section[aria-label='${kind}']`).waitFor();
      const count = await items.count();
      // A minute may pass.
      const told = async (item: Locator) =>
        (await item.textContent())?.replaceAll(/this minute|\d+ minutes? ago/gu, '');
      const kinds = new Set<string>();
      // From the first to the last: each is settled by its first number, and comes back as it was.
      for (let item = 0; item < count; item += 1) {
        const marked = page.locator('.cards > li[aria-current]');
        const text = (await told(marked)) ?? '';
        kinds.add((await page.locator('section', { has: marked }).getAttribute('aria-label')) ?? '');
        await press('1');
        await expect.poll(() => items.count(), { message: text }).toBe(count - 1);
        await takenBack();
        await expect.poll(() => items.count(), { message: text }).toBe(count);
        // Each kind comes back by itself, so that the count may be right before the order is.
        await expect.poll(() => told(items.nth(item))).toBe(text);
        const next = items.nth(Math.min(item + 1, count - 1));
        for (let presses = 0; presses <= count; presses += 1) {
          if ((await next.getAttribute('aria-current')) !== null) break;
          await press('j');
        }
      }
      expect([...kinds].toSorted()).toEqual(KINDS);
      await go('/changes');
      await page.locator('.row').first().waitFor();
      await press('j', '1');
      await at.said('Taken back: 1.');
      await takenBack();
    },
    { title: 'the inbox, and changes' },
  );

  verifies.whole(
    ['console.accessible', 'console.documents'],
    async () => {
      const { page, visit, said, tabTo, takenBack } = at;
      await visit('/documents');
      // Asked for first: a browser that has not heard yet that choosers are awaited opens one that nobody sees.
      const chooser = page.waitForEvent('filechooser');
      await tabTo(page.locator('input[type=file]'));
      await press('Enter');
      const file = (name: string, text: string, encoding: BufferEncoding = 'utf8') => ({
        name,
        mimeType: 'text/markdown',
        buffer: Buffer.from(text, encoding),
      });
      const latin =
        '# D\xE9j\xE0 vu\n\nLa for\xEAt est pr\xE8s de la rivi\xE8re, o\xF9 les b\xEAtes boivent apr\xE8s le r\xE9veil.';
      await (
        await chooser
      ).setFiles([
        file('typed.md', '# Typed\n\nWithout a mouse.'),
        // Text in another encoding is read by its letters, and a picture is none.
        file('latin.md', latin, 'latin1'),
        file('wide.md', '\uFEFF# Wide\n\nOf two bytes.', 'utf16le'),
        file('picture.txt', '\x89PNG\r\n', 'latin1'),
        file('empty.md', ''),
      ]);
      await said('Taken in: 3 new sections');
      for (const failure of ['empty.md', 'a PNG image'])
        await page.locator('.drop .failure', { hasText: failure }).waitFor();
      const row = page.locator('.tree .row', { hasText: 'latin.md' });
      await tabTo(row.getByRole('link'));
      await press('Enter');
      await page.getByText('Déjà vu').first().waitFor();
      await takenBack();
      await visit('/documents');
      await row.waitFor({ state: 'detached' });
      const kept = page.locator('.tree .row', { hasText: 'refunds.md' });
      await tabTo(kept.getByRole('button', { name: /^Delete/u }));
      await press('Enter');
      await kept.waitFor({ state: 'detached' });
      await takenBack();
      await kept.waitFor();
      await tabTo(kept.getByRole('link'));
      await press('Enter');
      await page.getByRole('heading', { name: 'Sections 1' }).waitFor();
      await press('#');
      await page.getByRole('heading', { name: 'Documents' }).waitFor();
      await takenBack();
      await kept.waitFor();
    },
    { title: 'documents, also in other encodings' },
  );

  verifies.whole(
    ['console.accessible', 'console.operation'],
    async () => {
      const { page, visit, said, tabTo, service } = at;
      await visit('/operation');
      await page.getByRole('rowheader', { name: 'codex' }).waitFor();
      await page.getByText('The model did not answer within 60 s.').waitFor();
      await page.getByText(/share a tag, concept or file with the one nearest/u).waitFor();
      const usage = page.getByRole('region', { name: 'Usage by key and day' }).last();
      await usage.locator('tbody tr').first().waitFor();
      await tabTo(page.getByLabel('Name of a new key'));
      await type('typed');
      await press('Enter');
      await page.locator('.secret', { hasText: /^wm_test_/u }).waitFor();
      await takenBackByMessage('The key is made.');
      await page.locator('tr', { hasText: 'typed' }).getByText('revoked').waitFor();
      expect(await page.locator('.secret').count()).toBe(0);

      await tabTo(page.getByLabel('Name of a new key'));
      await type('to revoke');
      await press('Enter');
      await tabTo(button('I have it'));
      await press('Enter');
      await at.closeToasts();
      const key = page.locator('tr', { hasText: 'to revoke' });
      await tabTo(key.getByRole('button', { name: 'Revoke to revoke' }));
      await press('Enter');
      // The focus stays where the question was asked.
      expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Keep it');
      await tabTo(key.getByRole('button', { name: 'Revoke for good' }), 'Shift+Tab');
      await press('Enter');
      await key.getByText('revoked').waitFor();

      await tabTo(page.getByLabel('Login (claim “sub”)'));
      await type('ada');
      await press('Tab');
      await press('Control+a');
      await type('https://login.acme.example');
      await press('Enter');
      const member = page.locator('tr', { hasText: 'login.acme.example' });
      await takenBackByMessage('The member is added.');
      await member.waitFor({ state: 'detached' });
      await tabTo(page.getByLabel('Login (claim “sub”)'));
      await type('ada');
      await press('Enter');
      await tabTo(member.getByRole('button', { name: 'Remove ada' }));
      await press('Enter');
      await said('The member is shut out.');
      await member.waitFor({ state: 'detached' });
      await at.closeToasts();
      await at.takenBack();
      await member.waitFor();

      await tabTo(button('Try all of it again'));
      await press('Enter');
      await said('It is tried again');
      await page.getByText('Nothing was given up.').waitFor();
      await service.services.db.execute(
        sql`delete from job_attempts where workspace_id = ${service.workspaceId}::uuid`,
      );
      await at.closeToasts();
    },
    { title: 'keys, members, and work that was given up' },
  );

  verifies.whole(
    ['console.accessible', 'console.graph'],
    async () => {
      const { page, visit, tabTo } = at;
      const rows = page.getByRole('list', { name: 'Memories' }).locator('li');
      await visit('/graph');
      await rows.first().waitFor();
      const find = page.getByRole('searchbox', { name: 'Find' });
      const choose = async (title: string, key: 'Tab' | 'Shift+Tab') => {
        await tabTo(find, key);
        await press('Control+a');
        await type(title);
        await tabTo(rows.getByRole('button', { name: title }));
        await press('Enter');
      };
      await choose(MEMORY, 'Tab');
      await tabTo(button('Path from here'), 'Shift+Tab');
      await press('Enter');
      await choose('Checkout was down for 12 minutes', 'Shift+Tab');
      await tabTo(button('Path to here'), 'Shift+Tab');
      await press('Enter');
      await page.getByRole('region', { name: 'Path' }).locator('ol li').nth(1).waitFor();
      expect(new URL(page.url()).searchParams.get('from')).toBe(ids[MEMORY]);
      expect(await page.locator('canvas').count()).toBeGreaterThan(2);
      await tabTo(button('Clear'));
      await press('Enter');
      await page.getByRole('region', { name: 'Path' }).waitFor({ state: 'detached' });
      await tabTo(button('Nearer'), 'Shift+Tab');
      await press('Enter');
      await tabTo(find, 'Shift+Tab');
      await press('Control+a', 'Delete');
      await tabTo(page.getByRole('combobox', { name: 'Type' }), 'Shift+Tab');
      await type('incident');
      await expect.poll(() => rows.count()).toBe(1);
      expect(new URL(page.url()).searchParams.get('type')).toBe('incident');
      expect(at.complaints).toEqual([]);
    },
    { title: 'the graph' },
  );
});
