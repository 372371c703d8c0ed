import { defineConfig } from 'vitest/config';

// Every process runs in UTC: the Data API returns timestamps without an offset and drizzle reads them as local time.
process.env['TZ'] = 'UTC';

const root = new URL('..', import.meta.url).pathname;

/** The tests of the interface, which run in both identifier forms. */
const INTERFACE_TESTS = 'test/{api,jobs,mcp}/**/*.test.ts';

const shared = {
  root,
  testTimeout: 240_000,
  hookTimeout: 120_000,
  pool: 'forks',
  // One embedded database a worker, not one a file: it takes 300 to 500 MB and seconds to start. Tests keep to
  // workspaces of their own.
  isolate: false,
} as const;

const interfaceProject = (name: string, env: Record<string, string>) => ({
  test: {
    ...shared,
    name,
    include: [INTERFACE_TESTS],
    env: { TZ: 'UTC', ...env },
    setupFiles: ['test/support/shared-host.ts'],
  },
});

const synthesized = { globalSetup: ['test/support/stack/synthesize.ts'] };

/** The same tests through the synthesized stack. */
const stackProject = (name: string, form: 'A' | 'B') => {
  const { test } = interfaceProject(name, { MEMORY_ID_FORM: form, TEST_HOST: 'stack' });
  return { test: { ...test, ...synthesized } };
};

export default defineConfig({
  test: {
    root,
    maxWorkers: 2,
    projects: [
      { test: { ...shared, name: 'unit', include: ['test/{unit,db}/**/*.test.ts'] } },
      { test: { ...shared, ...synthesized, name: 'infra', include: ['test/infra/**/*.test.ts'] } },
      interfaceProject('form A', { MEMORY_ID_FORM: 'A' }),
      interfaceProject('form B', { MEMORY_ID_FORM: 'B' }),
      stackProject('stack A', 'A'),
      stackProject('stack B', 'B'),
    ],
  },
});
