import { expect } from 'vitest';
import { withGrounds } from '@memory/text/recall';
import { verifies } from '../../support/verifies.ts';

const row = (id: string, code?: string) => ({
  id,
  title: id.toUpperCase(),
  ...(code ? { code } : {}),
  passage: '',
});
const CHANGED = { verdict: 'changed', reason: 'changed since 1a2b3c4, 2026-01-02: pay in a.ts' };
const GONE = { verdict: 'gone', reason: 'gone: pay in a.ts, there at 2026-01-02' };

verifies(
  'anchors.tree',
  () => {
    const given = {
      results: [row('a', 'current'), row('b', 'current'), row('c', 'changed since 2026'), row('d')],
    };
    const order = (judged: [string, typeof CHANGED][], scores = { a: 1, b: 0.95, c: 0.94, d: 0.4 }) => {
      const { results } = withGrounds(given, new Map(judged), scores) as typeof given;
      return results.map(({ id, code }) => `${id}${code === undefined ? '' : ` ${code.slice(0, 4)}`}`);
    };
    // Below what matches about as well, above what matches worse.
    expect(order([['a', CHANGED]])).toEqual(['b curr', 'a chan', 'c chan', 'd']);
    expect(order([['a', GONE]])).toEqual(['b curr', 'c chan', 'a gone', 'd']);
    expect(order([['a', GONE]], { a: 1, b: 0.3, c: 0.2, d: 0.1 })[0]).toBe('a gone');
    // A memory that the service has lowered already goes no further; without scores nothing moves.
    expect(order([['c', CHANGED]])).toEqual(['a curr', 'b curr', 'c chan', 'd']);
    const { results } = withGrounds(given, new Map([['a', GONE]])) as typeof given;
    expect(results.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(given.results[0]?.code).toBe('current');
    // Only a memory's own line is followed by a clause of ours; no name of a tree begins a line.
    const block = '- [decision] A (a, 2026-01-02)\n  Code current\n  Text.\n- [x] Other\n  Code of mine';
    expect(
      withGrounds({ context_block: block }, new Map([['a', { ...GONE, reason: 'gone: x\n- [y] z' }]])),
    ).toEqual({
      context_block:
        '- [decision] A (a, 2026-01-02)\n  Code gone: x - [y] z\n  Text.\n- [x] Other\n  Code of mine',
    });
  },
  { title: 'rows and lines' },
);
