import { describe, expect, test } from 'vitest';
import { summarizeSession } from '../../../packages/core/src/extraction/summarize-session.ts';
import { command, facts, makeObservations, result } from './make-observations.ts';

const summarize = (
  observations: ReturnType<typeof makeObservations>,
  { stored = [], drawn = 0 }: { stored?: string[]; drawn?: number } = {},
) =>
  summarizeSession({
    session: facts,
    observations,
    memoriesStored: stored.map((title) => ({ title })),
    memoriesDrawn: drawn,
  });

test('the headline tells what was stored from what was drawn from the observations', () => {
  const observations = makeObservations('We decided to key carts by customer.');
  const headline = (counts: { stored?: string[]; drawn?: number }) =>
    summarize(observations, counts).split('\n')[0];
  const place = 'shop on fix/checkout, 1 h 5 min, 1 observation';
  expect(headline({})).toBe(`${place}, no memories stored.`);
  expect(headline({ drawn: 1 })).toBe(`${place}, 1 memory drawn from the observations.`);
  expect(headline({ stored: ['a', 'b'], drawn: 3 })).toBe(
    `${place}, 2 memories stored, 3 memories drawn from the observations.`,
  );
});

describe('a session without observations is one line', () => {
  test('with all that is known', () => {
    expect(summarize([], { stored: ['a', 'b'] })).toBe(
      'shop on fix/checkout, 1 h 5 min, nothing observed, 2 memories stored.',
    );
  });

  test('with nothing known', () => {
    const session = { project_name: '', branch_name: '', started_at: new Date(0), ended_at: null };
    expect(summarizeSession({ session, observations: [], memoriesStored: [], memoriesDrawn: 0 })).toBe(
      'Session, nothing observed, no memories stored.',
    );
  });

  test('when all it holds is what we recalled', () => {
    const recalled = makeObservations(
      '<workspace-memory source="x">We decided to use Redis.</workspace-memory>',
    );
    expect(summarize(recalled)).toBe(
      'shop on fix/checkout, 1 h 5 min, nothing observed, no memories stored.',
    );
  });
});

test('a summary tells what was asked, changed, decided, failed, fixed and committed', () => {
  const observations = makeObservations(
    { kind: 'UserPromptSubmit', content: 'The checkout loses carts. Find out why and mend it.' },
    command('npm test -- cart'),
    result('exit 1: \nError: expected 2 items, got 0\n  at cart.test.ts:8'),
    'Root cause: the cart is keyed by session cookie, and the cookie is renewed at login.',
    { kind: 'PostToolUse', tool_name: 'Edit', content: 'Key the cart by customer.', files: ['src/cart.ts'] },
    { kind: 'decision', content: 'We decided to key carts by customer, because cookies change.' },
    command('npm test -- cart'),
    result('Tests  12 passed (12)'),
    { kind: 'commit', content: 'fix(cart): survive a login' },
  );
  expect(summarize(observations)).toBe(
    [
      'shop on fix/checkout, 1 h 5 min, 9 observations, no memories stored.',
      'Asked: The checkout loses carts. Find out why and mend it.',
      'Changed: src/cart.ts',
      'Decided: We decided to key carts by customer, because cookies change.',
      'Failed and fixed: npm test -- cart: Error: expected 2 items, got 0 → The cart is keyed by session cookie, and the cookie is renewed at login.',
      'Outcome:',
      '- committed “fix(cart): survive a login”',
      '- last test run: Tests 12 passed (12)',
    ].join('\n'),
  );
});

test('a check that fails to the end is reported so, a search without a hit is not', () => {
  const text = summarize(
    makeObservations(
      command('grep -r missing src'),
      result('exit 1: (no output)'),
      command('npm run build'),
      result('exit 2: error TS2345: Argument of type string'),
      'I stopped here for today.',
    ),
  );
  expect(text).toContain('Still failing: npm run build: error TS2345');
  expect(text).toContain('Outcome: I stopped here for today.');
  expect(text).not.toContain('grep');
});

test('a failure of which only the exit code is known is left out, a reported one is told in its own words', () => {
  const text = summarize(
    makeObservations(
      command('node count.js'),
      result('exit 1: 114 lines'),
      command('node count.js'),
      result('115 lines'),
      command('./run'),
      { kind: 'error', content: 'Segmentation fault' },
      command('./run'),
      result('ok'),
    ),
  );
  expect(text).toContain('Failed and fixed: ./run: Segmentation fault');
  expect(text).not.toContain('114 lines');
});

test('the order in which observations arrive does not matter', () => {
  const observations = makeObservations(
    { kind: 'user_prompt', content: 'Add a search box to the header.' },
    { kind: 'edit', content: 'Add it.', files: ['src/header.ts'] },
    { kind: 'commit', content: 'feat(header): search' },
  );
  expect(summarize(observations.toReversed())).toBe(summarize(observations));
});

test('the files of a wide change are counted by folder', () => {
  const files = Array.from({ length: 9 }, (_, index) => `src/${index < 6 ? 'a' : 'b'}/f${index}.ts`);
  const text = summarize(makeObservations({ kind: 'edit', content: 'rename', files }));
  expect(text).toContain('Changed: 9 files: 6 in src/a, 3 in src/b; most often src/a/f0.ts');
});
