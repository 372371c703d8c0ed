import type { Browser } from 'playwright-core';
import { openBrowser } from './open-browser.ts';
import { startConsole, type ConsoleService } from './start-console.ts';

interface SharedConsole {
  service: ConsoleService;
  browser: Browser;
}

let shared: Promise<SharedConsole> | undefined;

/** The service and the browser that the tests of this process share: each start is seconds of the processor. */
export const sharedConsole = (): Promise<SharedConsole> => (shared ??= start());

async function start(): Promise<SharedConsole> {
  const [service, browser] = await Promise.all([startConsole(), openBrowser()]);
  return { service, browser };
}
