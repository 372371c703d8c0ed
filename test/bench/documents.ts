import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, openAsBlob } from 'node:fs';
import { cp, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { IngestSummary } from '../../packages/agents/src/ingest/ingest-documents.ts';
import { startBench, type Bench } from './documents/start-bench.ts';
import { percentiles } from './support/percentiles.ts';

const CLI = path.join(import.meta.dirname, '../../packages/agents/src/main.ts');

const FILES_MAX = 400;

/**
 * A tree of documents (DOCUMENTS_BENCH_TREE, by default the Markdown files of the dependencies), by batches and by upload:
 * first, again, and with one file edited. DOCUMENTS_BENCH_HOST=stack goes through the synthesized stack.
 * DOCUMENTS_BENCH_VOLUME=1 uploads 50,000 documents of 200 MB instead.
 */
export async function benchDocuments(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'workspace-memory-bench-'));
  try {
    if (process.env['DOCUMENTS_BENCH_VOLUME']) await measureVolume(folder);
    else for (const upload of [false, true]) await measureTree(folder, upload);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureTree(folder: string, upload: boolean): Promise<void> {
  const tree = process.env['DOCUMENTS_BENCH_TREE'] ?? path.join(import.meta.dirname, '../../node_modules');
  const root = path.join(folder, upload ? 'upload' : 'batches');
  const files = await copyMarkdown(tree, root);
  await using bench = await startBench(folder);
  const ingest = async () => {
    const startedAt = performance.now();
    const command = [CLI, 'ingest', '--json', ...(upload ? ['--upload'] : []), path.basename(root)];
    const running = promisify(execFile)(process.execPath, command, { cwd: folder, env: bench.environment });
    const { stdout } = await workUntil(running, bench);
    const sent = JSON.parse(stdout) as IngestSummary;
    const { created, updated, unchanged, removed, failures } = sent;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    return `${seconds} s: ${sent.documents} documents, ${created} created, ${updated} updated, ${unchanged} unchanged, ${removed} removed, ${failures.length} failed`;
  };
  console.log(`\n${files.length} Markdown files by ${upload ? 'upload' : 'batches'}`);
  console.log(`first: ${await ingest()}`);
  const waiting = performance.now();
  const searches: number[] = [];
  while ((await bench.depth()) > 0) {
    const startedAt = performance.now();
    await bench.client.searchMemories({ body: { query: 'how to configure the output' } });
    searches.push(performance.now() - startedAt);
    await Promise.all([bench.work(), wait(200)]);
  }
  if (searches.length > 0)
    console.log(
      `embedded and discovered ${((performance.now() - waiting) / 1_000).toFixed(0)} s later; searches meanwhile p50/p95/p99 ${percentiles(searches)}`,
    );
  console.log(`again: ${await ingest()}`);
  const edited = files[Math.floor(files.length / 2)] ?? '';
  await writeFile(
    edited,
    `${await readFile(edited, 'utf8')}\n\n## Added by the bench\n\nA section about zebras in the pantry.\n`,
  );
  console.log(`one file edited: ${await ingest()}`);
  const { results } = await bench.client.searchMemories({ body: { query: 'zebras in the pantry' } });
  console.log(`found: ${results[0]?.memory.title}`);
}

/** Does what is queued until something has come of it: where nothing works by itself, an upload would wait for ever. */
async function workUntil<Result>(promise: Promise<Result>, { work }: Bench): Promise<Result> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  while (!(await Promise.race([settled, work().then(() => wait(20, false))])));
  return promise;
}

/** 50,000 documents of 4 kB as JSON Lines: how long until all are stored, and how much memory that takes. */
async function measureVolume(folder: string): Promise<void> {
  const file = path.join(folder, 'documents.jsonl');
  const lines = createWriteStream(file);
  for (let number = 0; number < 50_000; number += 1) {
    const content = `Page ${number} tells about part ${number % 977} of machine ${number % 31}. `.repeat(75);
    if (!lines.write(`${JSON.stringify({ title: `Page ${number}`, source: `${number}.md`, content })}\n`))
      await once(lines, 'drain');
  }
  await finished(lines.end());
  await using bench = await startBench(folder);
  const { upload_id: id, url, method, fields } = await bench.client.createUpload({ body: {} });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', await openAsBlob(file));
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(0);
  const response = await fetch(url, { method, body: form });
  if (!response.ok) throw new Error(`The upload was refused (${response.status}).`);
  console.log(`uploaded after ${seconds()} s`);
  for (let told = 0; ;) {
    const upload = await bench.client.getUpload({ path: { id } });
    if (upload.documents >= told + 10_000 || upload.state !== 'processing') {
      told = upload.documents;
      const peakMb = (process.resourceUsage().maxRSS / 1_024).toFixed(0);
      console.log(`${upload.state}: ${told} documents after ${seconds()} s, peak memory ${peakMb} MB`);
    }
    if (upload.state === 'complete' || upload.state === 'failed') break;
    await Promise.all([bench.work(), wait(500)]);
  }
}

/** @returns the paths of the copies */
async function copyMarkdown(tree: string, root: string): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob('**/*.md', { cwd: tree }))
    if (!/^(?:change|history|licen)/iu.test(path.basename(file))) found.push(file);
  const files = found.toSorted().slice(0, FILES_MAX);
  // A folder of that name would be passed over.
  const copies = files.map((file) => path.join(root, file.replaceAll('node_modules', 'modules')));
  for (const [place, copy] of copies.entries()) await cp(path.join(tree, files[place] ?? ''), copy);
  return copies;
}
