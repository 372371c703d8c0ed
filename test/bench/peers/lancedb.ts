import type { InstalledPeers } from './install-peers.ts';
import type { OpenPeer } from './peer.ts';

interface Query {
  fullTextSearch(text: string): Query;
  nearestTo(vector: Float32Array): Query;
  rerank(reranker: unknown): Query;
  select(columns: string[]): Query;
  limit(count: number): Query;
  toArray(): Promise<{ id: string }[]>;
}

interface Lance {
  connect(folder: string): Promise<{
    createTable(
      name: string,
      rows: object[],
    ): Promise<{
      createIndex(column: string, options: object): Promise<void>;
      query(): Query;
    }>;
    close(): void;
  }>;
  Index: { fts(options?: object): unknown; ivfPq(options?: object): unknown };
  rerankers: { RRFReranker: { create(): Promise<unknown> } };
}

/** From so many vectors on it is given an index, as its documentation advises. */
const INDEXED_FROM = 50_000;

/** LanceDB's own hybrid search: full text with its stemmer, vectors, and its reranker by reciprocal rank. */
export const openLanceDb =
  (installed: InstalledPeers): OpenPeer =>
  async (documents, folder) => {
    // It warns at each query of columns that a later version will leave out.
    process.env['LANCEDB_LOG'] ??= 'error';
    process.env['RUST_LOG'] ??= 'error';
    const lance = (await installed.import('@lancedb/lancedb')) as Lance;
    const connection = await lance.connect(folder);
    const table = await connection.createTable(
      'documents',
      documents.map(({ id, title, narrative, vector }) => ({
        id,
        text: `${title}\n${narrative}`,
        vector: Array.from(vector),
      })),
    );
    await table.createIndex('text', { config: lance.Index.fts({ stem: true, removeStopWords: true }) });
    if (documents.length >= INDEXED_FROM)
      await table.createIndex('vector', { config: lance.Index.ivfPq({ distanceType: 'cosine' }) });
    const reranker = await lance.rerankers.RRFReranker.create();
    return {
      name: `LanceDB${documents.length >= INDEXED_FROM ? ' (IVF-PQ)' : ''}`,
      search: async ({ text, vector }, limit) => {
        const rows = await table
          .query()
          .fullTextSearch(text)
          .nearestTo(vector)
          .rerank(reranker)
          .select(['id', 'text'])
          .limit(limit)
          .toArray();
        return rows.map(({ id }) => id);
      },
      close: () => connection.close(),
    };
  };
