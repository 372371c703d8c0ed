import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { OURS, type Figure } from '../bench/support/record-figure.ts';
import { belowFloor, measuredRows, renderScorecard } from '../scorecard/render.ts';
import { ROWS, type Row } from '../scorecard/rows.ts';
import { verifies } from '../support/verifies.ts';

const row = (figure: string, rest: Partial<Row> = {}): Row => ({
  topic: 'Speed',
  claim: `Time of ${figure}`,
  figure,
  command: 'bench -- x',
  better: 'less',
  unit: 'ms',
  goal: 10,
  ...rest,
});
const figure = (name: string, value: number, of = OURS): Figure => ({ name, value, of });

verifies('repository.scorecard', () => {
  const rows = [
    row('met'),
    row('missed', { floor: 20 }),
    row('behind', { floor: 20 }),
    row('absent', { floor: 20 }),
  ];
  const measured = measuredRows(rows, [
    figure('met', 9.1234),
    figure('met', 12, 'slow'),
    figure('met', 11, 'less slow'),
    figure('missed', 21),
    figure('behind', 8),
    figure('behind', 3, 'fast'),
  ]);
  expect(measured.map((each) => [each.figure, each.state])).toEqual([
    ['behind', 'a peer is ahead'],
    ['missed', 'missed'],
    ['met', 'met'],
    ['absent', 'not measured'],
  ]);
  expect(belowFloor(measured).map((each) => each.figure)).toEqual(['missed']);
  const page = renderScorecard(measured, 'A machine.');
  expect(page).toContain(
    '| Time of behind | 8 ms | 3 ms (fast) | ≤ 10 ms | a peer is ahead | `npm run bench -- x` |',
  );
  expect(page).toContain('| Time of met | 9.12 ms | 11 ms (less slow) |');
  expect(page).toContain('| Time of absent | – | – |');
});

verifies(
  'repository.scorecard',
  () => {
    const benches = readFileSync(new URL('../bench/main.ts', import.meta.url), 'utf8');
    for (const { command, figure: name, better, goal, floor } of ROWS) {
      const bench = /^bench -- (.+)$/u.exec(command)?.[1];
      if (bench) expect(benches, command).toMatch(new RegExp(`^  '?${bench}'?: `, 'mu'));
      if (floor !== undefined) expect(better === 'more' ? floor <= goal : floor >= goal, name).toBe(true);
    }
    expect(new Set(ROWS.map(({ figure: name }) => name)).size).toBe(ROWS.length);
  },
  { title: 'its rows name benches that exist, and no floor is better than its goal' },
);
