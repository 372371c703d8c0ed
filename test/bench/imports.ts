import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@memory/client';
import type { Memory } from '@memory/contracts';
import { ImportReport } from '../../packages/agents/src/archive/import-report.ts';
import { importItems } from '../../packages/agents/src/import/run-import.ts';
import { loadSource, thisMachine } from '../../packages/agents/src/import/sources.ts';
import { OPERATIONS_PATH } from '@memory/service/operations-path';
import { startServer, type ServerProcess } from '../host/child-process.ts';

/** How long what is drawn from sessions may take to be all there. */
const DRAWN_WAIT_MS = 600_000;

/** Memories that are written down for somebody to judge. */
const SAMPLE = 200;

/**
 * Imports what `IMPORT_TRANSCRIPTS` (a folder of Claude Code's) and `IMPORT_REPOSITORIES` (clones, with `:` between them) name into a
 * service of its own with the usual limits: time, counts, and the same again. With `IMPORT_SAMPLE` a file is written of
 * up to 200 memories each, spread evenly, for somebody to judge.
 */
export async function benchImports(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memory-imports-'));
  const DATA_DIR = join(folder, 'data');
  try {
    await using server = await startServer({ DATA_DIR });
    const { operatorToken } = JSON.parse(await readFile(join(DATA_DIR, 'lock'), 'utf8')) as {
      operatorToken: string;
    };
    const transcripts = process.env['IMPORT_TRANSCRIPTS'];
    if (transcripts) await measure(server, operatorToken, 'claude-code', transcripts);
    for (const repository of (process.env['IMPORT_REPOSITORIES'] ?? '').split(':').filter(Boolean))
      await measure(server, operatorToken, 'git', repository);
    if (!transcripts && !process.env['IMPORT_REPOSITORIES'])
      console.log('Name a folder in IMPORT_TRANSCRIPTS, or clones in IMPORT_REPOSITORIES.');
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measure(
  server: ServerProcess,
  operatorToken: string,
  source: string,
  path: string,
): Promise<void> {
  const key = await makeWorkspace(server, operatorToken);
  const client = createClient({ url: server.url, key, fetch: patient });
  console.log(`\n## ${source} ${path.split('/').slice(-2).join('/')}`);
  for (const run of ['first', 'second']) {
    const from = performance.now();
    const report = await importOnce(client, source, path);
    console.log(`${run.padEnd(7)} ${seconds(from)} s  ${countsOf(report)}`);
    if (source === 'claude-code' && run === 'first') {
      const drawn = await settled(client);
      console.log(`drawn   ${seconds(from)} s after the start of the import: ${drawn} memories`);
    }
  }
  await writeSample(client, source, path);
}

async function importOnce(client: Client, source: string, path: string): Promise<ImportReport> {
  const report = new ImportReport();
  await importItems(client, (await loadSource(source)).read(path, thisMachine(path)), { report });
  return report;
}

const seconds = (from: number): string => ((performance.now() - from) / 1_000).toFixed(1).padStart(6);

function countsOf({ outcomes, passed }: ImportReport): string {
  const told = [
    ...Object.entries(outcomes).flatMap(([kind, counts]) =>
      Object.entries(counts).map(([outcome, count]) => `${kind} ${outcome} ${count}`),
    ),
    ...[...passed].map(([reason, { count }]) => `${reason} ${count}`),
  ];
  return told.join(', ');
}

/** How many memories there are once every session has its summary. */
async function settled(client: Client): Promise<number> {
  const until = Date.now() + DRAWN_WAIT_MS;
  while (Date.now() < until && (await unsummarized(client)) > 0)
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  const left = await unsummarized(client);
  if (left > 0) console.log(`${left} sessions have no summary yet`);
  return (await all(client)).length;
}

async function unsummarized(client: Client): Promise<number> {
  let [left, offset] = [0, 0];
  for (;;) {
    const { results } = await client.listSessions({ query: { limit: 100, offset } });
    left += results.filter(({ summary }) => summary === null).length;
    offset += results.length;
    if (results.length === 0) return left;
  }
}

async function all(client: Client): Promise<Memory[]> {
  const found: Memory[] = [];
  for (;;) {
    const page = await client.listMemories({
      query: { limit: 500, offset: found.length, ordering: 'created_at' },
    });
    found.push(...page);
    if (page.length < 500) return found;
  }
}

async function writeSample(client: Client, source: string, path: string): Promise<void> {
  const file = process.env['IMPORT_SAMPLE'];
  if (!file) return;
  const memories = (await all(client)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const step = Math.max(1, memories.length / SAMPLE);
  const lines = Array.from({ length: Math.min(SAMPLE, memories.length) }, (_, place) => {
    const { title, narrative, memory_type, created_at } = memories[Math.floor(place * step)] as Memory;
    return `${place + 1}. [${memory_type}, ${created_at.slice(0, 10)}] ${title}\n${narrative}\n`;
  });
  await writeFile(
    `${file}-${source}-${path.split('/').filter(Boolean).slice(-2).join('-')}.txt`,
    lines.join('\n'),
  );
}

async function makeWorkspace({ url }: ServerProcess, operatorToken: string): Promise<string> {
  const reply = await fetch(url + OPERATIONS_PATH, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}` },
    body: JSON.stringify({
      operation: 'createWorkspace',
      input: { name: `imports ${performance.now()}`, language: 'english' },
    }),
  });
  return ((await reply.json()) as { result: { key: string } }).result.key;
}

/** As the command does: who is asked to wait waits. */
const patient: typeof fetch = async (input, init) => {
  for (;;) {
    const reply = await fetch(input, init);
    if (reply.status !== 429) return reply;
    const wait = Number(reply.headers.get('retry-after') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
  }
};
