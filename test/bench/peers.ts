import { sql } from 'drizzle-orm';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SearchBody } from '@memory/contracts';
import { searchMemories } from '@memory/core';
import { maintainSemanticIndex, STATEMENT_LIMIT_MS, withStatementLimit } from '@memory/db';
import { TABLE_DIMENSIONS } from '@memory/text/embedding-table';
import { loadCranfield, measureRanking } from '../support/seeds/cranfield.ts';
import { fillWorkspace } from './support/fill-workspace.ts';
import { withSearchDatabase, type SearchBench } from './support/search-database.ts';
import { tableQuery, tableVector } from '../support/in-memory-search.ts';
import { installPeers } from './peers/install-peers.ts';
import { openLanceDb } from './peers/lancedb.ts';
import { openOrama } from './peers/orama.ts';
import type { OpenPeer, Peer, PeerDocument, PeerQuery } from './peers/peer.ts';
import { peerCorpus } from './peers/peer-corpus.ts';
import { openReferenceMemory } from './peers/reference-memory.ts';
import { openSqliteVec } from './peers/sqlite-vec.ts';
import { queriesOfTexts } from './support/queries-of-texts.ts';
import { OURS, recordFigure } from './support/record-figure.ts';

const TOP = 20;
const QUERIES = 40;
const WORDS = [3, 12, 40] as const;

interface Searcher extends Pick<Peer, 'name' | 'search'> {
  durations: number[];
}

/**
 * Ours beside four others: the same documents, vectors and queries in the same run, each query asked of one after the
 * other, so that whatever else the machine does meets all of them. Others are called in this process and are given the
 * query's vector; ours is the whole search below HTTP, which embeds the query, follows the graph and reads whole memories.
 * `PEER_DOCUMENTS` says how many, 1,000 and 10,000 when it is absent; ours is the embedded database, or the server that
 * `TEST_DATABASE_URL` names.
 */
export async function benchPeers(): Promise<void> {
  const sizes = (process.env['PEER_DOCUMENTS'] ?? '1000 10000').split(' ').map(Number);
  // Quality is measured where the collection is there and nothing else.
  const collection = loadCranfield()?.memories.length;
  for (const size of new Set([...sizes, ...(collection ? [collection] : [])]))
    await compare(size, process.env['TEST_DATABASE_URL']);
}

async function compare(count: number, url?: string): Promise<void> {
  const { texts, says } = peerCorpus(count);
  console.log(
    `\n${count} documents (${says}), ours on ${url ? 'PostgreSQL' : 'PGlite'}\nengine | ${WORDS.map((words) => `${words} words p50 / p95`).join(' | ')} | times ours | cranfield nDCG@10`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'workspace-memory-peers-'));
  try {
    await withSearchDatabase(
      url ? { driver: 'node-postgres', url } : { driver: 'pglite', dataDir: join(folder, 'ours') },
      (bench) => compareAll(bench, texts, folder),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compareAll(
  bench: SearchBench,
  texts: readonly { title: string; narrative: string }[],
  folder: string,
): Promise<void> {
  const { services, opened, reread } = bench;
  const filled = await fillWorkspace(services, texts);
  await opened.db.execute(sql`vacuum (analyze)`);
  await withStatementLimit(STATEMENT_LIMIT_MS.maintenance, () =>
    maintainSemanticIndex(services.db, filled.workspace.id, { model: filled.workspace.embeddingModel ?? '' }),
  );
  const workspace = await reread(filled.workspace);
  const documents = texts.map(({ title, narrative }, index): PeerDocument => ({
    id: filled.ids[index] ?? '',
    title,
    narrative,
    vector:
      tableVector({ title, narrative, tags: [], concepts: [], sourceFiles: [] }) ??
      new Float32Array(TABLE_DIMENSIONS),
  }));
  const asked = (text: string): PeerQuery => ({
    text,
    vector: Float32Array.from(tableQuery(text)?.vector ?? new Float32Array(TABLE_DIMENSIONS)),
  });
  const ours: Searcher = {
    name: OURS,
    durations: [],
    search: async ({ text }, limit) => {
      const { results } = await searchMemories(services, workspace, SearchBody.parse({ query: text, limit }));
      return results.map(({ memory }) => memory.id);
    },
  };
  const installed = installPeers();
  const peers: Peer[] = [];
  const open: OpenPeer[] = [
    openSqliteVec(installed),
    openLanceDb(installed),
    openOrama(installed),
    openReferenceMemory(installed),
  ];
  // The reference server reads its file anew for each call, and Orama keeps vectors as lists: neither is meant for this.
  for (const openPeer of documents.length > 50_000 ? open.slice(0, 2) : open)
    peers.push(await openPeer(documents, await mkdtemp(join(folder, 'peer-'))));
  try {
    const searchers: Searcher[] = [ours, ...peers.map((peer) => ({ ...peer, durations: [] }))];
    const cells = new Map(searchers.map(({ name }): [string, string[]] => [name, []]));
    const medians = new Map(searchers.map(({ name }): [string, number[]] => [name, []]));
    for (const words of WORDS) {
      await ask(searchers, queriesOfTexts(texts, { words, count: QUERIES }).map(asked));
      for (const { name, durations } of searchers) {
        const at = (share: number) => durations[Math.floor(share * durations.length)] ?? 0;
        durations.sort((a, b) => a - b);
        cells.get(name)?.push(`${at(0.5).toFixed(1)} / ${at(0.95).toFixed(1)} ms`);
        medians.get(name)?.push(at(0.5));
        recordFigure(`search of ${documents.length}, ${words} words, p50`, at(0.5), name);
      }
    }
    for (const { name, search } of searchers) {
      const gain = await quality(search, filled.ids, asked);
      if (gain !== null) recordFigure('cranfield nDCG@10', gain, name);
      console.log(
        [
          name,
          ...(cells.get(name) ?? []),
          (medians.get(name) ?? [])
            .map((median, index) => (median / (medians.get(ours.name)?.[index] ?? 1)).toFixed(2))
            .join(' '),
          gain?.toFixed(3) ?? '-',
        ].join(' | '),
      );
    }
  } finally {
    for (const peer of peers) await peer.close();
  }
}

/** Each query of all of them in turn; those that warm up are not counted. */
async function ask(searchers: readonly Searcher[], queries: readonly PeerQuery[]): Promise<void> {
  for (const searcher of searchers) searcher.durations = [];
  for (const [index, query] of [...queries.slice(0, 5), ...queries].entries())
    for (const { search, durations } of searchers) {
      const startedAt = performance.now();
      await search(query, TOP);
      if (index >= 5) durations.push(performance.now() - startedAt);
    }
}

/** How well the collection's own questions are answered, where all of it and nothing else is there. */
async function quality(
  search: Peer['search'],
  ids: readonly string[],
  asked: (text: string) => PeerQuery,
): Promise<number | null> {
  const cranfield = loadCranfield();
  if (cranfield?.memories.length !== ids.length) return null;
  const documentOf = new Map(cranfield.memories.map(({ id }, index) => [ids[index], id]));
  const found = new Map<string, string[]>();
  for (const { text } of cranfield.queries)
    found.set(
      text,
      (await search(asked(text), 10)).map((id) => documentOf.get(id) ?? ''),
    );
  return measureRanking(cranfield, (text) => found.get(text) ?? []).ndcgAt10;
}
