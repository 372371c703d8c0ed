import { describe, expect } from 'vitest';
import { extractSession } from '@memory/core/extraction';
import { saysAlready } from '../../../packages/core/src/extraction/rules/says-already.ts';
import { verifies } from '../../support/verifies.ts';
import { drawn, facts, makeObservations, result } from './make-observations.ts';

const user = (content: string) => ({ kind: 'user_prompt', content });
const agent = (content: string) => ({ kind: 'assistant_message', content });
const edit = (file: string) => ({ kind: 'change', tool_name: 'Edit', content: file, files: [file] });

describe('what people say in passing is drawn', () => {
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
        { ...edit('config/db.yaml'), content: '-max: 50\n+max: 80' },
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
      expect(
        await titles(
          user('what about max errors? clang has a limit for them'),
          agent('Clang stops after 20. I would make it a constant first.'),
          user('50, const, no cli option'),
          {
            ...edit('src/parser.rs'),
            content: '-fn sync() {\n+const MAX_ERRORS: usize = 50;\n+fn sync() {',
          },
        ),
      ).toEqual(['MAX_ERRORS in parser.rs: 50, const, no cli option (What about max errors?)']);
      const flush = { ...edit('src/logger.c'), content: '+#define FLUSH_S 300' };
      expect(await titles(user('from now on write every 5 minutes, never more often'), flush)).toEqual([
        'FLUSH_S = 300 in logger.c: From now on write every 5 minutes, never more often',
      ]);
    },
    { title: 'with the file, the value or the question that tells what bare words are about' },
  );

  verifies('extraction.explained', async () => {
    const [memory, ...others] = await drawn(
      user('uploads fail with a broken pipe'),
      agent('It could be the body limit of the framework. Let me raise it.'),
      edit('src/server.ts'),
      agent('That was not it.'),
      edit('ops/proxy.conf'),
      agent('Fixed. It was the proxy that cut the connection at 5 MB; its limit is 50 MB now.'),
      user('thanks'),
    );
    expect(others).toEqual([]);
    expect(memory).toMatchObject({
      title: 'It was the proxy that cut the connection at 5 MB; its limit is 50 MB now',
      memory_type: 'incident',
      source_files: ['src/server.ts', 'ops/proxy.conf'],
    });
    const found =
      'Found it: the cache key holds the clock, since the builder stamps each layer with the exact hour it was made in, so that none is taken again.';
    expect(await drawn(user('why is it slow?'), agent(found))).toMatchObject([
      {
        title:
          'The cache key holds the clock, since the builder stamps each layer with the exact hour it was made…',
      },
    ]);
  });

  verifies('extraction.chosen', async () => {
    const [memory] = await drawn(
      user('we need a queue for the mails. options?'),
      agent('A managed queue, or a table in Postgres, which is transactional with the order.'),
      user('postgres then, one thing less to operate'),
      edit('src/outbox.ts'),
      agent(
        'Mails are written to a table in the transaction of the order, and a worker sends them every minute.',
      ),
    );
    expect(memory).toMatchObject({ memory_type: 'decision', source_files: ['src/outbox.ts'] });
    expect(memory?.narrative).toContain('one thing less to operate');
  });

  verifies(
    'extraction.chosen',
    async () => {
      const titles = async (...said: string[]) =>
        (await drawn(...said.map((text, at) => (at % 2 === 0 ? user(text) : agent(text))))).map(
          ({ title }) => title,
        );
      const ways =
        'I could use growing pauses, or a fixed interval of 30 seconds. Growing pauses are kinder to receivers.';
      expect(await titles('how does the sender retry?', ways, 'the former')).toEqual([
        'Use growing pauses (How does the sender retry?)',
      ]);
      const lettered = 'Variante A: Elasticsearch, ein Dienst mehr. Variante B: Volltextsuche in Postgres.';
      const [searched, ...others] = await titles(
        'Womit suchen wir?',
        lettered,
        'B, den anderen betreut niemand',
      );
      expect([searched, others]).toEqual([expect.stringMatching(/^Volltextsuche in Postgres/), []]);
      const way = 'Push kommt schneller an. Ich würde Mail nehmen, die bleibt nachlesbar.';
      expect(await titles('Wie bestätigen wir Buchungen?', way, 'ja, machen wir so')).toEqual([
        'Mail nehmen, die bleibt nachlesbar (Wie bestätigen wir Buchungen?)',
      ]);
      // How to go on with the work settles nothing, nor does a yes to a report.
      expect(await titles('how is the diff?', 'Fine. I would squash it into one commit.', 'yes')).toEqual([]);
      expect(await titles('is the server up?', 'It answers. I could restart it to be sure.', 'yes')).toEqual(
        [],
      );
    },
    { title: 'as the option that bare words mean, and the other option is nothing of its own' },
  );

  verifies(
    'extraction.chosen',
    async () => {
      const listed = {
        asked: 'how do we stop two syncs from running at once?',
        ways: '1. flock on the file\n2. a pid file\nWhich one do you prefer?',
        first: 'Flock on the file (How do we stop two syncs from running at once?)',
        second: 'A pid file (How do we stop two syncs from running at once?)',
      };
      const lettered = {
        asked: 'wie speichern wir die sitzungen?',
        ways: 'Zwei Möglichkeiten: a) Redis mit Ablauf, b) eine Tabelle in Postgres. Welche soll es sein?',
        first: 'Redis mit Ablauf (Wie speichern wir die sitzungen?)',
        second: 'Eine Tabelle in Postgres (Wie speichern wir die sitzungen?)',
      };
      const titlesOf = async (asked: string, ways: string, answer: string) =>
        (
          await drawn(
            user(asked),
            agent(ways),
            user(answer),
            agent('Done.'),
            user('thanks, now the readme'),
            agent('The readme is updated.'),
          )
        ).map(({ title }) => title);
      for (const answer of ['1', 'option 1', 'first one please', 'flock'])
        expect.soft(await titlesOf(listed.asked, listed.ways, answer), answer).toEqual([listed.first]);
      for (const answer of ['2.', 'the second', 'the pid file'])
        expect.soft(await titlesOf(listed.asked, listed.ways, answer), answer).toEqual([listed.second]);
      for (const answer of ['a', 'Redis', 'die erste bitte'])
        expect.soft(await titlesOf(lettered.asked, lettered.ways, answer), answer).toEqual([lettered.first]);
      for (const answer of ['b)', 'lieber die zweite', 'nimm b'])
        expect.soft(await titlesOf(lettered.asked, lettered.ways, answer), answer).toEqual([lettered.second]);
      for (const answer of ['none of them', 'why not 1?', 'not 1', 'both', '2 hours', 'hm, give me a minute'])
        expect.soft(await titlesOf(listed.asked, listed.ways, answer), answer).toEqual([]);
      // A question that names the ways; how to go on with the work is no matter of the project.
      expect(await titlesOf('the client', 'Retries: keep 5 or lower to 3?', '5, not 3')).toEqual([
        '5, not 3 (Retries: keep 5 or lower to 3?)',
      ]);
      expect(
        await titlesOf('der import', 'Soll der Import überspringen oder abbrechen?', 'abbrechen'),
      ).toEqual(['Abbrechen (Soll der Import überspringen oder abbrechen?)']);
      expect(await titlesOf('and?', 'Should I commit now or open a PR?', 'commit')).toEqual([]);
      expect(await titlesOf('plan', 'Options:\n1. fix the tests\n2. write docs\nWhich first?', '1')).toEqual(
        [],
      );
    },
    { title: 'in a word: by number, letter, place or words, among ways that were laid out' },
  );
});

