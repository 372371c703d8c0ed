import type { Client } from '@memory/client';
import type { DocumentRecord } from '@memory/contracts';
import type { FoundDocument, FoundFolder } from './find-documents.ts';
import { listStored } from './stored-documents.ts';

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
    const stored = await listStored(client, { origin: folder.origin, under: folder.under });
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
