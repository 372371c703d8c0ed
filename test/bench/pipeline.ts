import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { createClient, type Client } from '@memory/client';
import { createWorkspace } from '@memory/core';
import { listPendingMemories, openDatabase, queryRows, type Database, type WorkspaceId } from '@memory/db';
import { startLocalService } from '@memory/service/node';
import { databaseConfig, readConfig, type Log } from '@memory/service';
import { PLANNED_ONCE } from '../../packages/db/src/drivers/planned-once.ts';
import { EngineProcess } from '../../packages/db/src/drivers/embedded-engine/engine-process.ts';
import { UNLIMITED_RATES } from '../host/unlimited-rates.ts';
import { CRANFIELD_PAPERS } from '../support/seeds/cranfield.ts';
import { importTexts } from './support/import-texts.ts';
import { percentiles } from './support/percentiles.ts';
import { storeByCallers } from './support/store-by-callers.ts';
import { realisticTexts, type SyntheticText } from './support/realistic-texts.ts';

/** Memories of the backlog (PIPELINE_MEMORIES: another number). */
const MEMORIES = Number(process.env['PIPELINE_MEMORIES'] ?? 10_000);
const CALLERS = 8;
/** After this many are stored by single requests, the rest comes as it is imported. */
const STORED_SINGLY = Math.min(1_000, MEMORIES);
const IMPORTED_AT_ONCE = 100;

/** Abstracts of papers, which may be measured with and not be passed on; PIPELINE_TEXTS names another file of its form. */
const REAL_TEXTS = process.env['PIPELINE_TEXTS'] ?? CRANFIELD_PAPERS;

