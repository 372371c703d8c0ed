import { basename, extname } from 'node:path';
import type { Client } from '@memory/client';
import type { DocumentRecord } from '@memory/contracts';
import type { TextFormat } from '@memory/sections';
import { createDocumentReader, type DocumentReader } from '@memory/sections/reader';
import { readRegularFile, readRegularText } from '@memory/text/strange-files';

export const DOCUMENT_ENDINGS: readonly string[] = [
  '.md',
  '.mdx',
  '.markdown',
  '.txt',
  '.rst',
  '.adoc',
  '.asciidoc',
  '.asc',
  '.html',
  '.htm',
  '.ipynb',
  '.pdf',
  '.docx',
];

/** Endings that descriptions of interfaces share with all other data: their content decides. */
export const INTERFACE_ENDINGS: readonly string[] = ['.json', '.yaml', '.yml'];

const FILE_BYTES_MAX = 64 * 1_024 * 1_024;

const HEAD_BYTES = 4_096;

/** The version as the first field of an object, or as a field that no other holds: a setting or dependency of that name is further in. */
const IN_JSON = /^\uFEFF?\s*\{\s*"(?:openapi|swagger)"\s*:\s*"[23]\./;
const IN_YAML = /^(?:openapi|swagger)\s*:\s*["']?[23]\./m;

/** Whether a search of a folder takes a file: by its ending, and among data by its name or first lines. */
export function isDocument(path: string): boolean {
  const ending = extname(path).toLowerCase();
  if (!INTERFACE_ENDINGS.includes(ending)) return DOCUMENT_ENDINGS.includes(ending);
  if (/openapi|swagger/iu.test(basename(path))) return true;
  // An unreadable file is no reason to end a search.
  const head = readRegularText(path, HEAD_BYTES, 'head') ?? '';
  return (ending === '.json' ? IN_JSON : IN_YAML).test(head);
}

let reader: DocumentReader | undefined;

/** The reader of this process. A file of 64 MB may take its time, but not for ever. */
export const documentReader = (): DocumentReader =>
  (reader ??= createDocumentReader({ memoryMb: 1_000, deadlineMs: 180_000, processes: 1 }));

export interface LocalDocument {
  title: string;
  /** The title in the document, else the name of the file; its parts are called after it. */
  page_title: string;
  content: string;
  /** The content's format now: the service reads it as that, and nothing twice. */
  format: TextFormat;
  tags: string[];
}

/** Reads a document of this machine as text; what is no text is converted here. */
export async function readLocalDocument(path: string, bytes?: Uint8Array): Promise<LocalDocument> {
  const filename = basename(path);
  const document = await documentReader().read('text', {
    bytes: bytes ?? (await readRegularFile(path, FILE_BYTES_MAX)),
    filename,
  });
  return {
    title: filename,
    page_title: document.title ?? filename,
    content: document.text,
    format: document.textFormat,
    tags: document.tags,
  };
}

const PAGE = 500;
const DELETED_AT_ONCE = 500;

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

export async function isOriginKnown(client: Client, origin: string): Promise<boolean> {
  return (await client.listDocuments({ query: { origin, limit: 1 } })).count > 0;
}

export async function deleteStored(client: Client, ids: readonly string[]): Promise<number> {
  let removed = 0;
  for (let from = 0; from < ids.length; from += DELETED_AT_ONCE) {
    const document_ids = ids.slice(from, from + DELETED_AT_ONCE);
    removed += (await client.deleteDocuments({ body: { document_ids } })).removed;
  }
  return removed;
}
