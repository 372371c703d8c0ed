import { setTimeout as sleep } from 'node:timers/promises';
import {
  chromium as driver,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Request,
} from 'playwright-core';
import { chromium } from './find-chromium.ts';

/** Those that a machine without a network and without a screen needs. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const openBrowser = (): Promise<Browser> =>
  driver.launch({ executablePath: chromium, args: FLAGS, headless: true });

export interface WatchedPage {
  page: Page;
  /** Complaints of the browser: errors of scripts, violations of the policy, requests to elsewhere. */
  complaints: string[];
  /** Nothing is asked for any more. */
  still(): Promise<void>;
}

/** As long as nothing is asked for the view is there: the next question follows from an answer at once. */
const STILL_MS = 120;
const STILL_MS_MAX = 20_000;

/** A list that listens for as long as it is shown is never answered to its end. */
const LISTENS = /\/\.console\/acts/u;

/** A page in a profile of its own, of which every complaint is kept. @param workspaceId which is looked at, of several */
export async function openPage(
  browser: Browser,
  url: string,
  { workspaceId, ...options }: BrowserContextOptions & { workspaceId?: string } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', ...options });
  context.setDefaultTimeout(20_000);
  if (workspaceId !== undefined)
    // A page without an address, about:blank, keeps nothing.
    await context.addInitScript(
      `if (location.protocol === 'http:') localStorage.setItem('workspace-memory-workspace', '${workspaceId}')`,
    );
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to|violates/u.test(message.text())) complaints.push(message.text());
  });
  const asked = new Set<Request>();
  let lastMs = performance.now();
  const ended = (request: Request) => {
    if (asked.delete(request)) lastMs = performance.now();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  const still = async () => {
    lastMs = performance.now();
    const endsMs = lastMs + STILL_MS_MAX;
    while (asked.size > 0 || performance.now() - lastMs < STILL_MS) {
      if (performance.now() > endsMs)
        throw new Error(`Not answered: ${[...asked].map((each) => each.url()).join()}`);
      await sleep(20);
    }
  };
  page.on('request', (request) => {
    if (!LISTENS.test(request.url())) asked.add(request);
    if (new URL(request.url()).origin !== new URL(url).origin && !request.url().startsWith('data:'))
      complaints.push(`request to ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, complaints, still };
}