verifies(
  'extraction.subject',
  async () => {
    const titleOf = async (asked: string, answer: string) =>
      (
        await drawn(
          user('look at the station'),
          agent(asked),
          user(answer),
          agent('Done.'),
          user('thanks, now the readme'),
          agent('The readme is updated.'),
        )
      ).map(({ title }) => title);
    for (const [asked, answer, title] of [
      [
        'What settling time do we need for the LNA? The pass list suggests less.',
        '90, never lower. the amplifier drifts before that, we lost half a pass',
        '90, never lower; the amplifier drifts before that (What settling time do we need for the LNA?)',
      ],
      [
        'Vertretungsplan: wer darf ihn sehen?',
        'nie mehr als das kollegium, immer ohne namen',
        'Nie mehr als das kollegium, immer ohne namen (Vertretungsplan: wer darf ihn sehen?)',
      ],
      [
        'Should the second signature be a checkbox in the form or a confirmation by another account?',
        'always from a different account, never the same one',
        'Always from a different account, never the same one (Should the second signature be a checkbox in…)',
      ],
      // No way that is offered stands first, and nothing that tells how to reach somebody.
      [
        'Drop the stale frames or keep them?',
        'never drop anything, mark it instead, always',
        'Never drop anything, mark it instead, always (Drop the stale frames or keep them?)',
      ],
      // A long report ends with what is its own, where it does not ask.
      [
        `${'I read another file and went on. '.repeat(9)}Labels: I looked at the handler.`,
        'never drop anything, mark it instead, always',
        'Never drop anything, mark it instead, always',
      ],
      [
        'Emergency number: shall I note 0171 5550193?',
        'always 40, never more than that in one night',
        'Always 40, never more than that in one night',
      ],
    ])
      expect.soft(await titleOf(asked!, answer!), answer).toEqual([title]);
  },
  { title: 'a bare answer stands with what was asked' },
);

