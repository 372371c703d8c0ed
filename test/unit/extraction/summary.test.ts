import { describe, expect, test } from 'vitest';
import { extractSession } from '@memory/core/extraction';
import { verifies } from '../../support/verifies.ts';
import { agent, command, edit, facts, makeObservations, read, result, user } from './make-observations.ts';

test('the last line tells what was stored from what was drawn from the observations', async () => {
  const observations = makeObservations('We decided to key carts by customer.');
  const lineOf = async (counts: { stored?: string[]; drawn?: number; known?: number }) => {
    const memoriesStored = (counts.stored ?? []).map((title) => ({ title }));
    const { summary } = await extractSession({ session: facts, observations, memoriesStored });
    return summary({ drawn: 0, ...counts })
      .split('\n')
      .at(-1);
  };
  const place = 'shop on fix/checkout, 1 h 5 min, 1 observation';
  expect(await lineOf({})).toBe(`${place}, no memories stored.`);
  expect(await lineOf({ drawn: 1 })).toBe(`${place}, 1 memory drawn from the observations.`);
  expect(await lineOf({ stored: ['a', 'b'], drawn: 3, known: 2 })).toBe(
    `${place}, 2 memories stored, 3 memories drawn from the observations, 2 known already.`,
  );
});

describe('a session without observations is one line', () => {
  test.each([
    [
      'with all that is known',
      { session: facts, memoriesStored: [{ title: 'a' }, { title: 'b' }], observations: [] },
      'shop on fix/checkout, 1 h 5 min, nothing observed, 2 memories stored.',
    ],
    [
      'with nothing known',
      {
        session: { project_name: '', branch_name: '', started_at: new Date(0), ended_at: null },
        memoriesStored: [],
        observations: [],
      },
      'Session, nothing observed, no memories stored.',
    ],
    [
      'when all it holds is what we recalled',
      {
        session: facts,
        memoriesStored: [],
        observations: makeObservations(
          '<workspace-memory source="x">We decided to use Redis.</workspace-memory>',
        ),
      },
      'shop on fix/checkout, 1 h 5 min, nothing observed, no memories stored.',
    ],
  ])('%s', async (_name, input, line) => {
    expect((await extractSession(input)).summary({ drawn: 0 })).toBe(line);
  });
});

test('a check that fails to the end is open; one that passed later and a search without a hit are not', async () => {
  const { open } = await read(
    user('Please mend the build.'),
    command('grep -r missing src'),
    result('exit 1: (no output)'),
    command('python3 tools/flash.py build/hp.bin'),
    result('exit 1: Error: no device'),
    command('npm run build'),
    result('exit 2: error TS2345: Argument of type string'),
    user('it is plugged in now'),
    command('sed -i s/a/b/ tools/port && python3 tools/flash.py build/hp.bin'),
    result('flashed'),
    'I stopped here for today.',
  );
  expect(open).toEqual(['`npm run build` fails: error TS2345: Argument of type string']);
});

test('a check that counts no failures does not fail, and a part number is no account', async () => {
  const { open, summary } = await read(
    user('drop the power-on value'),
    command('ansible-playbook site.yml --check'),
    result('ok=12 changed=1 failed=0'),
    command('git commit -m "drop the power-on value of DS18B20"'),
    result('[main 1a2b3c4] drop the power-on value of DS18B20'),
  );
  expect(open).toEqual([]);
  expect(summary({ drawn: 0 })).toMatch(/^Committed: “drop the power-on value of DS18B20”/u);
});

test('where the agent only announces its summary the first thing in it is the outcome', async () => {
  const { summary } = await read(
    user('move the reminders to the queue'),
    edit('src/queue.ts'),
    agent(
      "All done. Here's a summary of what was updated:\n\n- Reminders are sent by a worker of the queue\n- Failed ones are tried again",
    ),
  );
  expect(summary({ drawn: 0 }).split('\n', 1)).toEqual(['Reminders are sent by a worker of the queue.']);
});

