import type { InstalledPeers } from './install-peers.ts';
import type { OpenPeer } from './peer.ts';

interface Orama {
  create(options: object): object;
  insertMultiple(db: object, documents: object[], batch: number): Promise<unknown>;
  search(db: object, query: object): Promise<{ hits: { id: string }[] }>;
}

/** Orama's own hybrid search, wholly in memory. */
export const openOrama =
  (installed: InstalledPeers): OpenPeer =>
  async (documents) => {
    const { create, insertMultiple, search } = (await installed.import('@orama/orama')) as Orama;
    const dimensions = documents[0]?.vector.length ?? 0;
    const db = create({
      schema: { id: 'string', title: 'string', narrative: 'string', vector: `vector[${dimensions}]` },
    });
    await insertMultiple(
      db,
      documents.map((document) => ({ ...document, vector: Array.from(document.vector) })),
      500,
    );
    return {
      name: 'Orama, in memory',
      search: async ({ text, vector }, limit) => {
        const { hits } = await search(db, {
          mode: 'hybrid',
          term: text,
          properties: ['title', 'narrative'],
          vector: { value: Array.from(vector), property: 'vector' },
          similarity: 0,
          limit,
        });
        return hits.map(({ id }) => id);
      },
      close: () => undefined,
    };
  };
