import { readFileSync, writeFileSync } from 'node:fs';
import type { Verdict } from './judge.ts';

/** Lines of a key, a blank and a verdict, in order, so that branches merge. */
const FILE = new URL('../../fixtures/regex-verdicts.txt', import.meta.url);

/**
 * Verdicts by `keyOf`, in the repository as snapshots are: to judge all expressions takes 90 s of processor time, and one changes
 * in a week. What is not here is judged by the run that meets it.
 */
export function readVerdicts(): Map<string, Verdict> {
  const lines = readFileSync(FILE, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(0, 32), line.slice(33) as Verdict]));
}

/** Writes them anew when they differ from what is there; never in CI, where a run leaves nothing behind. */
export function keepVerdicts(verdicts: ReadonlyMap<string, Verdict>): void {
  const text = [...verdicts]
    .map(([key, verdict]) => `${key} ${verdict}\n`)
    .toSorted()
    .join('');
  if (!process.env['CI'] && text !== readFileSync(FILE, 'utf8')) writeFileSync(FILE, text);
}

/** Some of those that say something, others each day: they are not believed but found again. */
export function sampleOf(verdicts: ReadonlyMap<string, Verdict>, count: number): ReadonlySet<string> {
  const keys = [...verdicts.keys()].filter((key) => !verdicts.get(key)?.startsWith('unknown')).toSorted();
  const day = Math.floor(Date.now() / 86_400_000);
  return new Set(
    Array.from({ length: count }, (_, place) => keys[(day * count + place) % keys.length] ?? ''),
  );
}
