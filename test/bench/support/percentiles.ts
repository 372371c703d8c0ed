/** P50, p95 and p99 of some durations in ms, as a cell of a table. */
export function percentiles(durationsMs: readonly number[]): string {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  return `${at(0.5)} / ${at(0.95)} / ${at(0.99)} ms`;
}
