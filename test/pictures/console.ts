import { mkdirSync, writeFileSync } from 'node:fs';
import { openBrowser, openPage } from '../support/console/open-browser.ts';
import { seedConsole } from '../support/console/seed-console.ts';
import { startConsole } from '../support/console/start-console.ts';

/** Takes the pictures of the README: `npm run pictures`. */
const FOLDER = new URL('../../docs/pictures/', import.meta.url).pathname;

const PICTURES = [
  { name: 'search', path: '/search?q=orders', colorScheme: 'light' },
  { name: 'inbox', path: '/inbox', colorScheme: 'dark' },
  { name: 'graph', path: '/graph', colorScheme: 'light' },
] as const;

const [service, browser] = await Promise.all([startConsole(), openBrowser()]);
const { page } = await openPage(browser, service.url, { viewport: { width: 1_200, height: 700 } });
await seedConsole(service);
await page.goto(service.link());
await page.getByRole('heading', { name: 'Home' }).waitFor();
mkdirSync(FOLDER, { recursive: true });
for (const { name, path, colorScheme } of PICTURES) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.goto(service.url + path);
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  writeFileSync(`${FOLDER}${name}.png`, await page.screenshot({ animations: 'disabled' }));
}
await browser.close();
await service.close();
