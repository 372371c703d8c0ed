import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import { createClient, type Client } from '@memory/client';
import { createWorkspace } from '@memory/core';
import { startLocalService } from '@memory/service/node';
import { findLockHolder } from '@memory/service/lock';
import { LOCAL_DEFAULTS, readConfig } from '@memory/service';
import { localDataDir } from '../../operator/local-data-dir.ts';
import { localOperator } from '../../operator/operator.ts';
import { findDocuments } from '../../ingest/find-documents.ts';
import { ingestWithProgress, printSummary } from '../../ingest/ingest-command.ts';
import { say } from '../print.ts';

/** Without a folder of the caller's own: what this repository says of itself. */
const OWN_DOCUMENTS = ['README.md', 'CHANGELOG.md', 'infra/*.md', 'packages/*/README.md'];

const SEARCHES = 3;

export function demoCommand(): Command {
  return new Command('demo')
    .description('Import a folder of documents into a workspace of its own and search it three times.')
    .option('--path <folder>', 'folder of Markdown decision records or documentation')
    .option(
      '--query <text>',
      'search for this instead (may be repeated)',
      (query, all: string[]) => [...all, query],
      [],
    )
    .action(async ({ path, query }: { path?: string; query: string[] }) => {
      const found = await findDocuments(path ? [path] : OWN_DOCUMENTS);
      await using target = await openTarget();
      say(`Importing ${found.documents.length} files into ${target.name} …`);
      printSummary(
        await ingestWithProgress(target.client, found, {
          upload: false,
          prune: false,
          force: false,
          quiet: false,
        }),
      );
      await embedded(target.client);
      const queries = query.length > 0 ? query : await chooseQueries(target.client);
      for (const text of queries) await search(target.client, text);
    });
}

interface Target extends AsyncDisposable {
  client: Client;
  name: string;
}

/** A new workspace of the server that runs here, or else of a service that lives as long as the demo. */
async function openTarget(): Promise<Target> {
  const dataDir = await localDataDir();
  const name = `demo ${new Date().toISOString()}`;
  const holder = await findLockHolder(dataDir);
  if (holder?.url) {
    const operator = await localOperator(dataDir);
    const { key } = await operator.createWorkspace({ name });
    return {
      client: createClient({ url: holder.url, key }),
      name: `the workspace "${name}" of ${holder.url} (key ${key})`,
      [Symbol.asyncDispose]: async () => undefined,
    };
  }
  const folder = await mkdtemp(join(tmpdir(), 'workspace-memory-demo-'));
  const config = readConfig({ ...LOCAL_DEFAULTS, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'SILENT' });
  const service = await startLocalService(config);
  const { key } = await createWorkspace(service.services, { name, language: 'english' });
  return {
    client: createClient({ url: service.url, key }),
    name: 'a service of its own, which ends with the demo',
    async [Symbol.asyncDispose]() {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until the newest memories are embedded, for at most half a minute: searches work before, by keyword. */
async function embedded(client: Client): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const newest = await client.listMemories({ query: { ordering: '-created_at', limit: 500 } });
    if (newest.every(({ content_hash }) => content_hash !== null)) return;
    await wait(500);
  }
}

/** Headings from the beginning, the middle and the end of what was imported. */
async function chooseQueries(client: Client): Promise<string[]> {
  const memories = await client.listMemories({ query: { ordering: 'created_at', limit: 500 } });
  const titles = [...new Set(memories.map(({ title }) => title.split(' › ').at(-1) ?? title))];
  return Array.from({ length: Math.min(SEARCHES, titles.length) }, (_, place) => {
    const index = Math.floor(((place + 0.5) * titles.length) / SEARCHES);
    return titles[Math.min(index, titles.length - 1)] ?? '';
  });
}

async function search(client: Client, query: string): Promise<void> {
  const startedAt = performance.now();
  const { results } = await client.searchMemories({ body: { query, limit: 5 } });
  say(`\n"${query}" (${Math.round(performance.now() - startedAt)} ms)`);
  for (const { memory, score, match_type } of results) {
    say(`  ${score.toFixed(3)} ${match_type.padEnd(8)} ${memory.title}`);
    say(`        ${memory.source_files.join(', ')}`);
  }
}
