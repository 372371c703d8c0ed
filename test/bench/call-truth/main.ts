import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { resolveEdges } from '@memory/code-graph';
import { type CallSite, ToolMissing } from './call-site.ts';
import { indexed } from './indexed.ts';
import { scoreEdges } from './score-edges.ts';
import { truths } from './truths.ts';

const USAGE = `npm run bench:calls -- [--show N] [--keep FOLDER] LANGUAGE=FOLDER …

Compares the call edges of working trees with what a compiler or language server knows, and prints a table in Markdown.
--show prints N edges missed and N wrong ones of each tree.
--keep keeps what the tools said in a folder, and asks them no more where it is there.
Languages: ${Object.keys(truths).join(', ')}`;

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

interface Options {
  show: string;
  keep?: string;
}

async function row(language: string, folder: string, { show, keep }: Options): Promise<string[]> {
  const truth = truths[language];
  if (!truth) throw new Error(`No truth for ${language}`);
  const root = path.resolve(folder);
  const cells = [path.basename(root), language, truth.tool];
  const measured = await measuredApart(root);
  const all = await indexed(root);
  const files = all.filter((file) => truth.reads.includes(file.language));
  try {
    const sites = await kept(keep && path.join(keep, `${language}-${path.basename(root)}.json`), () =>
      truth.read(root),
    );
    const score = scoreEdges(files, edgesOf(all, files), sites);
    for (const edge of sample(score.missedEdges, Number(show))) console.error(`missed ${edge}`);
    for (const edge of sample(score.wrongEdges, Number(show))) console.error(`wrong  ${edge}`);
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

/** What the truth said, read from a file where it was written before. */
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

const { values, positionals } = parseArgs({
  options: { show: { type: 'string', default: '0' }, keep: { type: 'string' } },
  allowPositionals: true,
});
const pairs = positionals.map((pair) => pair.split('=', 2));
if (pairs.length === 0 || pairs.some(([language = '', folder]) => !truths[language] || !folder)) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  console.log(`| ${HEAD.join(' | ')} |\n| ${HEAD.map(() => '---').join(' | ')} |`);
  for (const [language = '', folder = ''] of pairs)
    console.log(`| ${(await row(language, folder, values)).join(' | ')} |`);
}
