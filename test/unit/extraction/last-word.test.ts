import { expect } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { agent, drawn, edit, user } from './make-observations.ts';

verifies('extraction.last-word', async () => {
  const noted = agent('Noted.');
  const rule = user('never log the session token');
  for (const [back, count] of [
    ['scratch that, hashes of it are fine', 0],
    ['lol jk, log what you like', 0],
    ['nee, vergiss das, war Unsinn', 0],
    ['non, oublie ça', 0],
    ['no, olvídalo', 0],
    ['forget the dashboard, do the report first', 1],
    ['the footer is ugly, ignore it for now', 1],
    ['just kidding about the logo earlier', 1],
  ] as const)
    expect.soft(await drawn(rule, noted, user(back), noted), back).toHaveLength(count);
  for (const [rule, title] of [
    ['wir rücken immer mit Tabs ein', 'Vergiss Tabs, wir nehmen zwei Leerzeichen'],
    ['on utilise toujours des tabulations', 'Oublie les tabulations, on met deux espaces maintenant'],
  ] as const)
    expect.soft(await drawn(user(rule), noted, user(title), noted)).toMatchObject([{ title }]);
  const lower = user('Nee, Moment, die Batchgröße doch lieber 200, bei 500 gab es gestern Timeouts.');
  expect(await drawn(user('Die Batchgröße setzen wir auf 500, mehr nie.'), noted, lower)).toHaveLength(1);
  // A guess that the person contradicts is gone, and what mended it is the finding.
  const [found, ...more] = await drawn(
    user('why is the nightly backup so big?'),
    agent('The backup is big because it includes the node_modules folders.'),
    user('nah, those are excluded, look at backup.conf'),
    agent(
      'You are right, they are excluded. It is big because uploads are copied twice, once by the link media.',
    ),
    edit('backup.conf', '+--no-follow media'),
  );
  expect([found?.title, more]).toEqual([expect.stringContaining('uploads are copied twice'), []]);
  // The agent proposed something: that is forgotten, and not the rule.
  const readme = agent('The README asks for the token in each line.');
  expect(await drawn(rule, readme, user('ignore that'))).toHaveLength(1);
  // The value that was set last, though both were agreed to.
  const values = await drawn(
    user('the minimum off time of the compressor has to be 5 minutes, the sheet says so'),
    edit('src/compressor.c', '-off_time = 0;\n+off_time = 5;'),
    agent('The off time is 5 minutes now.'),
    user('hmm wait, make it 3, the sheet has a newer edition'),
    edit('src/compressor.c', '-off_time = 5;\n+off_time = 3;'),
    agent('The minimum off time of the compressor is 3 minutes now.'),
  );
  expect(values).toHaveLength(1);
  expect(values[0]?.title).toContain('3');
  // Code counts in seconds and with a point.
  const gaps = await drawn(
    user('customers must never wait longer than 2 minutes between two tries, and the growth is 1,5 at most'),
    edit('src/retry.ts', '-waits(10, 3);\n+waits(120, 1.5);'),
    agent('Set.'),
    user('the hotline says that is too short, 4'),
    edit('src/retry.ts', '-120\n+240'),
  );
  expect(gaps.map(({ title }) => title).join()).not.toContain('2 minutes');
  // Of a time of day no unit is asked.
  const times = await drawn(
    user('the backup must never start later than 10:30, the archive closes then'),
    edit('src/backup.ts', "-start('09:00', night);\n+start('10:30', night);"),
    agent('Set.'),
    user('the hotline says that is too early, 11:30'),
    edit('src/backup.ts', '-10:30\n+11:30'),
  );
  expect(times.map(({ title }) => title).join()).not.toContain('10:30');
  // An edit that shows the value alone.
  const limits = await drawn(
    user('uploads must never be larger than 40 MB, the customer insists'),
    edit('src/limits.ts', '-export const MAX_MB = 10;\n+export const MAX_MB = 40;\n+guard(MAX_MB);'),
    agent('MAX_MB is 40 now.'),
    user('the proxy cuts at 25, so uploads must be smaller: 20 MB'),
    edit('src/limits.ts', '-40\n+20'),
    agent('MAX_MB is 20 now, below what the proxy lets through.'),
  );
  expect(limits.map(({ title }) => title).join()).toContain('20');
  expect(limits.map(({ title }) => title).join()).not.toContain('40');
  // An edit that shows for the first time where it is.
  const days = await drawn(
    user(
      'the bucket is growing, complaints come after weeks: from now on we always keep pictures for 60 days',
    ),
    agent('Noted: 60 days.'),
    user('no wait, the boss said 90 because of the carmakers'),
    edit('cam/config.yaml', '-keep_days: 60\n+keep_days: 90'),
    agent('Set to 90.'),
    user('thanks'),
  );
  expect(days.map(({ title }) => title).join()).not.toContain('60');
  // The same line in another file.
  const lengths = await drawn(
    user('A search always needs at least 3 characters, because trigrams do not help below that.'),
    edit('src/search.ts', '-if (query.length > 0)\n+if (query.length >= 3)'),
    agent('The search starts at 3 characters.'),
    user('make it 2 on the part number field, part numbers can be as short as two characters'),
    edit('src/parts.ts', '-if (query.length >= 3)\n+if (query.length >= 2)'),
    agent('The part number field searches from 2 characters.'),
    user('thanks'),
  );
  expect(lengths).toHaveLength(2);
  for (const items of [
    // Read from a file, and taken back by the person.
    [
      user('have a look at the readme of the vendor'),
      agent('The vendor README says that tools/license_agent.sh must always be run first.'),
      user('ignore that, it is from the old supplier'),
    ],
    [user('yeah sure, always deploy on friday evening, what could go wrong lol'), noted],
    // Polish says “nie” where German says “nicht”.
    [user('qdrant także nie wymaga api key, odpowiedź health check nie działa'), noted],
    [user('how can i use #702082 instead of rgba(255, 57, 57, 10) for the shadow of the cards'), noted],
    [user('at my last job we always squashed every commit'), noted],
    [user('if we ever sell to banks we must never log any amount'), noted],
    [user('Petra says we should never use malloc, but she is wrong'), noted],
  ])
    expect.soft(await drawn(...items), items[0]?.content).toEqual([]);
});
