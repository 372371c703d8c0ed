import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPage } from './open-browser.ts';
import { startConsole, type ConsoleService } from './start-console.ts';

/** More than any view has before what is looked for. */
const TABS_MAX = 150;

/** A page that is signed in to a workspace of its own, with what tests do there. */
export interface ConsolePage {
  service: ConsoleService;
  browser: Browser;
  page: Page;
  complaints: string[];
  store(title: string, narrative?: string): Promise<string>;
  /** Loads an address, and waits until its view is there. */
  go(path: string): Promise<void>;
  /**
   * Goes there within the page, as a link does, and waits until all is there: to load a page is half a second of the processor.
   * Answers of the last five seconds are shown again.
   */
  visit(path: string): Promise<void>;
  said(text: string): Promise<void>;
  closeToasts(): Promise<void>;
  /** Undoes the last action by its key. */
  takenBack(): Promise<void>;
  /** By the keyboard alone: Tab, or Shift+Tab, until it has the focus. */
  tabTo(target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void>;
  /** Does something while the service is gone, and while the session is; both are said, and both end by themselves. */
  interrupted(act: () => Promise<unknown>, check: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

let shared: Promise<{ service: ConsoleService; browser: Browser }> | undefined;

/** The service and the browser that the tests of this process share: each start is seconds of the processor. */
async function start() {
  const [service, browser] = await Promise.all([startConsole(), openBrowser()]);
  return { service, browser };
}

/** Opens one on the service and in the browser that all tests share. @param fill is done before it is looked at */
export async function openConsolePage(
  fill: (service: ConsoleService) => Promise<unknown> = () => Promise.resolve(),
): Promise<ConsolePage> {
  const { browser, service: first } = await (shared ??= start());
  const service = await first.withWorkspace();
  await fill(service);
  const { page, complaints, still } = await openPage(browser, service.url, {
    workspaceId: service.workspaceId,
    viewport: { width: 1280, height: 800 },
  });
  const context = page.context();
  await page.goto(service.link());
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  const said = (text: string) => page.locator('.toast', { hasText: text }).first().waitFor();
  const closeToasts = async () => {
    for (const toast of (await page.locator('.toast').all()).toReversed())
      await toast.getByRole('button', { name: 'Close' }).click();
  };
  return {
    service,
    browser,
    page,
    complaints,
    said,
    closeToasts,
    store: async (title, narrative = `${title}.`) =>
      (await service.client.storeMemory({ body: { title, narrative, memory_type: 'decision' } })).id,
    async go(path) {
      await page.goto(service.url + path);
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      await page.locator('.loading').first().waitFor({ state: 'detached' });
    },
    async visit(path) {
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
      await still();
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      await page.locator('.loading').first().waitFor({ state: 'detached' });
    },
    async takenBack() {
      await page.keyboard.press('u');
      await said('Taken back.');
      await closeToasts();
    },
    async tabTo(target, key = 'Tab') {
      await target.waitFor();
      for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
        if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
        await page.keyboard.press(key);
      }
      throw new Error(`The keyboard does not come to ${target.toString()}.`);
    },
    interrupted: (act, check) => interrupted(page, act, check),
    close: () => context.close(),
  };
}

type Step = () => Promise<unknown>;

async function interrupted(page: Page, act: Step, check: Step): Promise<void> {
  const context = page.context();
  const banner = page.locator('.banner');
  await context.setOffline(true);
  await act();
  await banner.filter({ hasText: 'does not answer' }).waitFor();
  await check();
  await context.setOffline(false);
  await banner.waitFor({ state: 'detached' });
  const cookies = await context.cookies();
  await context.clearCookies();
  await act();
  await banner.filter({ hasText: 'You are signed out' }).waitFor();
  await check();
  await context.addCookies(cookies);
  // As after a look at the tab where the link was opened.
  await page.evaluate(`dispatchEvent(new Event('focus'))`);
  await banner.waitFor({ state: 'detached' });
}
