import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Client } from '@memory/client';
import type { DocumentRecord } from '@memory/contracts';
import type { FoundDocument, FoundFolder, KnownFolder } from './find-documents.ts';
import { isOriginKnown, listStored } from './local-documents.ts';

export interface ComparableFolder extends KnownFolder {
  now: string;
}

/** A folder that was ingested before, and its documents that are no longer there. */
export interface StoredFolder extends ComparableFolder {
  stored: DocumentRecord[];
  gone: DocumentRecord[];
  /** There, and none that a search of the folder finds: ignored since, or named by itself once. */
  passedOver: DocumentRecord[];
}

/** Folders by the names that they are stored under: one of which nothing is stored may be known by an earlier name. */
export async function storedNames(
  client: Client,
  folders: readonly FoundFolder[],
): Promise<ComparableFolder[]> {
  const names: ComparableFolder[] = [];
  const holds = async ({ origin, under }: KnownFolder) =>
    (await client.listDocuments({ query: { origin, under, limit: 1 } })).count > 0;
  // Many folders of one repository have the same few names.
  const known = new Map<string, Promise<boolean>>();
  const isKnown = (origin: string) => {
    const found = known.get(origin) ?? isOriginKnown(client, origin);
    known.set(origin, found);
    return found;
  };
  for (const { findEarlier, ...folder } of folders) {
    names.push({ ...folder, now: folder.origin });
    if (await holds(folder)) continue;
    for (const earlier of await findEarlier())
      if ((await isKnown(earlier.origin)) && (await holds(earlier)))
        names.push({ ...earlier, now: folder.origin });
  }
  return names;
}

export async function compareFolders(
  client: Client,
  folders: readonly ComparableFolder[],
  found: readonly FoundDocument[],
  emptied: ReadonlySet<string> = new Set(),
): Promise<StoredFolder[]> {
  const paths = new Set(found.map(({ path }) => path));
  const present = new Set(
    found.filter(({ source }) => !emptied.has(source)).map(({ origin, source }) => keyOf(origin, source)),
  );
  const isFile = fileTest();
  const compared: StoredFolder[] = [];
  const seen = new Set<string>();
  for (const folder of folders) {
    const stored = await listStored(client, { origin: folder.origin, under: folder.under });
    const gone: DocumentRecord[] = [];
    const passedOver: DocumentRecord[] = [];
    for (const document of stored) {
      const { id, source } = document;
      if (seen.has(id) || present.has(keyOf(folder.origin, source ?? ''))) continue;
      seen.add(id);
      const path = join(folder.root, source ?? '');
      // It is told and not read: what is stored says what is deleted here, never what is sent.
      const isThere = source !== null && !paths.has(path) && (await isFile(path));
      (isThere ? passedOver : gone).push(document);
    }
    compared.push({ ...folder, stored, gone, passedOver });
  }
  return compared;
}

const keyOf = (origin: string, source: string): string => `${origin}\0${source}`;

/** Whether a file of exactly that name is there: `a.md` is gone where it is `A.md` now, also where both open it. */
function fileTest(): (path: string) => Promise<boolean> {
  const listed = new Map<string, Promise<ReadonlySet<string>>>();
  const list = async (folder: string) => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  };
  return async (path) => {
    const folder = dirname(path);
    const names = listed.get(folder) ?? list(folder);
    listed.set(folder, names);
    return (await names).has(basename(path));
  };
}
