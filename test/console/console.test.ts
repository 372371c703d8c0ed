import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openConsolePage, type ConsolePage } from '../support/console/console-page.ts';
import { chromium } from '../support/console/find-chromium.ts';
import { HOSTILE_TEXTS } from '../support/console/hostile-texts.ts';
import type { ConsoleService } from '../support/console/start-console.ts';
import { verifies } from '../support/verifies.ts';

const ADA = 'ada@example.com';

/** A table and a task, as an author may write them. */
const TABLE = '| a | b |\n| - | -: |\n| 1 &amp; 2 | [three](https://example.com/3) |\n\n- [x] done';

describe.skipIf(chromium === undefined)('the console', () => {
  let at: ConsolePage;
  let service: ConsoleService;
  let page: Page;
  let go: ConsolePage['go'];
  let said: ConsolePage['said'];
  const ids: Record<string, string> = {};

  const store = async (title: string, narrative: string) => {
    const reply = await fetch(`${service.url}/api/v1/memories/store`, {
      method: 'POST',
      headers: { authorization: `Token ${service.key}`, 'x-person': encodeURIComponent(ADA) },
      body: JSON.stringify({ title, narrative, memory_type: 'decision', tags: ['api'] }),
    });
    const { id } = (await reply.json()) as { id: string };
    ids[title] = id;
    return id;
  };

  beforeAll(async () => {
    at = await openConsolePage(async (empty) => {
      service = empty;
      const later = await store(
        'Replies live in PostgreSQL',
        'We keep **replies** in a table, not in Redis.',
      );
      const earlier = await store('Replies lie in Redis', 'Replies are in Redis, for a day.');
      await store('Uploads are read once', 'An upload is read by a job, one after the other.');
      await service.client.createRelationship({
        body: { source_id: later, target_id: earlier, relationship_type: 'supersedes' },
      });
    });
    ({ page, go, said } = at);
  });
  afterAll(() => at?.close());

  verifies('console.search', async () => {
    await go('/search');
    await page.keyboard.type('replies redis', { delay: 5 });
    const hits = page.locator('.hit');
    await hits.filter({ hasText: 'replaced by' }).waitFor();
    // Results of the first words may be there while the last are typed.
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('replies redis');
    await hits
      .first()
      .locator('mark', { hasText: /^redis$/iu })
      .first()
      .waitFor();
    expect(await hits.first().locator('.meta').textContent()).toMatch(/by (?:words|meaning)/u);
    // How it came about: the oldest first.
    await page.getByLabel('Order').selectOption('oldest');
    await hits.first().getByText(ADA).waitFor();
    await expect.poll(() => hits.last().locator('h2').textContent()).toMatch(/Replies lie in/u);
    await page.getByLabel('Order').selectOption('');
    await page.getByText('Filters', { exact: true }).click();
    await page.getByRole('combobox', { name: 'By', exact: true }).selectOption(ADA);
    await page.getByText(/^\d+ of \d+ found/u).waitFor();
    await page.getByText('Filters (1)', { exact: true }).click();
    const marks =
      '## Why\n\n**Note:** `a_b` in [the store](src/a.ts), `2 * 3`, __init__\n- one\n> two\n```ts\nrun()\n```';
    await service.client.storeMemory({
      body: { title: 'Zebra crossing', narrative: marks, memory_type: 'decision' },
    });
    await at.visit('/search?q=zebra');
    await expect
      .poll(() => hits.first().locator('.snippet').textContent())
      .toBe('Why Note: a_b in the store, 2 * 3, __init__ • one two run() ');
    await at.visit('/search?q=quantum+chromodynamics+redis');
    await page.getByText('No memory answers this').waitFor();
    expect(await hits.count()).toBe(0);
    await page.getByText('less likely').click();
    await hits.first().waitFor();
    await at.visit('/search?q=replies+redis');
    await page.getByText('Filters', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'incident' }).check();
    await page.getByText('Nothing with these filters').waitFor();
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByText('Nothing with these filters').waitFor();
    await page.getByRole('link', { name: 'Search without them' }).click();
    await hits.first().waitFor();
  });

  verifies('console.conflict', async () => {
    const ref = await store('Two edit this', 'The text as it was.');
    await go(`/memories/${ref}`);
    await page.keyboard.press('e');
    await page.getByLabel(/What is to be remembered/u).fill('The text as I want it.');
    await service.client.updateMemory({ path: { ref }, body: { narrative: 'The text as they want it.' } });
    await page.getByRole('button', { name: /^Save/u }).click();
    const conflict = page.locator('.conflict');
    await conflict.getByText('Somebody changed it').waitFor();
    await conflict.locator('del', { hasText: 'they' }).waitFor();
    await conflict.locator('ins', { hasText: 'I' }).waitFor();
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: /^Save/u }).click();
    await said('Saved.');
    const { narrative } = await service.client.getMemory({ path: { ref } });
    expect(narrative).toBe('The text as I want it.');
  });

  verifies.whole('console.interrupted', async () => {
    await go('/new');
    await page.getByLabel('Title').waitFor();
    await page.getByLabel('Title').fill('Typed before the interruption');
    await page.getByLabel(/What is to be remembered/u).fill('It stays.');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Store' }).click();
    await page.locator('.banner', { hasText: 'does not answer' }).waitFor();
    await page.context().setOffline(false);
    await page.locator('.banner').waitFor({ state: 'detached' });
    // The session ends while somebody types, and another link is opened in another tab.
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Store' }).click();
    await page.locator('.banner', { hasText: 'You are signed out' }).waitFor();
    await page.reload();
    await page.getByText('workspace-memory console', { exact: true }).waitFor();
    const tab = await page.context().newPage();
    await tab.goto(service.link());
    await tab.getByRole('heading', { name: 'Home' }).waitFor();
    await tab.close();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Typed before the interruption');
    await page.getByRole('button', { name: 'Store' }).click();
    await page.getByRole('heading', { name: 'Typed before the interruption' }).waitFor();
  });

  verifies('console.hostile', async () => {
    for (const [at, text] of HOSTILE_TEXTS.entries())
      await store(`hostile ${at} ${text}`.slice(0, 200), `${text}\n\nhostile`);
    // Narratives of several, since each page is read anew.
    const all = await store('hostile all', [TABLE, ...HOSTILE_TEXTS.slice(0, -2)].join('\n\n'));
    await go('/search?q=hostile');
    await page.locator('.hit').nth(9).waitFor();
    await go(`/memories/${all}`);
    await page.locator('.prose', { hasText: 'red' }).waitFor();
    expect(await page.locator('.prose').textContent()).toContain(HOSTILE_TEXTS[0]);
    expect(await page.locator('.prose td').allTextContents()).toEqual(['1 & 2', 'three']);
    expect(await page.locator('.prose td a').getAttribute('href')).toBe('https://example.com/3');
    await page.locator('.prose li').getByRole('checkbox', { checked: true }).waitFor();
    for (const at of HOSTILE_TEXTS.keys()) {
      const title = Object.keys(ids).find((each) => each.startsWith(`hostile ${at} `)) ?? '';
      // Within the page, as a link does: to load all of it anew each time is a second.
      await page.evaluate(`history.pushState({}, '', '/memories/${ids[title]}')`);
      await page.locator('.prose').waitFor();
      await page.locator('h1', { hasText: `hostile ${at}` }).waitFor();
      if (at % 5 === 0) await page.getByRole('tab', { name: 'History' }).click();
    }
    expect(await page.title()).toBe('Workspace Memory');
    expect(at.complaints).toEqual([]);
  });
});
