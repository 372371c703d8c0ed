import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from '@memory/client';
import { createWorkspace, getCodeContext, searchCode, type Services } from '@memory/core';
import { findWorkspace, hasCodeWords, type Workspace } from '@memory/db';
import { startLocalService } from '@memory/service/node';
import { readConfig } from '@memory/service';
import { indexRepository } from '../../packages/agents/src/code-index/index-repository.ts';
import { UNLIMITED_RATES } from '../host/unlimited-rates.ts';
import { percentiles } from './support/percentiles.ts';

const HERE = fileURLToPath(new URL('../..', import.meta.url));
const LOOKUPS = 50;

/**
 * Indexes working trees into a fresh service: this repository, and those that CODE_BENCH_TREES names (separated by `:`).
 * Each is indexed twice, the second time with one file changed.
 */
export async function benchCode(): Promise<void> {
  const given = (process.env['CODE_BENCH_TREES'] ?? '').split(path.delimiter).filter(Boolean);
  const folder = await mkdtemp(path.join(tmpdir(), 'workspace-memory-bench-'));
  const server = process.env['TEST_DATABASE_URL'];
  const config = readConfig({
    ...UNLIMITED_RATES,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'ERROR',
    ...(server ? { DATABASE_URL: server } : {}),
  });
  const service = await startLocalService(config);
  const { key, workspace_id: id } = await createWorkspace(service.services, {
    name: `bench ${Date.now()}`,
    language: 'english',
  });
  const client = createClient({ url: service.url, key });
  try {
    console.log(`${server ? 'PostgreSQL' : 'PGlite on disk'}, service and indexer in one process`);
    console.log(
      'tree | files | files/s | symbols | call edges | resolved after s | again: sent, s | peak memory',
    );
    for (const tree of [HERE, ...given]) await measureTree(client, tree, folder);
    const workspace = await findWorkspace(service.services.db, id);
    if (workspace) await measureLookups(service.services, workspace);
  } finally {
    await service.close();
    await rm(folder, { recursive: true });
  }
}

async function measureTree(client: Client, tree: string, folder: string): Promise<void> {
  const repository = path.basename(path.resolve(tree));
  // A copy, since a file of it is changed.
  const root = path.join(folder, 'trees', repository);
  await cp(tree, root, {
    recursive: true,
    filter: (source) => !/\/(?:\.git|node_modules|\.data|cdk\.out)$/u.test(source),
  });
  const first = await timed(() => indexRepository({ client, root, repository }));
  const resolving = await timed(() => untilResolved(client, repository));
  const [status] = (await client.getCodeStatus({ query: { repository } })).repositories;
  const { files } = await client.getCodeStatus({ query: { repository } });
  const changed = files.find(({ path: file }) => /\.(?:ts|py|go)$/u.test(file))?.path ?? '';
  await appendFile(path.join(root, changed), '\n');
  const again = await timed(() => indexRepository({ client, root, repository }));
  await untilResolved(client, repository);
  console.log(
    [
      repository,
      first.result.sent,
      (first.result.sent / first.seconds).toFixed(0),
      status?.symbols,
      status?.call_edges,
      resolving.seconds.toFixed(1),
      `${again.result.sent}, ${again.seconds.toFixed(1)}`,
      `${(process.resourceUsage().maxRSS / 1_024).toFixed(0)} MB`,
    ].join(' | '),
  );
}

async function measureLookups(services: Services, workspace: Workspace): Promise<void> {
  const lookups: Record<string, () => Promise<unknown>> = {
    'code_graph_available in search': () =>
      hasCodeWords(services.db, workspace.id, ['handl', 'retri', 'queri']),
    'code_search by name': () => searchCode(services, workspace, { q: 'execute', limit: 50 }),
    'code_search by glob': () =>
      searchCode(services, workspace, { file_pattern: '**/test*/**/*.ts', limit: 50 }),
    code_context: () => getCodeContext(services, workspace, { symbol_name: 'execute' }),
  };
  for (const [name, look] of Object.entries(lookups)) {
    const times: number[] = [];
    for (let round = 0; round < LOOKUPS; round += 1) times.push((await timed(look)).seconds * 1_000);
    console.log(`${name}: p50/p95/p99 ${percentiles(times)}`);
  }
}

async function untilResolved(client: Client, repository: string): Promise<void> {
  for (;;) {
    const { repositories } = await client.getCodeStatus({ query: { repository } });
    if (repositories.every(({ pending_files: pending }) => pending === 0)) return;
    await wait(100);
  }
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - startedAt) / 1_000 };
}
