export interface Finding {
  check: string;
  state: 'ok' | 'failed' | 'skipped';
  /** The state seen; of a failure, the fault. */
  detail: string;
  /** Of a failure: what mends it. */
  remedy?: string;
  ms?: number;
}

const MARKS = { ok: 'ok', failed: 'FAILED', skipped: '-' } as const;

export function describeFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const rows = findings.map(({ check, state, detail, ms }) =>
    [check.padEnd(width), MARKS[state].padEnd(6), time(ms), detail].join('  ').trimEnd(),
  );
  const failed = findings.filter(({ state }) => state === 'failed');
  const remedies = failed.flatMap(({ check, remedy }) => (remedy ? [`${check}: ${remedy}`] : []));
  const summary =
    failed.length === 0 ? 'Nothing failed.' : `${failed.length} of ${findings.length} checks failed.`;
  return [...rows, '', ...remedies, ...(remedies.length > 0 ? [''] : []), summary].join('\n');
}

const time = (ms: number | undefined) => (ms === undefined ? '' : `${(ms / 1_000).toFixed(1)} s`).padStart(7);

export function printFindings(findings: readonly Finding[], { json }: { json: boolean }): void {
  console.log(json ? JSON.stringify({ findings }) : describeFindings(findings));
  if (findings.some(({ state }) => state === 'failed')) process.exitCode = 1;
}
