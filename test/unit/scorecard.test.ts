import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { OURS, type Figure } from '../bench/support/record-figure.ts';
import { belowFloor, measuredRows, renderScorecard, withHead } from '../scorecard/render.ts';
import { fetchPublicSets } from '../scorecard/public-sets.ts';
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
    row('met', { isHead: true }),
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
  const readme = withHead('# Us\n\n<!-- scorecard -->\nold\n<!-- /scorecard -->\n\nMore.\n', measured);
  expect(readme.match(/(?<=^\| Time of )\w+/gmu)).toEqual(['behind', 'met']);
  expect(readme.replaceAll(/^\|.*\n/gmu, '')).toBe(
    '# Us\n\n<!-- scorecard -->\n\n\n<!-- /scorecard -->\n\nMore.\n',
  );
});

verifies(
  'repository.scorecard',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'public-sets-'));
    const packed = (...lines: object[]) => gzipSync(lines.map((line) => JSON.stringify(line)).join('\n'));
    const files: Record<string, Buffer> = {
      corpus: packed({ _id: 'd1', title: 'Mice', text: 'They sleep.' }, { _id: 'd2', text: 'They run.' }),
      queries: packed({ _id: 'q1', text: 'do mice sleep' }, { _id: 'q2', text: 'not judged' }),
      test: Buffer.from('query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n'),
    };
    const hub = createServer(({ url = '' }, reply) => {
      const name = /(\w+)\.[\w.]+$/u.exec(url)?.[1] ?? '';
      if (url.includes('nfcorpus')) reply.writeHead(404).end();
      else reply.end(files[name]);
    }).listen(0);
    const { port } = hub.address() as AddressInfo;
    expect(await fetchPublicSets(folder, `http://127.0.0.1:${port}`)).toEqual([
      expect.stringMatching(/^nfcorpus: .*404$/u),
    ]);
    hub.close();
    expect(readdirSync(folder)).toEqual(['scifact.json']);
    expect(JSON.parse(readFileSync(join(folder, 'scifact.json'), 'utf8'))).toEqual({
      docs: [
        { id: 'd1', title: 'Mice', text: 'They sleep.' },
        { id: 'd2', title: '', text: 'They run.' },
      ],
      queries: [{ text: 'do mice sleep', rel: { d1: 2 } }],
    });
    rmSync(folder, { recursive: true });
  },
  { title: 'public sets are fetched where there is a network, and named where there is none' },
);

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
