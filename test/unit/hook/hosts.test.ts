import { describe, expect, test } from 'vitest';
import { HOSTS } from '../../../packages/agents/src/hook/host/host-table.ts';
import { readHostStates } from '../../../packages/agents/src/hook/state/host-state.ts';
import { hosts } from '../../../packages/agents/src/hook/host/hosts.ts';
import { verifies } from '../../support/verifies.ts';
import { checkAnswer } from './answer-schemas.ts';
import { payloads } from './payloads.ts';
import { makeDesk } from './run.ts';

const nameOf = ({ host, event, about }: (typeof payloads)[number]): string =>
  [host, event, about].filter(Boolean).join(' ');

test('every event that is registered with a host has a payload here', () => {
  const known = new Set(payloads.map(({ host, event }) => `${host} ${event}`));
  const registered = Object.entries(HOSTS).flatMap(([host, { events }]) =>
    events.map(({ event }) => `${host} ${event}`),
  );
  expect(registered.filter((event) => !known.has(event))).toEqual([]);
});

verifies('hooks.hosts', async () => {
  const desk = await makeDesk();
  for (const item of payloads) {
    const before = new Set((await desk.spooled()).map(({ id }) => id));
    const answer = await desk.fire(item.host, item.event, await desk.payloadOf(item));
    expect(() => checkAnswer(item.host, item.event, answer), nameOf(item)).not.toThrow();
    const added = (await desk.spooled()).filter(({ id }) => !before.has(id));
    expect(added, nameOf(item)).toHaveLength(item.captured === null ? 0 : 1);
    if (item.captured) expect(added[0], nameOf(item)).toMatchObject(item.captured);
    expect(added.map(({ project, branch, origin, author }) => ({ project, branch, origin, author }))).toEqual(
      added.map(() => ({
        project: 'github.com/acme/shop',
        branch: 'rounding',
        origin: 'github.com/acme/shop',
        author: 'ada@example.com',
      })),
    );
  }
  expect(await desk.log()).toBe('');
  expect(Object.keys(readHostStates(desk.home)).sort()).toEqual(Object.keys(HOSTS).sort());
});

describe('context', () => {
  for (const { host, event, takesContext, about } of payloads)
    if (about === undefined)
      test(`${host} is ${takesContext ? '' : 'not '}told at ${event}`, () => {
        const answer = hosts[host].answer(event, '<workspace-memory>Facts</workspace-memory>');
        expect(() => checkAnswer(host, event, answer)).not.toThrow();
        expect(answer.includes('Facts')).toBe(takesContext);
      });
});