test('without a commit the last reports are the outcome, and a command passes with another beside it', async () => {
  const { open, summary } = await read(
    user('the export writes dates without a zone'),
    agent('I would add the zone where the row is written, instead of at every use.'),
    user('yes, do that'),
    edit('src/date.ts'),
    command('npm run preview & npm run test:e2e'),
    result('exit 1: 3 failed'),
    agent('The preview server has to be up first.'),
    user('it is up now'),
    command('npm run test:e2e'),
    result('3 passed'),
    edit('src/date.ts'),
    agent('Exported dates carry their zone now. Three tests cover it.'),
    user('thanks'),
    agent('You are welcome, have a nice evening.'),
  );
  expect(open).toEqual([]);
  expect(summary({ drawn: 0 })).toMatch(/Exported dates carry their zone now\. Last test run/u);
  expect(summary({ drawn: 0 }).split('\n', 1)).not.toEqual([expect.stringContaining('I would')]);
});

test.each([
  ['what somebody waits for', 'Nothing really, just waiting for the deploy', []],
  ['plans for the weekend', 'We went to the lake, next week we want to go to the mountains', []],
  ['an excuse', 'not now, tomorrow maybe', []],
  [
    'an order for later',
    'not now: the retry of the modbus client. next week',
    [/^The retry of the modbus client/u],
  ],
  [
    'a note',
    'TODO for later: the import of invoices needs a lock',
    [/^The import of invoices needs a lock/u],
  ],
])('where nothing is worked on, %s', async (_name, content, left) => {
  const { open } = await read(
    user('hello, how are you doing today?'),
    agent('I am fine. How can I help?'),
    user(content),
    agent('All right.'),
  );
  expect(open).toEqual(left.map((each) => expect.stringMatching(each) as string));
});

test.each([
  [
    'the agent asks last and nobody answers',
    ['Add a coupon field', 'Added. Should an expired coupon show an error, or nothing?'],
    ['Should an expired coupon show an error, or nothing?'],
  ],
  [
    'the agent cannot say',
    ['Who may approve refunds over 500?', 'That stands nowhere in the code.', 'ok, bye', 'Bye.'],
    ['Who may approve refunds over 500? (That stands nowhere in the code)'],
  ],
  [
    'an answer names next steps behind another sentence',
    ['Keep the focus', 'It stays. Next steps:\n- add an index on orders\n- tell support about the flag'],
    ['Add an index on orders', 'Tell support about the flag'],
  ],
  [
    'the session ends with a question',
    ['Rename the billing module', 'Renamed.', 'Who pays for the GPU nodes?'],
    ['Who pays for the GPU nodes?'],
  ],
  ['it only offers more', ['Add csv export', 'Added. Would you like a test of the export?'], []],
])('left open where %s', async (_name, [asked = '', ...said], left) => {
  const { open } = await read(
    user(asked),
    command('npm test'),
    result('3 passed'),
    ...said.map((content, at) => (at % 2 === 0 ? agent(content) : user(content))),
  );
  expect(open).toEqual(left);
});

test('a proposal that is put on the list is one thing, and quotes less than a line', async () => {
  const proposal =
    'I would add POST /admin/deliveries/:id/replay and a replay button on the page of deliveries, so that support can send one again.';
  const { open } = await read(
    user('the worker does not retry'),
    edit('src/worker.ts'),
    agent(`Retries work. ${proposal}`),
    user('not today, put it on the list'),
    agent('Noted.'),
  );
  expect(open).toEqual([expect.stringMatching(/list \(I would add POST .{1,60}\)$/u)]);
});

test('a long report leaves nothing open', async () => {
  const { open } = await read(
    user('make the season table filter by week'),
    edit('src/table.ts'),
    agent(
      [
        '## The filter is ready',
        '- **Clear guidance**: people see exactly which week they need to select next',
        '- **Simple frontend**: no need to track the names of leagues',
        '- **Fewer requests**: the filter works without fetching new data',
        'The table is now ready for production and integrates with your existing filters!',
        'These updates give a clear picture of what was done and what remains to be done.',
        'Try it in the browser and let me know if you see any errors.',
      ].join('\n'),
    ),
    user('great, thanks'),
    agent('You are welcome.'),
  );
  expect(open).toEqual([]);
});

