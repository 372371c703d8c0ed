import { basename } from 'node:path';
import type { TextFormat } from '@memory/sections';
import { documentReader } from './document-reader.ts';
import { readRegularFile } from '@memory/text/strange-files';

/** A file larger than this is no document a person wrote. */
const FILE_BYTES_MAX = 64 * 1_024 * 1_024;

export interface LocalDocument {
  title: string;
  content: string;
  /** What the content is by now: the service reads it as that, and nothing twice. */
  format: TextFormat;
  tags: string[];
}

/**
 * Reads a document of this machine as text; what is no text is converted here.
 * @throws for anything but a regular file within the limit, and for what cannot be read
 */
export async function readLocalDocument(path: string): Promise<LocalDocument> {
  const bytes = await readRegularFile(path, FILE_BYTES_MAX);
  const document = await documentReader().read('text', { bytes, filename: basename(path) });
  return {
    title: document.title ?? basename(path),
    content: document.text,
    format: document.textFormat,
    tags: document.tags,
  };
}
