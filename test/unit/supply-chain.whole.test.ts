import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { verifies } from '../support/verifies.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/** Output of `npm run --silent SCRIPT`, and its exit code. */
const run = (script: string, environment: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)('npm', ['run', '--silent', script], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    maxBuffer: 64_000_000,
  }).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    ({ stdout, code }: { stdout: string; code: number }) => ({ stdout, code }),
  );

verifies('supply.sbom', async () => {
  const { stdout } = await run('sbom');
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string;
    components: { name: string; version: string; properties?: { name: string; value: string }[] }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const isDevelopment = (wanted: string) =>
    components
      .find(({ name }) => name === wanted)
      ?.properties?.some(({ name }) => name === 'cdx:npm:package:development');
  for (const name of ['@electric-sql/pglite', 'zod', 'drizzle-orm'])
    expect(isDevelopment(name), name).toBe(false);
  expect(isDevelopment('vitest')).toBe(true);
  for (const { name, version } of components) expect(version, name).toMatch(/^\d/u);
});

/** A registry that gives this answer to every question. */
async function withRegistry(status: number, work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  server.close();
}

verifies('supply.audit', async () => {
  await withRegistry(405, async (npm_config_registry) => {
    expect(await run('audit', { npm_config_registry })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^SKIPPED: .*Nothing was checked\.$/mu) as string,
    });
  });
  await withRegistry(200, async (npm_config_registry) => {
    expect(await run('audit', { npm_config_registry })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No vulnerability') as string,
    });
  });
});