test('a message of a commit is read from a document of the shell', async () => {
  const { summary } = await read(
    user('commit it'),
    command(`git commit -m "$(cat <<'EOF'\nfix(pump): the float is read twice\n\nIt bounced.\nEOF\n)"`),
    result('1 file changed, 2 insertions(+)'),
  );
  expect(summary({ drawn: 0 })).toMatch(/^Committed: “fix\(pump\): the float is read twice”/u);
});

test('a title says the value, not who was asked for it', async () => {
  const { memories } = await read(
    user(
      'Talked to Henning from the acoustics group, with streaming the cell sags by 40 mV so we would warn all day long. From now on the battery always warns at 1130 mV',
    ),
  );
  expect(memories.map(({ title }) => title)).toEqual([
    expect.stringContaining('battery always warns at 1130 mV'),
  ]);
});

verifies('summary.left-open', async () => {
  const { open } = await read(user('not now: the retry of the modbus client. next week'), agent('Noted.'));
  expect(open).toEqual([expect.stringContaining('retry of the modbus client')]);
  const done = await extractSession({
    session: facts,
    observations: makeObservations(
      user('the retry of the modbus client, please'),
      edit('src/modbus.ts'),
      agent('The client of modbus has its retry.'),
    ),
    memoriesStored: [],
    earlierOpen: open,
  });
  expect(done.summary({ drawn: 0 })).toContain(`## Done that was open\n\n- ${open[0]}`);
});

test('the files of a wide change are counted by folder', async () => {
  const files = Array.from({ length: 9 }, (_, index) => `src/${index < 6 ? 'a' : 'b'}/f${index}.ts`);
  const { summary } = await read({ kind: 'edit', content: 'rename', files });
  expect(summary({ drawn: 0 })).toContain(
    '## Changed\n\n- 9 files: 6 in src/a, 3 in src/b\n- most often src/a/f0.ts',
  );
});

describe('the first line tells what came of the session', () => {
  const set = (file: string, from: number, to: number) =>
    edit(file, `-POOL_SIZE = ${from}\n+POOL_SIZE = ${to}`);
  test.each<[string, Parameters<typeof makeObservations>, string]>([
    [
      'what was asked for and changed after a terse report, and no rule of the person',
      [user('tidy src/mail.ts'), edit('src/mail.ts'), agent('Tidied.'), user('never use lodash here please')],
      'Changed src/mail.ts: Tidy src/mail.ts.',
    ],
    [
      'what was done, not what was left out',
      [
        user('the feed needs a retry'),
        edit('feed/retry.go'),
        agent('I did not add tests for the retry yet. The feed now tries three times before it gives up.'),
      ],
      'The feed now tries three times before it gives up.',
    ],
    [
      'the value at the end',
      [
        user('set the pool size to 20'),
        set('db/pool.py', 10, 20),
        agent('The pool of the database holds 20 connections now.'),
        user('make it 12, the box is small'),
        set('db/pool.py', 20, 12),
        agent('The pool of the database holds 12 connections now.'),
      ],
      'The pool of the database holds 12 connections now.',
    ],
    [
      'the report on what a commit does not hold',
      [
        user('rename the flag'),
        command('git commit -am "rename the flag"'),
        result('[main 1a2b3c4] rename the flag'),
        user('show the seats of a venue'),
        edit('src/seats.ts'),
        agent('The page of a venue shows its seats.'),
      ],
      'The page of a venue shows its seats. Committed: “rename the flag”.',
    ],
    [
      'the answer where nothing was changed',
      [user('what happens on a leap day?'), agent('The scheduler skips the 29th of February.'), user('ok')],
      'The scheduler skips the 29th of February.',
    ],
  ])('%s', async (_name, observations, first) => {
    const { summary } = await read(...observations);
    expect(summary({ drawn: 0 }).split('\n', 1)).toEqual([first]);
  });
});