/** The stage of a statement, by the first of these that it holds. */
const STAGES: readonly [stage: string, mark: RegExp][] = [
  ['attempts', /job_attempts/u],
  ['discovery', /similar_memory|sharing_files/u],
  ['bench', /pipeline bench|oldest_pending/u],
  ['embed: read', /unanchored|"contentDigest"|'contentDigest'/u],
  ['import and store', /insert into memories|jsonb_populate_recordset/u],
  ['compare anew', /bool_or\(me\.id/u],
  ['embed: vectors and marks', /insert into memory_embeddings/u],
  ['statistics', /ts_stat/u],
  ['search', /bm25/u],
  ['authenticate', /api_keys/u],
  ['graph', /pagerank|graph_/u],
  ['vacuum and checkpoint', /^(?:vacuum|checkpoint)/u],
  ['upkeep', /workspace_statistics|create index|drop index/u],
];

const PIPELINE_QUEUES = new Set(['generateEmbedding', 'discoverRelationships']);

interface Watched {
  db: Database;
  queue: {
    statistics(): Promise<{ queue: string; visible: number | null; inFlight: number | null }[]>;
  };
}

interface Spent {
  count: number;
  ms: number;
  longestMs: number;
}

/**
 * From the store of a memory to its relationships, by stage: stores of eight callers, then a backlog that is worked off
 * while single memories are stored and searches are made. On the embedded database, through HTTP.
 */
export async function benchPipeline(): Promise<void> {
  const texts = await readTexts(MEMORIES + 1_000);
  const folder = await mkdtemp(join(tmpdir(), 'workspace-memory-pipeline-'));
  const config = readConfig({ ...UNLIMITED_RATES, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'SILENT' });
  const statements = timeStatements();
  const jobs = new Map<string, Spent>();
  const database = await openDatabase(databaseConfig(config));
  const service = await startLocalService(config, { database, log: jobLog(jobs) });
  const loop = monitorEventLoopDelay({ resolution: 5 });
  try {
    const { key, workspace_id: id } = await createWorkspace(service.services, {
      name: 'bench',
      language: 'english',
    });
    const client = createClient({ url: service.url, key });
    const workspaceId = id as WorkspaceId;
    const watched = { db: database.db, queue: service.queue };
    const report = (title: string, seconds: number) => {
      printStages(title, { seconds, statements, jobs, loopMs: loop.max / 1e6 });
      statements.clear();
      jobs.clear();
      loop.reset();
    };
    loop.enable();
    statements.clear();

    let startedAt = performance.now();
    const since = () => (performance.now() - startedAt) / 1_000;
    const stores = await storeByCallers({
      url: service.url,
      key,
      callers: CALLERS,
      texts: texts.slice(0, STORED_SINGLY),
    });
    const rate = STORED_SINGLY / since();
    console.log(`stored one by one, ${CALLERS} callers: ${percentiles(stores)}, ${rate.toFixed(0)} a second`);
    await untilDone(watched, workspaceId);
    console.log(
      `… embedded and related: ${(STORED_SINGLY / since()).toFixed(0)} a second since the first store`,
    );
    report(`${STORED_SINGLY} stored one by one`, since());

    const backlog = texts.slice(STORED_SINGLY, MEMORIES);
    if (backlog.length === 0) return;
    startedAt = performance.now();
    for (let start = 0; start < backlog.length; start += IMPORTED_AT_ONCE)
      await importTexts(client, backlog.slice(start, start + IMPORTED_AT_ONCE));
    console.log(`imported: ${(backlog.length / since()).toFixed(0)} a second`);
    report(`${backlog.length} imported`, since());

    const left = await countPending(database.db, workspaceId);
    startedAt = performance.now();
    const beside = besideBacklog(client, { db: database.db, workspaceId, texts: texts.slice(MEMORIES) });
    await untilDone(watched, workspaceId);
    const { singles, searches } = await beside.stop();
    console.log(`backlog of ${left} worked off: ${(left / since()).toFixed(0)} a second`);
    console.log(`one memory meanwhile, embedded and related (${singles.length}): ${percentiles(singles)}`);
    console.log(`search meanwhile (${searches.length}): ${percentiles(searches)}`);
    report('backlog', since());

    startedAt = performance.now();
    await untilRest(service.queue);
    report('upkeep after it', since());
  } finally {
    statements.restore();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Halves of real texts put together, since there are not enough; texts made up where there are none. */
async function readTexts(count: number): Promise<SyntheticText[]> {
  if (!existsSync(REAL_TEXTS)) {
    console.log(`(no real texts at ${REAL_TEXTS}: made-up ones instead)`);
    return realisticTexts(count);
  }
  const lines = (await readFile(REAL_TEXTS, 'utf8')).trim().split('\n');
  const real = lines.map((line) => {
    const { title, text } = JSON.parse(line) as { title: string; text: string };
    const sentences = text.split(/(?<= \.) /u);
    const middle = Math.ceil(sentences.length / 2);
    return {
      title,
      first: sentences.slice(0, middle).join(' '),
      second: sentences.slice(middle).join(' '),
    };
  });
  return Array.from({ length: count }, (_, number) => {
    const round = Math.floor(number / real.length);
    const [a, b] = [real[number % real.length], real[(number + round * 37) % real.length]];
    return {
      title: round === 0 ? (a?.title ?? '') : `${a?.title ?? ''} (${b?.title ?? ''})`.slice(0, 300),
      narrative: `${a?.first ?? ''} ${b?.second ?? ''}`,
    };
  });
}

/** Stores a memory a second and waits until it is related; searches five times a second. */
function besideBacklog(
  client: Client,
  { db, workspaceId, texts }: { db: Database; workspaceId: WorkspaceId; texts: readonly SyntheticText[] },
) {
  const over = new AbortController();
  const singles: number[] = [];
  const searches: number[] = [];
  const storing = (async () => {
    for (const body of texts) {
      if (over.signal.aborted) return;
      const startedAt = performance.now();
      const { id } = await client.storeMemory({ body });
      while (!(await isRelated(db, workspaceId, id))) await sleep(20);
      singles.push(performance.now() - startedAt);
      await sleep(1_000);
    }
  })();
  const searching = (async () => {
    for (let number = 0; !over.signal.aborted; number += 1) {
      const words = (texts[number % texts.length]?.narrative ?? '').split(' ');
      const query = [words[3], words[11], words[23]].join(' ');
      const startedAt = performance.now();
      await client.searchMemories({ body: { query } });
      searches.push(performance.now() - startedAt);
      await sleep(200);
    }
  })();
  return {
    async stop() {
      over.abort();
      await Promise.all([storing, searching]);
      return { singles, searches };
    },
  };
}

/** A statement of half a millisecond: the engine is what is measured. */
async function isRelated(db: Database, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  const rows = await queryRows(db)`select 1 one /* pipeline bench */ from memories m
      join memory_counters c on c.workspace_id = m.workspace_id and c.memory_id = m.id
      where m.id = ${id}::uuid and m.workspace_id = ${workspaceId}::uuid
        and c.discovered_digest = m.content_digest ${sql.raw(PLANNED_ONCE)}`;
  return rows.length > 0;
}

const pending = { writtenBefore: null, embeds: true, after: null };

/** The database is asked once the queue has nothing left: while there is much, it takes 30 ms to find one. */
async function untilDone(
  { db, queue }: Pick<Watched, 'db' | 'queue'>,
  workspaceId: WorkspaceId,
): Promise<void> {
  const isEmpty = async () =>
    (await queue.statistics()).every(
      ({ queue: name, visible, inFlight }) => !PIPELINE_QUEUES.has(name) || (!visible && !inFlight),
    );
  do {
    while (!(await isEmpty())) await sleep(20);
  } while ((await listPendingMemories(db, workspaceId, { ...pending, limit: 1 })).length > 0);
}

const countPending = async (db: Database, workspaceId: WorkspaceId) =>
  (await listPendingMemories(db, workspaceId, { ...pending, limit: 100_000 })).length;

async function untilRest(queue: Watched['queue']) {
  for (let quiet = 0; quiet < 30;) {
    const counts = await queue.statistics();
    quiet = counts.every(({ visible, inFlight }) => !visible && !inFlight) ? quiet + 1 : 0;
    await sleep(100);
  }
}

const note = (into: Map<string, Spent>, name: string, ms: number, count = 1): void => {
  const spent = into.get(name) ?? { count: 0, ms: 0, longestMs: 0 };
  into.set(name, { count: spent.count + count, ms: spent.ms + ms, longestMs: Math.max(spent.longestMs, ms) });
};

/** Times what the engine does, without the wait for its turn; statements of one stage (PIPELINE_STAGE) each by itself too. */
function timeStatements(): Map<string, Spent> & { restore(): void } {
  const spent = new Map<string, Spent>();
  const { ask } = EngineProcess.prototype;
  EngineProcess.prototype.ask = async function timed(request, limitMs) {
    const startedAt = performance.now();
    try {
      return await ask.call(this, request, limitMs);
    } finally {
      const text = 'text' in request ? request.text : request.kind;
      const stage = STAGES.find(([, mark]) => mark.test(text))?.[0] ?? 'other';
      note(spent, stage, performance.now() - startedAt);
      if (stage === process.env['PIPELINE_STAGE'])
        note(spent, text.slice(0, 90), performance.now() - startedAt);
    }
  };
  return Object.assign(spent, { restore: () => void (EngineProcess.prototype.ask = ask) });
}

function jobLog(jobs: Map<string, Spent>): Log {
  return {
    info: (_message: string, line: object) => {
      const {
        job,
        durationMs,
        messages = 1,
      } = line as { job?: string; durationMs?: number; messages?: number };
      if (job !== undefined && durationMs !== undefined) note(jobs, job, durationMs, messages);
    },
    warn: () => undefined,
    error: (message: string, line: object) => console.error(message, JSON.stringify(line)),
  } as Log;
}

function printStages(
  title: string,
  {
    seconds,
    statements,
    jobs,
    loopMs,
  }: { seconds: number; statements: Map<string, Spent>; jobs: Map<string, Spent>; loopMs: number },
): void {
  console.log(`\n${title}: ${seconds.toFixed(1)} s, event loop held for at most ${loopMs.toFixed(0)} ms`);
  const rows = (spent: Map<string, Spent>) =>
    [...spent]
      .toSorted(([, a], [, b]) => b.ms - a.ms)
      .map(
        ([name, { count, ms, longestMs }]) =>
          `  ${name.padEnd(28)} ${String(count).padStart(6)} ${(ms / 1_000).toFixed(2).padStart(8)} s ${(ms / count).toFixed(2).padStart(8)} ms each, longest ${longestMs.toFixed(0)}`,
      );
  console.log(
    ['statements in the engine', ...rows(statements), 'jobs (messages)', ...rows(jobs), ''].join('\n'),
  );
}
