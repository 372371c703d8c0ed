import type { Client } from '@memory/client';
import type { DocumentRecord } from '@memory/contracts';

const PAGE = 500;
const DELETED_AT_ONCE = 500;

/** All documents that are stored, of one origin and below one folder of it. */
export async function listStored(
  client: Client,
  filter: { origin?: string; under?: string },
): Promise<DocumentRecord[]> {
  const stored: DocumentRecord[] = [];
  for (;;) {
    const { results } = await client.listDocuments({
      query: { ...filter, limit: PAGE, offset: stored.length },
    });
    stored.push(...results);
    if (results.length === 0) return stored;
  }
}

/** Whether anything is stored from an origin. */
export async function isOriginKnown(client: Client, origin: string): Promise<boolean> {
  return (await client.listDocuments({ query: { origin, limit: 1 } })).count > 0;
}

/** Deletes documents with their memories. @returns how many memories went */
export async function deleteStored(client: Client, ids: readonly string[]): Promise<number> {
  let removed = 0;
  for (let from = 0; from < ids.length; from += DELETED_AT_ONCE) {
    const document_ids = ids.slice(from, from + DELETED_AT_ONCE);
    removed += (await client.deleteDocuments({ body: { document_ids } })).removed;
  }
  return removed;
}
