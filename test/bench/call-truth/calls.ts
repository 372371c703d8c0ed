import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { resolveEdges } from '@memory/code-graph';
import { type CallSite, ToolMissing } from './call-site.ts';
import { indexed } from './indexed.ts';
import { scoreEdges } from './score-edges.ts';
import { truths } from './truths.ts';

/** Rows of the table, in its order. */
const HEAD = [
  'tree',
  'language',
  'truth',
  'true edges',
  'recall',
  'edges made',
  'precision',
  'cannot tell',
  'files',
  'files/s',
  'resolving',
  'peak memory',
];

const SHOWN = Number(process.env['CALLS_SHOW'] ?? 0);
const KEEP = process.env['CALLS_KEEP'];

/**
 * `CALLS_TREES='go=FOLDER java=FOLDER …' npm run bench -- calls`: the call edges of working trees beside what a compiler or language
 * server knows, as a table in Markdown. `CALLS_SHOW` prints as many edges missed and wrong of each tree, `CALLS_KEEP` names a folder that
 * keeps what the tools said.
 */
export async function benchCalls(): Promise<void> {
  const pairs = (process.env['CALLS_TREES'] ?? '')
    .split(/\s+/u)
    .filter(Boolean)
    .map((pair) => pair.split('=', 2));
  if (pairs.length === 0 || pairs.some(([language = '', folder]) => !truths[language] || !folder))
    return console.log(`CALLS_TREES='LANGUAGE=FOLDER …' names trees of ${Object.keys(truths).join(', ')}.`);
  console.log(`| ${HEAD.join(' | ')} |\n| ${HEAD.map(() => '---').join(' | ')} |`);
  for (const [language = '', folder = ''] of pairs)
    console.log(`| ${(await row(language, folder)).join(' | ')} |`);
}

async function row(language: string, folder: string): Promise<string[]> {
  const truth = truths[language];
  if (!truth) throw new Error(`No truth for ${language}`);
  const root = path.resolve(folder);
  const cells = [path.basename(root), language, truth.tool];
  const measured = await measuredApart(root);
  const all = await indexed(root);
  const files = all.filter((file) => truth.reads.includes(file.language));
  try {
    const sites = await kept(KEEP && path.join(KEEP, `${language}-${path.basename(root)}.json`), () =>
      truth.read(root),
    );
    const score = scoreEdges(files, edgesOf(all, files), sites);
    for (const edge of sample(score.missedEdges, SHOWN)) console.error(`missed ${edge}`);
    for (const edge of sample(score.wrongEdges, SHOWN)) console.error(`wrong  ${edge}`);
    const { made, right, wrong } = score;
    cells.push(
      `${score.truth}`,
      share(score.found, score.truth),
      `${made}`,
      share(right, right + wrong),
      `${made - right - wrong}`,
    );
  } catch (error) {
    if (!(error instanceof ToolMissing)) throw error;
    console.error(`${cells[0]}: skipped, ${error.message}`);
    cells.push('–', '–', '–', '–', '–');
  }
  return [...cells, `${files.length}`, ...measured];
}

/** The truth, read from a file where it was written before. */
async function kept(file: string | undefined, read: () => Promise<CallSite[]>): Promise<CallSite[]> {
  const known = file === undefined ? null : await readFile(file, 'utf8').catch(() => null);
  if (known !== null) return JSON.parse(known) as CallSite[];
  const sites = await read();
  if (file !== undefined) await writeFile(file, JSON.stringify(sites));
  return sites;
}

function edgesOf(
  all: Awaited<ReturnType<typeof indexed>>,
  files: typeof all,
): ReturnType<typeof resolveEdges>['edges'] {
  return resolveEdges(all, { only: new Set(files.map((file) => file.path)) }).edges;
}

/** Files a second and memory of a process that does nothing but index. */
async function measuredApart(root: string): Promise<string[]> {
  const script = path.join(import.meta.dirname, 'measure-indexing.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, root]);
  return stdout.trim().split('\t');
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(3);
}

/** Spread evenly, so that a sample shows more than the first file. */
function sample(edges: readonly string[], size: number): string[] {
  const step = Math.max(1, edges.length / Math.max(1, size));
  return Array.from({ length: Math.min(size, edges.length) }, (_, at) => edges[Math.floor(at * step)] ?? '');
}
