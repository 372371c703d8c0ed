import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Figure } from './bench/support/record-figure.ts';
import { belowFloor, measuredRows, renderScorecard, withHead } from './scorecard/render.ts';
import { fetchPublicSets } from './scorecard/public-sets.ts';
import { ROWS } from './scorecard/rows.ts';

/**
 * Measures what the README claims and writes docs/scorecard.md and the head of it in the README: `npm run scorecard`. A run that was broken off goes on where it ended, on
 * the same commit; `--again` begins anew. `--only WORD` takes the benches whose command holds the word. `--floor` fails where a row is worse than a release may be.
 */
const ROOT = new URL('..', import.meta.url).pathname;
const PAGE = join(ROOT, 'docs/scorecard.md');
const README = join(ROOT, 'README.md');

const { only, again, floor } = parseArgs({
  options: { only: { type: 'string' }, again: { type: 'boolean' }, floor: { type: 'boolean' } },
}).values;

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
const kept = join(ROOT, 'node_modules/.cache/workspace-memory/scorecard', commit);
if (again) rmSync(kept, { recursive: true, force: true });
mkdirSync(kept, { recursive: true });

const sets = join(ROOT, 'node_modules/.cache/workspace-memory/public-sets');
for (const reason of await fetchPublicSets(sets)) console.log(`Skipped, ${reason}`);

const commands = [...new Set(ROWS.map(({ command }) => command))];
const wanted = commands.filter((command) => !only || command.includes(only));
for (const [place, command] of wanted.entries()) await measure(command, `${place + 1} of ${wanted.length}`);

const figures = commands.flatMap((command) => figuresOf(fileOf(command)));
const measured = measuredRows(ROWS, figures);
const [cpu] = cpus();
const head =
  `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${availableParallelism()} cores of ${cpu?.model.trim()}, ` +
  `${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} at the end.`;
const page = renderScorecard(measured, head);
writeFileSync(PAGE, page);
writeFileSync(README, withHead(readFileSync(README, 'utf8'), measured));
execFileSync('npx', ['oxfmt', PAGE, README], { cwd: ROOT });
console.log(page);
const low = belowFloor(measured);
for (const { claim, ours, floor: least } of low)
  console.error(`Below the floor: ${claim}: ${ours}, floor ${least}`);
if (floor && low.length > 0) process.exitCode = 1;

function fileOf(command: string): string {
  return join(kept, `${command.replaceAll(/\W+/gu, '-')}.jsonl`);
}

function figuresOf(file: string): Figure[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Figure);
}

/** Runs a command in a process of its own, so that its memory is given back; its figures count when it has ended well. */
async function measure(command: string, place: string): Promise<void> {
  if (existsSync(fileOf(command))) return console.log(`${place}: ${command} (measured before)`);
  console.log(`\n${place}: npm run ${command}`);
  const partial = `${fileOf(command)}.partial`;
  rmSync(partial, { force: true });
  writeFileSync(partial, '');
  const child = spawn('npm', ['run', '--silent', ...command.split(' ')], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      PEER_DOCUMENTS: '1000 10000 100000',
      ...process.env,
      BENCH_FIGURES: partial,
      ...(readdirSync(sets).length > 0 && { RETRIEVAL_SETS: sets }),
    },
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code === 0 || figuresOf(partial).length > 0) renameSync(partial, fileOf(command));
  else console.error(`${command} ended with ${String(code)}: its rows stay unmeasured.`);
}
