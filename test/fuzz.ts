import { readFileSync, writeFileSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { recordFigure } from './bench/support/record-figure.ts';
import { startLocalHost } from './host/local-host.ts';
import { TestWorkspace } from './host/test-workspace.ts';
import { fuzz } from './support/fuzz/fuzz.ts';
import { MESSAGES, READERS, readWithin, recipesFor, textOf, type Reader } from './support/fuzz/texts.ts';

/**
 * Hostile inputs for all that reads what others wrote: `npm run fuzz -- [COUNT] [SEED]`, 2,000 of each kind unless said. A case that
 * breaks a promise, or takes longer than it may, is kept in `test/fixtures/fuzz.json`, which `npm test` reads again each time.
 */
const KEPT = new URL('fixtures/fuzz.json', import.meta.url);
/** Requests of a workspace, so that none grows until its searches are all that is measured. */
const RUN = 1_000;
/** Broken cases of a reader that are kept: the rest mostly breaks alike. */
const BROKEN_MAX = 3;

const [count = 2_000, seed = randomInt(2 ** 31)] = process.argv.slice(2).map(Number);
if (!(count > 0)) throw new Error('Usage: npm run fuzz -- [COUNT] [SEED]');
console.log(`${count} inputs of each kind, seed ${seed}`);

interface Figures {
  inputs: number;
  broken: number;
  'slowest, ms': number;
}
const table: Record<string, Figures> = {};
const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as unknown[];

for (const [reader, of] of Object.entries(READERS)) table[reader] = await readAll(reader, of);
Object.assign(table, await askAll());
console.table(table);
recordFigure(
  'fuzz broken',
  Object.values(table).reduce((sum, { broken }) => sum + broken, 0),
);
if (Object.values(table).some(({ broken }) => broken > 0)) {
  writeFileSync(KEPT, `[\n${kept.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`);
  process.exitCode = 1;
}
process.exit();

async function readAll(reader: string, of: Reader): Promise<Figures> {
  const figures = { inputs: 0, broken: 0, 'slowest, ms': 0 };
  for (const { name, recipe } of fc.sample(recipesFor(of), { numRuns: count, seed })) {
    figures.inputs += 1;
    try {
      figures['slowest, ms'] = Math.max(
        figures['slowest, ms'],
        Math.round(await readWithin(of, name, recipe)),
      );
    } catch (error) {
      figures.broken += 1;
      console.log(`${reader}, ${name}: ${String(error).slice(0, 300)}`);
      if (figures.broken <= BROKEN_MAX) kept.push({ reader, name, recipe });
    }
  }
  return figures;
}

/** Requests of the interface, made from its schemas, and messages to `/mcp` of no form at all. */
async function askAll(): Promise<Record<string, Figures>> {
  const host = await startLocalHost();
  const http = { inputs: 0, broken: 0, 'slowest, ms': 0 };
  const mcp = { ...http };
  for (let done = 0; done < count; done += RUN) {
    const [service, other] = [await TestWorkspace.create(host), await TestWorkspace.create(host)];
    const numRuns = Math.min(RUN, count - done);
    const figures = await fuzz(service, other, { count: numRuns, seed: seed + done });
    http.inputs += numRuns;
    http.broken += figures.serverErrors + figures.undocumented.length;
    http['slowest, ms'] = Math.max(http['slowest, ms'], Math.round(figures.slowestMs));
    for (const fault of figures.undocumented.slice(0, BROKEN_MAX)) console.log(fault);
    for (const recipe of fc.sample(MESSAGES, { numRuns, seed: seed + done })) {
      const rawBody = textOf(recipe, 200_000);
      const startedAt = performance.now();
      const { status, text } = await service.request('POST', '/mcp', {
        rawBody,
        headers: { accept: 'application/json, text/event-stream' },
      });
      mcp.inputs += 1;
      mcp['slowest, ms'] = Math.max(mcp['slowest, ms'], Math.round(performance.now() - startedAt));
      if (status < 500) continue;
      mcp.broken += 1;
      console.log(`/mcp answers ${status} to ${JSON.stringify(recipe).slice(0, 300)}: ${text.slice(0, 200)}`);
    }
  }
  await host.close();
  return { http, mcp };
}
