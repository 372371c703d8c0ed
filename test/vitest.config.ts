import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './support/long-files-first.ts';
import { isWhole } from './support/portion.ts';

// Every process runs in UTC: the Data API returns timestamps without an offset and drizzle reads them as local time.
process.env['TZ'] = 'UTC';

// A commit of a test starts no upkeep of its repository, a program more for each.
Object.assign(process.env, {
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
});

const root = new URL('..', import.meta.url).pathname;

// Commands and servers that tests start keep what Node compiled: half a start's processor time is reading TypeScript.
process.env['NODE_COMPILE_CACHE'] ??= `${root}node_modules/.cache/workspace-memory/compiled`;

/**
 * Tests of the interface that start programs, git above all, by the dozen: their processes hold no database. They wait for the
 * one process of their service, so that they run beside tests of single parts, which keep the other cores at work.
 */
const WITH_PROGRAMS = [
  'test/api/branches.test.ts',
  'test/api/strange-folder.whole.test.ts',
  'test/api/code/three-clones.whole.test.ts',
  'test/api/{code/index,transfer/{imports,sync}}.test.ts',
  'test/mcp/document-entrances.whole.test.ts',
  'test/mcp/{document-files,every-tool,hostile-recall,session-tools,working-tree}.test.ts',
  'test/mcp/protocol/inspector.whole.test.ts',
];

/** Tests of single parts that hold a database: beside those of the interface they cost less. */
const WITH_DATABASE = [
  'test/unit/local/{beside-a-stack,console-session,fairness,host-header,moved-clock,strangers}.test.ts',
  'test/unit/{cli/ingest,infra/smoke,text/search-text}.test.ts',
];

/** Tests of the sources as such: a part of `npm run check`. */
const OF_SOURCES = 'test/unit/{architecture,docs,size,statements}.test.ts';

/** Files that `npm test` leaves to `npm run test:whole`. */
const LEFT_OUT = isWhole ? [] : ['**/*.whole.test.ts'];

const PROPERTY_SEED = 'test/support/property-seed.ts';

const shared = {
  root,
  testTimeout: 240_000,
  hookTimeout: 120_000,
  pool: 'forks' as const,
  // One embedded database a worker, not one a file: it takes 300 to 500 MB and seconds to start. Tests keep to
  // workspaces of their own.
  isolate: false,
  // As the service itself is run: Node strips the types and keeps what it compiled. Nothing here mocks a module.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: [
    '--import',
    `${root}test/support/quick-start.ts`,
    // V8's own: three fifths of the processor time of 185 tests of the interface, in as much memory.
    '--wasm-tiering-budget=13000000',
    // V8 of Node 24 ends a process now and then that frees compiled code of a grammar (`jit_page_->allocations_.erase`).
    '--no-wasm-code-gc',
  ],
};

// CloudFormation's own rules take seconds of the processor for a stack: a whole run asks them where all environments are synthesized.
const JUDGED_ONCE = { CDK_VALIDATION: 'false' };

const INTERFACE_TESTS = 'test/{api,jobs,mcp}/**/*.test.ts';

const serviceProject = (name: string, include: string[], env: Record<string, string> = {}) => ({
  ...shared,
  name,
  include,
  exclude: LEFT_OUT,
  env: { TZ: 'UTC', ...env },
  setupFiles: [PROPERTY_SEED, 'test/host/forget-jobs.ts'],
});

const synthesized = { globalSetup: ['test/host/stack/synthesize.ts'] };

export default defineConfig({
  test: {
    root,
    // More than the cores of the smallest machine: half of the time of a test is waiting for a process, a browser or a deadline.
    // A worker takes up to 3.5 GB.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'packages/*/test/**/*.test.ts', ...WITH_PROGRAMS],
          exclude: [OF_SOURCES, ...WITH_DATABASE, ...LEFT_OUT],
          env: { ...JUDGED_ONCE, TEST_HOST: 'process' },
          globalSetup: ['test/host/start-host-process.ts'],
          setupFiles: [PROPERTY_SEED],
        },
      },
      { test: { ...shared, name: 'architecture', include: [OF_SOURCES] } },
      {
        test: {
          ...shared,
          ...synthesized,
          name: 'infra',
          include: ['test/infra/all.ts'],
          env: JUDGED_ONCE,
          setupFiles: ['test/host/stack/assembly-ready.ts'],
        },
      },
      // The first file of a worker costs some seconds more than the next: all that holds a database is one project.
      {
        test: {
          ...serviceProject('service', [
            INTERFACE_TESTS,
            ...WITH_DATABASE,
            'test/db/**/*.test.ts',
            'test/console/all.ts',
          ]),
          exclude: [...WITH_PROGRAMS, ...LEFT_OUT],
          // As long as the browser itself is waited for: a second is little on a busy machine.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      // The tests of the interface through the synthesized stack.
      { test: { ...serviceProject('stack', [INTERFACE_TESTS], { TEST_HOST: 'stack' }), ...synthesized } },
      // How well searches rank a collection that lies beside the repository: minutes of work.
      { test: serviceProject('quality', ['test/quality/**/*.test.ts']) },
    ],
  },
});
