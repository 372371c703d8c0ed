import { existsSync } from 'node:fs';

const PLACES = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The program of a Chromium on this machine; undefined, and said how to get one, where there is none. */
export const chromium: string | undefined = PLACES.find((place) => place !== '' && existsSync(place));

if (chromium === undefined)
  console.warn(
    'No Chromium was found: the tests of the console are skipped. `apt-get install chromium` brings one, or CHROMIUM names it.',
  );
