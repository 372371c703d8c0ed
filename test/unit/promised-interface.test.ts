import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifies } from '../support/verifies.ts';
import {
  breaks,
  printInterface,
  promisedInterface,
  readInterface,
  type Interface,
} from '../support/promised-interface.ts';

const RELEASED = new URL('../fixtures/released-interface.txt', import.meta.url);

verifies('repository.semantic-versions', () => {
  expect(breaks(readInterface(readFileSync(RELEASED, 'utf8')), promisedInterface())).toEqual([]);
});

test('a printed interface is read as it was', () => {
  const now = promisedInterface();
  expect(now.size).toBeGreaterThan(200);
  expect(printInterface(readInterface(printInterface(now)))).toBe(printInterface(now));
});

const changed = (change: (all: Interface) => void): string[] => {
  const now = readInterface(printInterface(promisedInterface()));
  change(now);
  return breaks(promisedInterface(), now);
};

test.each<[string, (all: Interface) => unknown, string[]]>([
  [
    'an endpoint',
    (all) => all.delete('in POST /api/v1/memories/path'),
    ['in POST /api/v1/memories/path is gone'],
  ],
  ['a field of a body', (all) => all.get('in SearchBody')?.delete('limit'), ['in SearchBody: limit is gone']],
  [
    'a type that a body takes',
    (all) => all.get('in SearchBody')?.set('limit', 'string'),
    ['in SearchBody: limit no longer takes integer'],
  ],
  ['a demand', (all) => all.get('in SearchBody')?.set('why', 'string!'), ['in SearchBody: why is demanded']],
  ['a field of an answer', (all) => all.get('out Memory')?.delete('title'), ['out Memory: title is gone']],
  [
    'an answer that may lack a field or hold another type',
    (all) => all.get('out Memory')?.set('title', 'null|string'),
    ['out Memory: title may now be null', 'out Memory: title may be absent'],
  ],
  [
    'a tool with what it tells',
    (all) =>
      [...all.keys()].filter((name) => name.endsWith('tool memory_rate')).forEach((name) => all.delete(name)),
    ['in tool memory_rate is gone', 'out tool memory_rate is gone'],
  ],
  ['a setting', (all) => all.get('in settings')?.delete('PORT'), ['in settings: PORT is gone']],
  [
    'what is new',
    (all) => all.get('in SearchBody')?.set('why', 'string') && all.get('out Memory')?.set('why', 'string!'),
    [],
  ],
])('%s: its removal or change is told as a break, an addition is not', (_, change, told) => {
  expect(changed(change)).toEqual(told);
});
