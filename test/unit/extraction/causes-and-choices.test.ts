import { expect } from 'vitest';
import { extractSession } from '@memory/core/extraction';
import { saysAlready } from '../../../packages/core/src/extraction/rules/says-already.ts';
import { verifies } from '../../support/verifies.ts';
import { agent, command, drawn, edit, facts, makeObservations, result, user } from './make-observations.ts';

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

verifies(
  'extraction.explained',
  async () => {
    const change = (line: string) => ({ ...edit('a.c'), content: `+${line}` });
    const makers = { '>': user, '<': agent, '+': change };
    for (const [title, said] of [
      ['PWM was too slow', '>the lamp flickers|+PWM = 900|>no flicker now!|<Then the PWM was too slow.'],
      ['queue ends early', '>it hangs|<I guess the lock.|>no. The queue ends early in sending|<I see.|+1'],
      ['set delay to 60', '>pods die|+delay: 60|<I set delay to 60, because pods warm up for 40 s.'],
      [
        'crashes|a.c: Never',
        '>each label opens its own queue, that is why packing crashes. Never open a queue per label|+1|<Done.',
      ],
      ['latest|The depot', '>Parcels leave at 17:00 at the latest. And the depot never takes liquids.'],
      ['token; mask it', '>never log the token. And mask it, it ends up in Kibana'],
      ['advisory lock', '>use Redis|<OK.|>scratch that, no Redis: an advisory lock of Postgres does it'],
    ] as const) {
      const all = said.split('|').map((each) => makers[each[0] as keyof typeof makers](each.slice(1)));
      expect.soft((await drawn(...all)).map((each) => each.title).join('|'), said).toContain(title);
    }
  },
  {
    title:
      'once it works, by a person who knows better, for a value, beside a rule, and instead of what is taken back',
  },
);

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
    const [searched, ...others] = await titles('Womit suchen wir?', lettered, 'B, den anderen hat niemand');
    expect([searched, others]).toEqual([expect.stringMatching(/^Volltextsuche in Postgres/), []]);
    const way = 'Push kommt schneller an. Ich würde Mail nehmen, die bleibt nachlesbar.';
    expect(await titles('Wie bestätigen wir Buchungen?', way, 'ja, machen wir so')).toEqual([
      'Mail nehmen, die bleibt nachlesbar (Wie bestätigen wir Buchungen?)',
    ]);
    // How to go on with the work settles nothing, nor does a yes to a report.
    expect(await titles('how is the diff?', 'Fine. I would squash it into one commit.', 'yes')).toEqual([]);
    expect(await titles('is the server up?', 'It answers. I could restart it for you.', 'yes')).toEqual([]);
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
    expect(await titlesOf('der import', 'Soll der Import überspringen oder abbrechen?', 'abbrechen')).toEqual(
      ['Abbrechen (Soll der Import überspringen oder abbrechen?)'],
    );
    expect(await titlesOf('and?', 'Should I commit now or open a PR?', 'commit')).toEqual([]);
    expect(await titlesOf('plan', 'Options:\n1. fix the tests\n2. write docs\nWhich first?', '1')).toEqual(
      [],
    );
  },
  { title: 'in a word: by number, letter, place or words, among ways that were laid out' },
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

verifies(
  'extraction.explained',
  async () => {
    const [memory, ...others] = await drawn(
      user('the contract tests fail on CI'),
      command('npm run test:contract'),
      result('exit 1: 1 failed'),
      agent('The token of the fixture is expired, so every request is refused. I renew it.'),
      edit('test/fixture.json'),
      command('npm run test:contract'),
      result('exit 1: 1 failed'),
      agent('Same error.'),
      edit('test/server.ts'),
      command('npm run test:contract'),
      result('12 passed'),
      agent('All 12 pass. The middleware was mounted without its config, so every request was refused.'),
    );
    expect(others).toEqual([]);
    expect(memory).toMatchObject({
      title: expect.stringMatching(/^The middleware was mounted without its config/u) as string,
      memory_type: 'incident',
    });
    expect(memory?.narrative).not.toContain('expired');
  },
  { title: 'by what mended a check that had failed, and not by what was tried before' },
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
  // A prompt that both quote makes no short rule known.
  const rule = (title: string) => ({
    title,
    narrative: `please tidy the module src/app.ts and update the dependencies\n\n${title}`,
    source_files: [],
  });
  expect(saysAlready(rule('I prefer tabs'), rule('No emojis in commits'), options)).toBe(false);
  expect(saysAlready(rule('No emojis in commits'), rule('No emojis in commits'), options)).toBe(true);
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
