import { expect, test } from 'vitest';
import { extractSession } from '@memory/core/extraction';
import { agent, command, edit, facts, makeObservations, result, user } from './make-observations.ts';

const changed = edit('src/part.ts');
const ran = (line: string, output: string) => [command(line), result(output)];

const e2e = '`npm run test:e2e` fails: the login page never gets past the cookie banner';
const mail = 'Die Mail an den Fahrer, wenn sein Führerschein abläuft, machen wir nächste Woche';
const cron = 'Jemand muss noch den Cronjob auf dem Server eintragen';
const key = 'TODO: rotate the signing key before the release';
const replay = 'Add a replay button to the deliveries page later (The table lists what was sent)';
const green = 'e2e is fixed now. next: the footer of the invoice';

test.each([
  [
    'its command passes, whatever is told',
    e2e,
    [user('look at e2e'), changed, ...ran('npm run test:e2e', '12 passed')],
  ],
  [
    'its command passes behind another',
    e2e,
    [user('go'), ...ran('cd web && CI=1 npm run test:e2e | tail', '12 passed')],
  ],
  ['the person tells that it passes', e2e, [user(green), changed, agent('It shows the VAT number.')]],
  [
    'it is made',
    replay,
    [user('now the replay button'), changed, agent('I added it to the deliveries page.')],
  ],
  [
    'it is made, in other forms of its words',
    mail,
    [
      user('so, jetzt die Erinnerungsmail zum ablaufenden Führerschein'),
      changed,
      agent('Die Erinnerungsmail geht jetzt 42 Tage vor Ablauf des Führerscheins raus.'),
    ],
  ],
  [
    'others did it',
    cron,
    [user('Olaf hat gestern den cronjob eingetragen, das ist erledigt. Mach die Spalte breiter'), changed],
  ],
  [
    'the person did it',
    key,
    [user('I rotated the signing key this morning. can you bump the version?'), changed],
  ],
  [
    'somebody did it, by the way',
    'Den alten FTP-Zugang müssen wir noch abschalten',
    [user('der ftp zugang ist abgeschaltet, hat Jens gemacht. weiter mit der preisliste'), changed],
  ],
  [
    'an edit of the file that it names makes it',
    'Someone has to write the changelog',
    [
      user('bring the docs up to date for 1.2'),
      edit('CHANGELOG.md'),
      agent('`CHANGELOG.md` has an entry for 1.2.'),
    ],
  ],
  [
    'somebody did it without an error',
    'The load test is put off until the cache is in',
    [user('I ran the load test yesterday: p95 was 220 ms, no error'), agent('Good.')],
  ],
])('what was left open is done where %s', async (_name, entry, said) => {
  expect(await doneIn(entry, ...said)).toContain(`## Done that was open\n\n- ${entry}`);
});

test.each([
  [
    'its command fails at last',
    e2e,
    [
      user('look at e2e'),
      ...ran('npm run test:e2e', '12 passed'),
      changed,
      ...ran('npm run test:e2e', '2 failed'),
    ],
  ],
  [
    'only a part of its command passes',
    '`pytest` fails: KeyError',
    [user('weiter'), ...ran('pytest tests/test_a.py', '3 passed')],
  ],
  ['a command like it is told to pass', e2e, [user('npm run test:unit is green now'), changed]],
  [
    'another command passes',
    e2e,
    [
      user('go on'),
      changed,
      ...ran('npm run test', '12 passed'),
      agent('The login page has its cookie banner.'),
    ],
  ],
  [
    'other work is done on the page',
    replay,
    [user('the deliveries page is slow'), changed, agent('I added an index, the deliveries page is fast.')],
  ],
  [
    'it was to be removed, and is mended',
    'TODO: remove the legacy export of invoices',
    [
      user('the legacy export of invoices lost its header'),
      changed,
      agent('The legacy export of invoices has its header again.'),
    ],
  ],
  [
    'it is put off again',
    replay,
    [user('the replay button on the deliveries page: not now, next week'), changed, agent('Noted.')],
  ],
  [
    'it is put off after it was begun',
    replay,
    [
      user('now the replay button'),
      changed,
      agent('The replay button is on the deliveries page.'),
      user('I took it out. we do the replay button on the deliveries page next week'),
      agent('Noted.'),
    ],
  ],
  [
    'it is only asked about',
    key,
    [
      user('where is the signing key read?'),
      ...ran('cat src/key.ts', 'key'),
      agent('To rotate the signing key edit src/key.ts.'),
    ],
  ],
  [
    'others have not done it yet',
    cron,
    [user('der cronjob fehlt immer noch, macht Olaf morgen. Mach die Spalte breiter'), changed],
  ],
  [
    'it is said in a question',
    key,
    [user('is the rotation of the signing key done?'), agent('I cannot see that.')],
  ],
])('what was left open stays so where %s', async (_name, entry, said) => {
  expect(await doneIn(entry, ...said)).not.toContain('Done that was open');
});

/** The summary of a later session. */
async function doneIn(entry: string, ...said: Parameters<typeof makeObservations>): Promise<string> {
  const { summary } = await extractSession({
    session: facts,
    observations: makeObservations(...said),
    memoriesStored: [],
    earlierOpen: [entry],
  });
  return summary({ drawn: 0 });
}
