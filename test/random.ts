import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

/**
 * Runs the property tests with new random values, again and again: `npm run test:random -- [ROUNDS]`, 10 unless said. It stops at
 * the first failure and names the seed. Make the counterexample that the failure shows a case of its own in the test.
 */
const ROOT = new URL('..', import.meta.url).pathname;
const rounds = Number(process.argv[2] ?? 10);
if (!(rounds > 0)) throw new Error('Usage: npm run test:random -- [ROUNDS]');

const files = globSync('test/**/*.test.ts', { cwd: ROOT }).filter((file) =>
  readFileSync(ROOT + file, 'utf8').includes("from 'fast-check'"),
);
const projects = ['unit', 'service'].flatMap((name) => ['--project', name]);

for (let round = 1; round <= rounds; round += 1) {
  const seed = String(randomInt(2 ** 31));
  console.log(`round ${round} of ${rounds}: PROPERTY_SEED=${seed}`);
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', '--config', 'test/vitest.config.ts', '--reporter=dot', ...projects, ...files],
    { cwd: ROOT, env: { ...process.env, PROPERTY_SEED: seed }, stdio: 'inherit' },
  );
  if (status !== 0) {
    console.error(`Failed with PROPERTY_SEED=${seed}.`);
    process.exit(status ?? 1);
  }
}
