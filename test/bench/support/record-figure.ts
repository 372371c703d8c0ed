import { appendFileSync } from 'node:fs';

export interface Figure {
  name: string;
  /** In the unit that its row of the scorecard names. */
  value: number;
  /** The engine that it is of. */
  of: string;
}

export const OURS = 'Workspace Memory';

/** Hands a figure to `npm run scorecard`, which names a file in `BENCH_FIGURES`; a bench that runs alone only prints. */
export function recordFigure(name: string, value: number, of = OURS): void {
  const file = process.env['BENCH_FIGURES'];
  if (file) appendFileSync(file, `${JSON.stringify({ name, value, of } satisfies Figure)}\n`);
}