verifies(
  'extraction.subject',
  async () => {
    const titlesOf = async (announced: string, between: string) =>
      (
        await drawn(
          user(announced),
          agent('Four vessels share one probe.'),
          user(between),
          agent('The interval of the probe is a minute.'),
          user('never above 70, we always stop at that'),
          agent('Done.'),
          user('thanks, that is all for now'),
          agent('Good night.'),
        )
      ).map(({ title }) => title);
    const bare = 'Never above 70, we always stop at that';
    for (const [announced, between, title] of [
      ['morning', 'ok next: mash temperature.', 'Mash temperature: never above 70, we always stop at that'],
      [
        'morning',
        'good. Letzte Sache, die Maischpfanne.',
        'Maischpfanne: never above 70, we always stop at that',
      ],
      // Spoken of no longer, or no name.
      ['now the labels.', 'how often is it read?', `${bare} (How often is it read?)`],
      ['morning', 'ok next week.', bare],
      ['morning', 'then stop', bare],
      ['morning', 'now the password hunter2.', bare],
      ['morning', 'jetzt Frau Obermaier.', bare],
    ])
      expect.soft(await titlesOf(announced!, between!), announced + between!).toEqual([title]);
  },
  { title: 'a bare answer stands under what was announced' },
);

verifies(
  'extraction.insisted',
  async () => {
    const [cause] = await drawn(
      user('why does the deploy hang on staging???'),
      agent('The deploy hangs because the migration job waits for a lock that the old pod still holds.'),
    );
    expect(cause).toMatchObject({ memory_type: 'incident' });
    const [order] = await drawn(
      user('ok so next time kill the old pod first, put that in the runbook'),
      edit('docs/runbook.md'),
      agent('Added to the runbook.'),
    );
    expect(order).toMatchObject({ source_files: ['docs/runbook.md'] });
    const [dropped] = await drawn(
      user('lets try redis for the session store'),
      edit('src/session.ts'),
      user('nah redis drops sessions when it restarts, we go back to postgres'),
      edit('src/session.ts'),
      agent('Reverted: sessions are in Postgres again.'),
    );
    expect(dropped).toMatchObject({ memory_type: 'decision', source_files: ['src/session.ts'] });
    expect(dropped?.narrative).toContain('redis drops sessions');
    expect(
      await drawn(
        user('the e2e tests only run wiht STRIPE_MOCK=1 btw, otherwise they hit the real api'),
        agent('Noted, I will set STRIPE_MOCK=1.'),
      ),
    ).toHaveLength(1);
    expect(
      await drawn(user('i tried node 24 last week, sharp doesnt build there, so we stay on 22 for now')),
    ).toHaveLength(1);
    const agreed =
      'we agreed that the api returns 404 and not 403 for orders of others, so nobody can guess ids';
    expect(await drawn(user(agreed), edit('src/routes/orders.ts'), agent('Done.'))).toMatchObject([
      { source_files: ['src/routes/orders.ts'] },
    ]);
    for (const chore of [
      'btw can you make the button blue?',
      'go back to the list',
      'try it next time it fails?',
    ])
      expect(await drawn(user(chore), agent('Done.')), chore).toEqual([]);
  },
  { title: 'in haste, with what was tried and given up' },
);

