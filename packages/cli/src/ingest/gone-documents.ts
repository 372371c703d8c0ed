import type { Client } from '@memory/client';
import type { DocumentRecord } from '@memory/contracts';
import type { FoundDocument, FoundFolder } from './find-documents.ts';

const PAGE = 500;
const DELETED_AT_ONCE = 500;

/** What is stored of a folder that was ingested before, and what of it is no longer there. */
export interface StoredFolder extends FoundFolder {
  stored: DocumentRecord[];
  gone: DocumentRecord[];
}

/** Compares folders with what is stored of them. */
export async function compareFolders(
  client: Client,
  folders: readonly FoundFolder[],
  found: readonly FoundDocument[],
): Promise<StoredFolder[]> {
  const present = new Set(found.map(({ origin, source }) => keyOf(origin, source)));
  const compared: StoredFolder[] = [];
  const seen = new Set<string>();
  for (const folder of folders) {
    const stored = await listStored(client, folder);
    const gone = stored.filter(({ id, source }) => {
      if (seen.has(id) || present.has(keyOf(folder.origin, source ?? ''))) return false;
      seen.add(id);
      return true;
    });
    compared.push({ ...folder, stored, gone });
  }
  return compared;
}

const keyOf = (origin: string, source: string): string => `${origin}\0${source}`;

async function listStored(client: Client, { origin, under }: FoundFolder): Promise<DocumentRecord[]> {
  const stored: DocumentRecord[] = [];
  for (;;) {
    const { results } = await client.listDocuments({
      query: { origin, under, limit: PAGE, offset: stored.length },
    });
    stored.push(...results);
    if (results.length === 0) return stored;
  }
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
