import type { Figure } from '../bench/support/record-figure.ts';
import { OURS } from '../bench/support/record-figure.ts';
import type { Row } from './rows.ts';

export interface Measured extends Row {
  ours?: number;
  /** The best of the others in the same run. */
  peer?: Figure;
  state: 'a peer is ahead' | 'missed' | 'met' | 'not measured';
}

const ORDER = ['a peer is ahead', 'missed', 'met', 'not measured'] as const;

const isBetter = ({ better }: Row, one: number, other: number): boolean =>
  better === 'more' ? one > other : one < other;

/** Joins rows with figures, where a peer is ahead first, then what misses its goal. */
export function measuredRows(rows: readonly Row[], figures: readonly Figure[]): Measured[] {
  return rows
    .map((row): Measured => {
      const named = figures.filter(({ name }) => name === row.figure);
      const ours = named.findLast(({ of }) => of === OURS)?.value;
      const [peer] = named
        .filter(({ of }) => of !== OURS)
        .toSorted((a, b) => (isBetter(row, a.value, b.value) ? -1 : 1));
      if (ours === undefined) return { ...row, state: 'not measured' };
      const isBehind = peer !== undefined && isBetter(row, peer.value, ours);
      const isMissed = isBetter(row, row.goal, ours);
      return {
        ...row,
        ours,
        ...(peer && { peer }),
        state: isBehind ? 'a peer is ahead' : isMissed ? 'missed' : 'met',
      };
    })
    .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}

/** Rows that no release may go out with. */
export const belowFloor = (measured: readonly Measured[]): Measured[] =>
  measured.filter(
    (row) => row.floor !== undefined && row.ours !== undefined && isBetter(row, row.floor, row.ours),
  );

const number = (value: number | undefined, { unit }: Row): string =>
  value === undefined ? '–' : `${Number(value.toPrecision(3))}${unit ? ` ${unit}` : ''}`;

const cells = (row: Measured): string[] => [
  row.claim,
  number(row.ours, row),
  row.peer ? `${number(row.peer.value, row)} (${row.peer.of})` : '–',
  `${row.better === 'more' ? '≥' : '≤'} ${number(row.goal, row)}`,
];

/** Rows where a peer is ahead, and those that say most, in place of the README's last ones. */
export function withHead(readme: string, measured: readonly Measured[]): string {
  const shown = measured.filter(
    (row) => row.state === 'a peer is ahead' || (row.isHead && row.ours !== undefined),
  );
  const table = [
    '| Claim | Ours | Best peer | Goal |',
    '| --- | --- | --- | --- |',
    ...shown.map((row) => `| ${cells(row).join(' | ')} |`),
  ];
  return readme.replace(
    /(?<=<!-- scorecard -->\n)[^]*(?=<!-- \/scorecard -->)/u,
    `\n${table.join('\n')}\n\n`,
  );
}

export function renderScorecard(measured: readonly Measured[], head: string): string {
  const lines = measured.map((row) => [...cells(row), row.state, `\`npm run ${row.command}\``].join(' | '));
  return [
    '# Scorecard',
    '',
    head,
    '',
    'Rows where a peer is ahead stand first, then those that miss their goal. `npm run scorecard` writes this page.',
    '',
    '| Claim | Ours | Best peer | Goal | | Again by |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines.map((line) => `| ${line} |`),
    '',
  ].join('\n');
}
