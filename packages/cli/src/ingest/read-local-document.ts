import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { readDocument } from '@memory/documents';

/** A file larger than this is no document a person wrote. */
const FILE_BYTES_MAX = 64 * 1_024 * 1_024;

export interface LocalDocument {
  title: string;
  content: string;
  tags: string[];
}

/**
 * Reads a document of this machine as text; HTML, PDF and DOCX are converted here.
 * @throws for anything but a regular file within the limit, and for what cannot be read
 */
export async function readLocalDocument(path: string): Promise<LocalDocument> {
  const file = await open(path, 'r');
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new Error('It is not a regular file.');
    if (stat.size > FILE_BYTES_MAX) throw new Error(`It has more than ${FILE_BYTES_MAX} bytes.`);
    const document = await readDocument({ bytes: await file.readFile(), filename: basename(path) });
    return { title: document.title ?? basename(path), content: document.text, tags: document.tags };
  } finally {
    await file.close();
  }
}
