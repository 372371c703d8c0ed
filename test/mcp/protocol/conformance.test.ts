import { execFile } from 'node:child_process';
import { describe, expect } from 'vitest';
import { startConformanceServer } from '../../support/clients/conformance-server.ts';
import { testWithService } from '../../host/service.ts';
import { portionOf } from '../../support/portion.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const SUITE = new URL(
  '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
  import.meta.url,
);

/** Runs what a revision requires of a server; scenarios in its baseline must fail, all others pass. */
function runSuite(url: string, revision: string): Promise<{ exitCode: number; output: string }> {
  const baseline = new URL(`conformance-${revision}.yml`, import.meta.url).pathname;
  const args = ['server', '--url', url, '--requirements', revision, '--expected-failures', baseline];
  const { promise, resolve } = Promise.withResolvers<{ exitCode: number; output: string }>();
  const child = execFile(
    process.execPath,
    [SUITE.pathname, ...args],
    { maxBuffer: 16_000_000 },
    (_, stdout, stderr) => resolve({ exitCode: child.exitCode ?? -1, output: stdout + stderr }),
  );
  return promise;
}

describe('the official conformance suite', () => {
  for (const revision of portionOf(['2026-07-28', '2025-11-25'], 2))
    verifies(
      'mcp.conformance',
      async ({ service }) => {
        await using server = await startConformanceServer(service);
        const { exitCode, output } = await runSuite(server.url, revision);
        const summary = output.slice(output.indexOf('=== SUMMARY ==='));
        expect(exitCode, summary).toBe(0);
        expect(summary).toMatch(/✓ tools-list: \d+ passed, 0 failed/u);
      },
      { title: `every applicable scenario of ${revision}`, timeoutMs: 60_000 },
    );
});