verifies(
  'extraction.insisted',
  async () => {
    for (const content of [
      "use npm ci in the image, not npm install. I've said this before",
      'spiders max 40 on the small console, it just cannot do more',
    ])
      expect
        .soft(await drawn(user(content), edit('src/a.ts')), content)
        .toMatchObject([{ memory_type: 'decision' }]);
    for (const content of [
      'no floats for money anywhere pls, cents only',
      'Legal has to approve any text that goes to customers',
      'the plan at the end of the quarter counts, as agreed with the auditors',
      'apply only ever happens from the pipeline',
    ])
      expect
        .soft(await drawn(user(content), edit('src/a.ts')), content)
        .toMatchObject([{ memory_type: 'convention' }]);
    for (const content of [
      'the search does not work at all',
      'rename it please',
      'can you look at the max width?',
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
    expect(found.map(({ memory_type }) => memory_type).toSorted()).toEqual(['convention', 'incident']);
    expect(found.find(({ memory_type }) => memory_type === 'convention')?.narrative).not.toContain(
      'lock file',
    );
    expect(found.find(({ memory_type }) => memory_type === 'incident')?.narrative).not.toContain('renovate');
  },
  { title: 'beside the cause of something else, which is a memory of its own' },
);

verifies(
  'extraction.explained',
  async () => {
    expect(
      await drawn(
        user('the import of customers stops in the middle'),
        agent('The stream is not awaited, so the process exits while rows are still pending.'),
        edit('src/import.ts'),
        user('works'),
      ),
    ).toMatchObject([{ memory_type: 'incident', source_files: ['src/import.ts'] }]);
    expect(
      await drawn(
        user('the import of customers stops in the middle'),
        agent('I think somebody used the old flag, which skips the pairing.'),
        edit('src/import.ts'),
        user('works'),
      ),
    ).toEqual([]);
  },
  { title: 'before the change that mends it, and not where it is supposed' },
);

verifies('extraction.chores', async () => {
  expect(
    await drawn(
      user('bump vitest and fix whatever breaks'),
      edit('package.json'),
      agent('Updated vitest to 5.1. All 212 tests pass, nothing had to be changed.'),
      user('make the logo a bit bigger'),
      edit('web/header.css'),
      agent('It is 40 px high now.'),
      user('where is the code that builds the invoice?'),
      agent('In `src/invoice.ts`; it is called once an order is paid.'),
      user('it never works on mondays lol'),
    ),
  ).toEqual([]);
});

verifies('extraction.rank', async () => {
  const memories = await drawn(user('from now on every endpoint returns problem details'), {
    kind: 'decision',
    content: 'Decision: sessions stay in Postgres, because Redis lost them twice.',
  });
  expect(memories).toHaveLength(2);
  // A memory that `memory_store` keeps has 0.7 unless its caller says otherwise.
  for (const { importance_score } of memories) expect(importance_score).toBeLessThan(0.7);
});

verifies('extraction.told', async () => {
  const stored = {
    title: 'Temperature cables are read once a minute over one lasting connection',
    narrative: 'Grain changes its temperature in hours, so 60 s is plenty. The connection stays open.',
    source_files: ['edge/poll.rs'],
  };
  const again = (narrative: string, files = ['edge/poll.rs']) =>
    saysAlready(
      stored,
      { title: narrative, narrative, source_files: files },
      { language: 'english', isSameSession: false },
    );
  expect(again('The cables are read once a minute again, over one connection.')).toBe(true);
  expect(again('The cables are read once a minute, over one lasting connection.', [])).toBe(true);
  expect(again('Grain changes its temperature in hours, so 5 s is plenty.')).toBe(false);
  expect(again('The cable of silo 3 lies in one tray with the motor lead of the fan.')).toBe(false);
  // A value that is put back was known, whatever is said beside it.
  expect(
    again(
      'put it back to 60 and add a test so nobody does that again\n\nThe cables are polled once a minute again over one connection, with a test that refuses less than 30 seconds.',
    ),
  ).toBe(true);
  // How it was asked for, and that all went well, is said of other things as well.
  const about = (title: string, cause: string) => ({
    title,
    narrative: `Please fix this bug so that the tests of the module are green again. ${title}. ${cause}`,
    source_files: ['src/dates.ts'],
  });
  const dates = about(
    'Dates are read in the zone of the server instead of the customer',
    'A date that names no zone was taken for one in Greenwich, although the form sends local ones.',
  );
  const floats = about(
    'Empty trucks on the scale are refused by the weighing form',
    'Zero counts as an empty field in `parseWeight`, so the scale was asked for another reading.',
  );
  const options = { language: 'english', isSameSession: false } as const;
  expect(saysAlready(dates, floats, options)).toBe(false);
  expect(saysAlready(dates, dates, options)).toBe(true);
  // The same of another thing of its kind is something else.
  const gateway = (name: string) => ({
    title: `The ${name} gateway must retry a payment three times before it is refused`,
    narrative: `In the shop the ${name} gateway must retry a payment three times before it is refused.`,
    source_files: [],
  });
  expect(saysAlready(gateway('Adyen'), gateway('Stripe'), options)).toBe(false);
  expect(saysAlready(gateway('Adyen'), gateway('Adyen'), options)).toBe(true);
});

verifies('extraction.reports', async () => {
  const asked = user(`Find out why the export hangs.

<!-- Always fill in this form. -->
> Never use the old exporter again.
2026-02-03 10:41:07.114 worker must be restarted after 5 minutes
[13:37:52.273] Warning: never use a lock here
npm ERR! always run the script as root
Cache-Control: must-revalidate, max-age=300`);
  const [memory, ...others] = await drawn(
    asked,
    edit('src/export.ts'),
    agent(`I've successfully fixed the bug in issue 4711!

### Root Cause
The export waited for a lock which the import never gave back, so every second run was stuck.

\`\`\`ts
// always wait, because it was caused by the lock
\`\`\`

All 70 export tests pass now because of the lock ✓
✅ The original example from the report now works instead of hanging for 30 s`),
  );
  expect(others).toEqual([]);
  expect(memory?.title).toMatch(/^The export waited for a lock/u);
  expect(memory?.memory_type).toBe('incident');
});

verifies('summary.outcome', async () => {
  const { summary } = await extractSession({
    session: facts,
    observations: makeObservations(
      user('p95 went from 400 ms to 3 s, find out why'),
      result('Tests  1 failed | 11 passed (12)'),
      edit('src/log.ts'),
      result('Tests  12 passed (12)'),
      { kind: 'tool_use', tool_name: 'Bash', content: "git commit -am 'fix(log): no carts in log lines'" },
      result('[main 1a2b3c4] fix(log): no carts in log lines\n 1 file changed'),
      agent('The slowdown was caused by the cart being written into every log line. It takes 390 ms again.'),
      edit('docs/log.md'),
    ),
    memoriesStored: [{ title: 'Logs carry the id of a cart' }],
  });
  expect(summary({ drawn: 0 }).split('\n\n')).toEqual([
    'Committed: “fix(log): no carts in log lines”. Last test run, before the last change: Tests 12 passed (12).',
    '## Changed',
    '- src/log.ts\n- docs/log.md',
    '## Found',
    '- The slowdown was caused by the cart being written into every log line',
    '## Stored',
    '- Logs carry the id of a cart',
    'shop on fix/checkout, 1 h 5 min, 8 observations, 1 memory stored.',
  ]);
});

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
  // A guess that the person contradicts is gone, and what mended it is the finding.
  const [found, ...more] = await drawn(
    user('why is the nightly backup so big?'),
    agent('The backup is big because it includes the node_modules folders.'),
    user('nah, those are excluded, look at backup.conf'),
    agent(
      'You are right, they are excluded. It is big because uploads are copied twice, once by the link media.',
    ),
    { ...edit('backup.conf'), content: '+--no-follow media' },
  );
  expect([found?.title, more]).toEqual([expect.stringContaining('uploads are copied twice'), []]);
  // The agent proposed something: that is forgotten, and not the rule.
  const readme = agent('The README asks for the token in each line.');
  expect(await drawn(rule, readme, user('ignore that'))).toHaveLength(1);
  // The value that was set last, though both were agreed to.
  const values = await drawn(
    user('the minimum off time of the compressor has to be 5 minutes, the sheet says so'),
    { ...edit('src/compressor.c'), content: '-off_time = 0;\n+off_time = 5;' },
    agent('The off time is 5 minutes now.'),
    user('hmm wait, make it 3, the sheet has a newer edition'),
    { ...edit('src/compressor.c'), content: '-off_time = 5;\n+off_time = 3;' },
    agent('The minimum off time of the compressor is 3 minutes now.'),
  );
  expect(values).toHaveLength(1);
  expect(values[0]?.title).toContain('3');
  // Code counts in seconds and with a point.
  const gaps = await drawn(
    user('customers must never wait longer than 2 minutes between two tries, and the growth is 1,5 at most'),
    { ...edit('src/retry.ts'), content: '-waits(10, 3);\n+waits(120, 1.5);' },
    agent('Set.'),
    user('the hotline says that is too short, 4'),
    { ...edit('src/retry.ts'), content: '-120\n+240' },
  );
  expect(gaps.map(({ title }) => title).join()).not.toContain('2 minutes');
  // Of a time of day no unit is asked.
  const times = await drawn(
    user('the backup must never start later than 10:30, the archive closes then'),
    { ...edit('src/backup.ts'), content: "-start('09:00', night);\n+start('10:30', night);" },
    agent('Set.'),
    user('the hotline says that is too early, 11:30'),
    { ...edit('src/backup.ts'), content: '-10:30\n+11:30' },
  );
  expect(times.map(({ title }) => title).join()).not.toContain('10:30');
  // An edit that shows the value alone.
  const limits = await drawn(
    user('uploads must never be larger than 40 MB, the customer insists'),
    {
      ...edit('src/limits.ts'),
      content: '-export const MAX_MB = 10;\n+export const MAX_MB = 40;\n+guard(MAX_MB);',
    },
    agent('MAX_MB is 40 now.'),
    user('the proxy cuts at 25, so uploads must be smaller: 20 MB'),
    { ...edit('src/limits.ts'), content: '-40\n+20' },
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
    { ...edit('cam/config.yaml'), content: '-keep_days: 60\n+keep_days: 90' },
    agent('Set to 90.'),
    user('thanks'),
  );
  expect(days.map(({ title }) => title).join()).not.toContain('60');
  // The same line in another file.
  const lengths = await drawn(
    user('A search always needs at least 3 characters, because trigrams do not help below that.'),
    { ...edit('src/search.ts'), content: '-if (query.length > 0)\n+if (query.length >= 3)' },
    agent('The search starts at 3 characters.'),
    user('make it 2 on the part number field, part numbers can be as short as two characters'),
    { ...edit('src/parts.ts'), content: '-if (query.length >= 3)\n+if (query.length >= 2)' },
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
