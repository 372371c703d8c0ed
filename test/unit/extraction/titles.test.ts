import { expect } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { agent, drawn, user } from './make-observations.ts';

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

verifies('extraction.rank', async () => {
  const memories = await drawn(user('from now on every endpoint returns problem details'), {
    kind: 'decision',
    content: 'Decision: sessions stay in Postgres, because Redis lost them twice.',
  });
  expect(memories).toHaveLength(2);
  // A memory that `memory_store` keeps has 0.7 unless its caller says otherwise.
  for (const { importance_score } of memories) expect(importance_score).toBeLessThan(0.7);
});
