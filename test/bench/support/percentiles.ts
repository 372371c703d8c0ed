/** P50, p95 and p99 of some durations in ms, as a cell of a table. */
export const percentiles = (durationsMs: readonly number[]): string =>
  `${[0.5, 0.95, 0.99].map((share) => percentile(durationsMs, share).toFixed(1)).join(' / ')} ms`;

/** The value that a share of some values is at most; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
