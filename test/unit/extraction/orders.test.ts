import { expect } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { agent, drawn, edit, user } from './make-observations.ts';

verifies('extraction.insisted', async () => {
  const said = [
    'ok great. and always run the seed on a copy from now on',
    "please don't ever push to the release branch again",
    'legal says we may keep the addresses for 30 days, no longer',
    'You deleted my comments again!!! STOP removing comments you did not write',
    'May I ask that we always keep labels in the translation file?',
    'Remember: prices are integers in cents.',
    'please remember that the staging server is reset every night',
    'And remember: always use tabs in Makefiles.',
    'Deploys run with `make ship`, never with kubectl.',
    'I prefer named exports over default ones, renaming works better with them.',
    'Ich mag keine verschachtelten Ausdrücke, nimm da bitte if/else',
    'Je préfère les commits petits, un par sujet.',
  ];
  for (const content of said) expect.soft(await drawn(user(content)), content).toHaveLength(1);
  // A dot that ends no sentence, and a word that could ask.
  for (const title of [
    'Ab dem 15. april und ab 8. märz nie die rohe spalte überschreiben',
    'Nie mehr vor dem 2. versuch die warteschlange leeren',
    'Always ship parcels for St. Moritz and z. B. Chur through the Swiss depot, never by mail',
    'Wer einen key braucht soll ihn selber aus dem tresor holen, nie per mail',
  ])
    expect.soft(await drawn(user(title)), title).toMatchObject([{ title }]);
  expect(await drawn(user(said[0] ?? ''))).toMatchObject([
    { title: 'Always run the seed on a copy from now on', memory_type: 'convention' },
  ]);
});

verifies(
  'extraction.insisted',
  async () => {
    const work =
      'I looked at the files. The sender posts each event once. A failed one is lost. The queue can wait. The handler reads it. Two tests cover it. Both pass. Nothing else was touched.';
    const session = [
      ['have a look at the webhook sender', work],
      ['never commit directly to main btw, always open a pr', 'Understood.'],
      ['every table gets a created_at from now on', 'Noted.'],
      ['still the same error, fix it', work],
      ['ok commit and push', work],
    ].flatMap(([said = '', answer = '']) => [user(said), agent(answer)]);
    const titles = (await drawn(...session)).map(({ title }) => title);
    expect(titles).toEqual([
      'Never commit directly to main, always open a pr',
      'Every table gets a created_at from now on',
    ]);
  },
  { title: 'beside long reports of work, which leave nothing' },
);

verifies(
  'extraction.insisted',
  async () => {
    const causes = ['no origin is sent', 'the preflight fails', 'cookies are sent', 'a proxy strips it'];
    const memories = await drawn(
      user('why does the browser block the call?'),
      agent(
        `There are several reasons for this.\n\n${causes.map((cause) => `- ${cause}`).join('\n')}\n\nI looked at the headers. They seem fine. The middleware comes next.`,
      ),
      user('Can you also raise the pool from 50 to 80?'),
      edit('config/db.yaml', '-max: 50\n+max: 80'),
      agent('Raised the pool to 80.'),
      user('By the way, should we log failed logins?'),
      agent('Yes, with the user, the time and the address.'),
      user("ok, but no IP addresses in the logs, our privacy officer doesn't allow that"),
      edit('src/log.ts'),
      agent('Only the user and the time are logged.'),
    );
    expect(memories.map(({ narrative }) => narrative)).toEqual([
      expect.stringContaining('from 50 to 80'),
      expect.stringContaining('no IP addresses in the logs'),
    ]);
  },
  { title: 'beside one long list, and as a question that an edit answers' },
);

verifies(
  'extraction.insisted',
  async () => {
    const source_files = ['src/pay.ts'];
    const rejected = 'We tried decimal.js in src/pay.ts and rejected it: it made the bundle 40 kB larger.';
    expect(await drawn(user(rejected), agent('Understood.'))).toMatchObject([
      { memory_type: 'decision', narrative: rejected, source_files },
    ]);
    expect(await drawn(user(rejected), edit('src/pay.ts'), agent('Understood.'))).toMatchObject([
      { source_files },
    ]);
    expect(
      await drawn(
        user('Can decimal.js be used in src/pay.ts?'),
        agent('I tried decimal.js in src/pay.ts but rejected it because the bundle became 40 kB larger.'),
      ),
    ).toMatchObject([{ memory_type: 'decision', source_files }]);
    for (const other of [
      'I tried to log in with the old token and was rejected again',
      'We send a request and the server rejected it with 403',
    ])
      expect(await drawn(user(other), agent('Understood.')), other).toEqual([]);
  },
  { title: 'what was tried and rejected, with the file it was about' },
);

