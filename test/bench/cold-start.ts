import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleFunctions } from '../../infra/bundle-functions.ts';
import { allFunctions, routeFunctions } from '../../infra/functions.ts';
import { countRoundTrips } from './round-trips.ts';

const STARTS = 5;
const REST_BYTES_MAX = 500_000;

/** What a fresh process does for a function, told in milliseconds: its own module, then with the client of the database. */
const START = `const [index, ...later] = process.argv.slice(1);
const startedAt = performance.now();
await import(index);
const ready = performance.now() - startedAt;
for (const path of later) await import(path);
console.log(JSON.stringify([ready, performance.now() - startedAt]));`;

/** Bundle size and start of every function, and the statements that each endpoint sends to the database. */
export async function benchColdStart(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'workspace-memory-bundles-'));
  try {
    const startedAt = performance.now();
    const bundles = await bundleFunctions(allFunctions, directory);
    console.log(`${bundles.size} bundles made in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    const rest = new Set<string>(routeFunctions.map(({ name }) => name));
    const rows = [];
    for (const [name, { bytes }] of bundles) {
      const [start = 0, withDatabase = 0] = await medianStart(join(directory, name));
      rows.push({
        function: name,
        'kB at start': Math.round(bytes.start / 1_000),
        'kB in all': Math.round(bytes.total / 1_000),
        'start ms': Math.round(start),
        'with database ms': Math.round(withDatabase),
      });
    }
    console.table(rows);
    const large = [...bundles].filter(([name, { bytes }]) => rest.has(name) && bytes.start > REST_BYTES_MAX);
    console.log(
      `REST handlers above ${REST_BYTES_MAX / 1_000} kB: ${large.map(([name]) => name).join(', ') || 'none'}`,
    );
  } finally {
    await rm(directory, { recursive: true });
  }
  console.table(await countRoundTrips());
}

async function medianStart(directory: string): Promise<number[]> {
  const database = (await readdir(directory)).filter((file) => /^data-api-.*\.mjs$/u.test(file));
  const files = ['index.mjs', ...database].map((file) => join(directory, file));
  const starts: number[][] = [];
  for (let run = 0; run < STARTS; run += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      START,
      ...files,
    ]);
    starts.push(JSON.parse(stdout) as number[]);
  }
  return [0, 1].map(
    (place) =>
      starts.map((start) => start[place] ?? 0).toSorted((a, b) => a - b)[Math.floor(STARTS / 2)] ?? 0,
  );
}
