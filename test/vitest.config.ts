import { defineConfig } from 'vitest/config';
import { FILES_OF_BOTH_FORMS } from './forms.ts';
import { LongFilesFirst } from './support/long-files-first.ts';

// Every process runs in UTC: the Data API returns timestamps without an offset and drizzle reads them as local time.
process.env['TZ'] = 'UTC';

const root = new URL('..', import.meta.url).pathname;

// Commands and servers that tests start keep what Node compiled: half a start's processor time is reading TypeScript.
process.env['NODE_COMPILE_CACHE'] ??= `${root}node_modules/.cache/workspace-memory/compiled`;

/** The tests of the interface, by the identifier form that they run in. */
const INTERFACE_TESTS = {
  A: ['test/{api,jobs,mcp}/**/*.test.ts'],
  B: [...FILES_OF_BOTH_FORMS],
};

/** Those of form A that start programs, git above all, by the dozen: their processes hold no database. */
const WITH_PROGRAMS = [
  'test/api/{branches,strange-folder}.test.ts',
  'test/api/transfer/sync.test.ts',
  'test/mcp/{document-entrances,document-files}.test.ts',
];
type Form = keyof typeof INTERFACE_TESTS;

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

// CloudFormation's own rules take 6 s of the processor for a stack: they are asked where all environments are synthesized.
const JUDGED_ONCE = { CDK_VALIDATION: 'false' };

interface InterfaceOptions {
  env?: Record<string, string>;
  include?: string[];
  exclude?: string[];
}

const interfaceProject = (
  name: string,
  form: Form,
  { env, include = INTERFACE_TESTS[form], exclude = [] }: InterfaceOptions = {},
) => ({
  test: {
    ...shared,
    name,
    include,
    exclude,
    env: { TZ: 'UTC', MEMORY_ID_FORM: form, ...env },
    setupFiles: [PROPERTY_SEED, 'test/host/shared-host.ts'],
  },
});

const synthesized = { globalSetup: ['test/host/stack/synthesize.ts'] };

/** The same tests through the synthesized stack. */
const stackProject = (name: string, form: Form) => {
  const { test } = interfaceProject(name, form, { env: { TEST_HOST: 'stack' } });
  return { test: { ...test, ...synthesized } };
};

export default defineConfig({
  test: {
    root,
    // One more than the cores of the smallest machine: a third of the time of a test is waiting for a process or a deadline.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          env: JUDGED_ONCE,
          setupFiles: [PROPERTY_SEED],
        },
      },
      // By themselves: where no database is open, programs start fast.
      { test: { ...shared, name: 'db', include: ['test/db/**/*.test.ts'], setupFiles: [PROPERTY_SEED] } },
      {
        test: {
          ...shared,
          ...synthesized,
          name: 'infra',
          include: ['test/infra/**/*.test.ts'],
          env: JUDGED_ONCE,
          setupFiles: ['test/host/stack/assembly-ready.ts'],
        },
      },
      interfaceProject('form A', 'A', { exclude: WITH_PROGRAMS }),
      {
        test: {
          ...interfaceProject('programs', 'A', { include: WITH_PROGRAMS, env: { TEST_HOST: 'process' } })
            .test,
          globalSetup: ['test/host/start-host-process.ts'],
        },
      },
      interfaceProject('form B', 'B'),
      stackProject('stack A', 'A'),
      stackProject('stack B', 'B'),
      // The console in a real browser, over the service itself.
      {
        test: {
          ...shared,
          name: 'console',
          include: ['test/console/**/*.test.ts'],
          env: { TZ: 'UTC' },
          // As long as the browser itself is waited for: a second is little on a busy machine.
          expect: { poll: { timeout: 20_000 } },
          globalSetup: ['test/support/console/build-console.ts'],
        },
      },
      // How well searches rank a collection that lies beside the repository: minutes of work.
      interfaceProject('quality', 'A', { include: ['test/quality/**/*.test.ts'] }),
    ],
  },
});
