import { chromium as driver, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
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
}

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
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin && !request.url().startsWith('data:'))
      complaints.push(`request to ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, complaints };
}