verifies(
  'extraction.insisted',
  async () => {
    const titles = async (...said: Parameters<typeof drawn>) =>
      (await drawn(...said)).map(({ title }) => title);
    const asked = [
      user('emoji in headlines'),
      agent('Strip silently or with a warning in the CMS?'),
      user('with a warning, always'),
    ];
    const words = 'With a warning, always (Strip silently or with a warning in the CMS?)';
    const [importer, mail] = [edit('src/importer/clean.py'), edit('src/warning/mail.py')];
    expect(await titles(...asked, importer)).toEqual([`importer/clean.py: ${words}`]);
    expect(await titles(...asked, mail), 'it says the same').toEqual([words]);
    expect(await titles(...asked, importer, mail), 'one of two').toEqual([words]);
    const limit = edit('src/parser.rs', '+const MAX_ERRORS: usize = 50;');
    expect(
      await titles(
        user('what about max errors? clang has a limit for them'),
        agent('Clang stops after 20. I would make it a constant first.'),
        user('50, const, no cli option'),
        limit,
      ),
    ).toEqual(['MAX_ERRORS in parser.rs: 50, const, no cli option (What about max errors?)']);
    const flush = edit('src/logger.c', '+#define FLUSH_S 300');
    expect(await titles(user('from now on write every 5 minutes, never more often'), flush)).toEqual([
      'FLUSH_S = 300 in logger.c: From now on write every 5 minutes, never more often',
    ]);
  },
  { title: 'with the file, the value or the question that tells what bare words are about' },
);

verifies(
  'extraction.insisted',
  async () => {
    const [cause] = await drawn(
      user('why does the deploy hang on staging???'),
      agent('The deploy hangs because the migration job waits for a lock that the old pod still holds.'),
    );
    expect(cause).toMatchObject({ memory_type: 'incident' });
    const order = user('ok so next time kill the old pod first, put that in the runbook');
    expect(await drawn(order, edit('docs/runbook.md'), agent('Added to the runbook.'))).toMatchObject([
      { source_files: ['docs/runbook.md'] },
    ]);
    const [dropped] = await drawn(
      user('lets try redis for the session store'),
      edit('src/session.ts'),
      user('nah redis drops sessions when it restarts, we go back to postgres'),
      edit('src/session.ts'),
      agent('Reverted: sessions are in Postgres again.'),
    );
    const narrative = expect.stringContaining('redis drops sessions');
    expect(dropped).toMatchObject({ memory_type: 'decision', source_files: ['src/session.ts'], narrative });
    for (const content of [
      'the e2e tests only run wiht STRIPE_MOCK=1 btw, otherwise they hit the real api',
      'i tried node 24 last week, sharp doesnt build there, so we stay on 22 for now',
      'we agreed that the api returns 404 and not 403 for orders of others, so nobody can guess ids',
    ])
      expect
        .soft(await drawn(user(content), edit('src/routes/orders.ts'), agent('Done.')), content)
        .toMatchObject([{ source_files: ['src/routes/orders.ts'] }]);
  },
  { title: 'in haste, with what was tried and given up' },
);

verifies(
  'extraction.insisted',
  async () => {
    for (const [memory_type, content] of [
      ['decision', "use npm ci in the image, not npm install. I've said this before"],
      ['decision', 'spiders max 40 on the small console, it just cannot do more'],
      ['convention', 'no floats for money anywhere pls, cents only'],
      ['convention', 'Legal has to approve any text that goes to customers'],
      ['convention', 'the plan at the end of the quarter counts, as agreed with the auditors'],
      ['convention', 'apply only ever happens from the pipeline'],
    ] as const)
      expect.soft(await drawn(user(content), edit('src/a.ts')), content).toMatchObject([{ memory_type }]);
    for (const content of [
      'the search does not work at all',
      'rename it please',
      'can you look at the max width?',
      'btw can you make the button blue?',
      'go back to the list',
      'try it next time it fails?',
    ])
      expect.soft(await drawn(user(content), agent('Done.')), content).toEqual([]);
  },
  { title: 'with limits, repetition, who has a say and what is not to be' },
);

verifies(
  'extraction.insisted',
  async () => {
    const found = await drawn(
      user('ci is red again. and stop bumping versions, renovate does that'),
      agent('The build failed because the lock file was made on another platform, that was the root cause.'),
      edit('package-lock.json'),
      agent('Everything passes.'),
    );
    expect(found).toMatchObject([
      { memory_type: 'convention', narrative: expect.not.stringContaining('lock file') },
      { memory_type: 'incident', narrative: expect.not.stringContaining('renovate') },
    ]);
  },
  { title: 'beside the cause of something else, which is a memory of its own' },
);

verifies('extraction.languages', async () => {
  for (const content of [
    'in der Firmware bitte nie malloc verwenden, der Heap hat nur 2 KB',
    'Beträge speichern wir immer in Cent, niemals als Kommazahl',
    'on ne déploie jamais le vendredi, toujours le mardi matin',
    'los importes se guardan siempre en céntimos, nunca con decimales',
  ])
    expect
      .soft(await drawn(user(content), agent('OK.')), content)
      .toMatchObject([{ memory_type: 'convention' }]);
});
