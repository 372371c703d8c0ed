import { sql } from 'drizzle-orm';
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@memory/client';
import { WorkspaceRecord, type UndoReply } from '@memory/contracts';
import { forgetAll } from '@memory/client';
import { writeNewFile } from '../../packages/agents/src/archive/line-files.ts';
import { recordLines } from '../../packages/agents/src/archive/records-file.ts';
import { openDatabase, type Database } from '@memory/db';
import { startLocalHost } from '../host/local-host.ts';
import { prepareDataDir } from '../host/migrated-pglite.ts';
import { TestWorkspace } from '../host/test-workspace.ts';
import { realisticTexts } from './support/realistic-texts.ts';

const COMMAND = new URL('../../packages/agents/bin/workspace-memory.js', import.meta.url).pathname;
const MEMORIES = Number(process.env['BENCH_MEMORIES'] ?? 100_000);
/** Memories that are stored one by one. */
const STORED = 300;
/** Shares of the memories that are forgotten, one after the other. */
const FORGOTTEN = [0.01, 0.1, 0.4];
/** The same small heap at any size: where memory is plenty V8 lets its young generation grow to 100 MB before it collects. */
const SMALL_HEAP = ['--max-old-space-size=64', '--max-semi-space-size=4'];

/**
 * Costs of taking a workspace along: import, export, import again, undo, forget, at a tenth of `BENCH_MEMORIES` and at
 * all of them, by the command as users run it, in the same small heap, with the most memory that its process had. Jobs do not run
 * meanwhile.
 */
export async function benchTransfer(): Promise<void> {
  for (const count of [MEMORIES / 10, MEMORIES]) {
    const folder = await mkdtemp(join(tmpdir(), 'bench-transfer-'));
    await prepareDataDir(join(folder, 'data'));
    const database = await openDatabase({ driver: 'pglite', dataDir: join(folder, 'data/database') });
    const host = await startLocalHost({}, { database });
    try {
      if (count === MEMORIES) await measureHistory(await TestWorkspace.create(host), database.db);
      await measure(
        count,
        folder,
        await TestWorkspace.create(host),
        async () => void (await database.db.execute(sql`vacuum`)),
      );
    } finally {
      await host.close();
      await rm(folder, { recursive: true });
    }
  }
}

/** Cost of the history for a write: stored one by one, with its triggers and without. */
async function measureHistory(service: TestWorkspace, db: Database): Promise<void> {
  const texts = realisticTexts(STORED);
  for (const state of ['enable', 'disable', 'enable', 'disable']) {
    await db.execute(sql.raw(`alter table memories ${state} trigger user`));
    await timed(state === 'enable' ? 'store' : 'no history', STORED, async () => {
      for (const text of texts) await service.store(text);
    });
  }
  await db.execute(sql`alter table memories enable trigger user`);
}

async function measure(
  count: number,
  folder: string,
  service: TestWorkspace,
  vacuum: () => Promise<void>,
): Promise<void> {
  const [given, taken] = [join(folder, 'given.jsonl'), join(folder, 'taken.jsonl')];
  await writeNewFile(given, recordLines(memories(count), { counts: {} }));
  console.log(`${count} memories, ${((await stat(given)).size / 1e6).toFixed(1)} MB`);
  const command = (what: string, ...args: string[]) => run(service, { what, count, args });
  const report = JSON.parse(await command('import', 'import', given, '--json')) as { batch: string };
  await command('export', 'export', '--output', taken);
  await command('import again', 'import', given);
  const hash = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  console.log(`  the export is the same bytes: ${(await hash(given)) === (await hash(taken))}`);

  const client = createClient({ url: service.host.url, key: service.key });
  await timed('undo', count, async () => {
    for (let after: string | null | undefined; after !== null;) {
      const reply: UndoReply = await client.undoChanges({
        body: { batch: report.batch, ...(after === undefined ? {} : { after }) },
      });
      after = reply.next;
    }
  });
  // As the service does between its jobs: what undo leaves dead would be looked through by each statement.
  await timed('vacuum', count, async () => vacuum());
  await command('import', 'import', given);
  let left = count;
  for (const share of FORGOTTEN) {
    const going = Math.round(count * share);
    const latest = { since: storedAt(left - going) };
    console.log(`  ${going} of ${left} are forgotten`);
    await timed('shown', going, () => forgetAll(client, latest, { dryRun: true, keepsCopy: false }));
    await timed('gone', going, () => forgetAll(client, latest, { dryRun: false, keepsCopy: false }));
    left -= going;
  }
}

async function* memories(count: number): AsyncGenerator<WorkspaceRecord> {
  const texts = realisticTexts(count);
  // In the order of their ids, as an export has them.
  const ids = Array.from({ length: count }, () => randomUUID()).toSorted();
  for (const [place, { title, narrative }] of texts.entries())
    yield WorkspaceRecord.parse({
      record: 'memory',
      id: ids[place],
      memory_id: `mem-${place.toString().padStart(16, '0')}`,
      title,
      narrative,
      created_at: storedAt(place),
    });
}

const storedAt = (place: number): string => new Date(Date.UTC(2024, 0, 1) + place * 60_000).toISOString();

async function timed(what: string, count: number, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1_000;
  console.log(`  ${what.padEnd(13)} ${seconds.toFixed(1)} s (${Math.round(count / seconds)} a second)`);
}

/** Runs the command, and tells how long it took and how much memory it had at most. */
async function run(
  { host, key }: TestWorkspace,
  { what, count, args }: { what: string; count: number; args: string[] },
): Promise<string> {
  const start = performance.now();
  const child = spawn(process.execPath, [...SMALL_HEAP, COMMAND, ...args], {
    env: { PATH: process.env['PATH'], WORKSPACE_MEMORY_URL: host.url, WORKSPACE_MEMORY_API_TOKEN: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let most = 0;
  const looking = setInterval(() => (most = Math.max(most, residentMb(child.pid))), 50);
  let output = '';
  for await (const part of child.stdout) output += String(part);
  const code = child.exitCode ?? (await new Promise((resolve) => child.once('exit', resolve)));
  clearInterval(looking);
  const seconds = (performance.now() - start) / 1_000;
  console.log(
    `  ${what.padEnd(13)} ${seconds.toFixed(1)} s, ${((1_000 * seconds) / count).toFixed(2)} ms a memory, command ${most} MB at most, service ${Math.round(process.memoryUsage.rss() / 1e6)} MB`,
  );
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}: ${output}`);
  return output;
}

/** Most memory so far, where the system tells. */
function residentMb(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes ?? 0) / 1_000);
  } catch {
    return 0;
  }
}
