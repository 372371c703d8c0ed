import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleFunctions } from '../../infra/bundle-functions.ts';
import { allFunctions, routeFunctions } from '../../infra/functions.ts';

const STARTS = 5;
/** `FUNCTIONS='^(mcp|search)'` measures those whose names match: all of them take some minutes. */
const WANTED = new RegExp(process.env['FUNCTIONS'] ?? '', 'u');
const REST_BYTES_MAX = 500_000;
/** Clients of AWS, each in a chunk of its own that is named after the file which loads it. */
const CLIENTS = /^(data-api|sqs|s3|bedrock)-/u;

/**
 * Work of a fresh process for a function, in milliseconds: its own module, with the client of the database, and
 * both counted from the start of the process.
 */
const START = `const files = process.argv.slice(1);
const startedAt = performance.now();
const ready = [];
for (const file of files) {
  await import(file);
  ready.push(performance.now() - startedAt);
}
console.log(JSON.stringify([ready[0] ?? 0, ready.at(-1) ?? 0, performance.now()]));`;

/**
 * Bundle size and start of every function in a fresh process, also as a ratio to a process that loads nothing: the ratio
 * holds on other machines, the milliseconds do not.
 */
export async function benchColdStart(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'workspace-memory-bundles-'));
  try {
    const startedAt = performance.now();
    const bundles = await bundleFunctions(allFunctions, directory);
    console.log(`${bundles.size} bundles made in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    const rest = new Set<string>(routeFunctions.map(({ name }) => name));
    const bare = await medianStart([]);
    const rows: Row[] = [];
    console.log(`Node alone: ${Math.round(bare.process)} ms`);
    for (const [name, { bytes }] of [...bundles].filter(([each]) => WANTED.test(each))) {
      const row = await measure(name, join(directory, name), bytes, bare);
      rows.push(row);
      // As it comes: what is broken off has told something.
      console.log(JSON.stringify(row));
    }
    for (const [kind, some] of [
      ['REST handlers', rows.filter((row) => rest.has(row.function))],
      ['other functions', rows.filter((row) => !rest.has(row.function))],
    ] as const)
      if (some.length > 0) console.log(`${some.length} ${kind}: ${summarize(some)}`);
    const large = [...bundles].filter(([name, { bytes }]) => rest.has(name) && bytes.start > REST_BYTES_MAX);
    console.log(
      `REST handlers above ${REST_BYTES_MAX / 1_000} kB: ${large.map(([name]) => name).join(', ') || 'none'}`,
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}

interface Row {
  function: string;
  'kB at start': number;
  'kB in all': number;
  clients: string;
  'init ms': number;
  'with database ms': number;
  'x Node alone': number;
}

async function measure(
  name: string,
  directory: string,
  bytes: { start: number; total: number },
  bare: Start,
): Promise<Row> {
  const chunks = await readdir(directory);
  const clients = chunks.flatMap((file) => (file.endsWith('.mjs') ? (CLIENTS.exec(file)?.[1] ?? []) : []));
  const database = chunks.filter((file) => /^data-api-.*\.mjs$/u.test(file));
  const start = await medianStart(['index.mjs', ...database].map((file) => join(directory, file)));
  return {
    function: name,
    'kB at start': Math.round(bytes.start / 1_000),
    'kB in all': Math.round(bytes.total / 1_000),
    clients: clients.join(' '),
    'init ms': Math.round(start.module),
    'with database ms': Math.round(start.withDatabase),
    'x Node alone': Math.round((10 * start.process) / bare.process) / 10,
  };
}

function summarize(rows: readonly Row[]): string {
  const range = (column: 'kB at start' | 'init ms' | 'with database ms' | 'x Node alone') => {
    const values = rows.map((row) => row[column]).toSorted((a, b) => a - b);
    return `${column} ${values[0]} to ${values.at(-1)}, median ${median(values)}`;
  };
  return [range('kB at start'), range('init ms'), range('with database ms'), range('x Node alone')].join(
    '; ',
  );
}

interface Start {
  /** Milliseconds that the function's own module took, and with the client of the database. */
  module: number;
  withDatabase: number;
  /** Milliseconds since the process was started. */
  process: number;
}

async function medianStart(files: readonly string[]): Promise<Start> {
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
  const [module = 0, withDatabase = 0, total = 0] = [0, 1, 2].map((place) =>
    median(starts.map((start) => start[place] ?? 0)),
  );
  return { module, withDatabase, process: total };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
