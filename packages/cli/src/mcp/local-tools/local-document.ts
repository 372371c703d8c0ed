import { basename, isAbsolute } from 'node:path';
import { DocumentError } from '@memory/documents/reader';
import { documentReader } from '../../document-reader.ts';
import { READABLE_ENDINGS } from '../../readable-endings.ts';
import { readRegularFile } from '../../read-regular-file.ts';
import { BridgeError } from '../bridge-error.ts';
import { refusalToRead } from './refusal-to-read.ts';

/** A PDF or a Word file is mostly not text; what remains of it must fit one request. */
const FILE_BYTES_MAX = 20_000_000;

/** UTF-8 as JSON; the service takes requests of 1 MiB. */
export const CONTENT_BYTES_MAX = 900_000;

const refuse = (path: string, reason: string) => new BridgeError('validation_failed', `${path}: ${reason}`);

const DOCUMENTS = READABLE_ENDINGS.map((ending) => `.${ending}`);

export interface LocalFileOptions {
  /** Folders below which files may be read. */
  roots: readonly string[];
  /** With their dots; default: those of documents. */
  endings?: readonly string[];
}

/** The bytes of a file named by its absolute path. @throws BridgeError */
export async function readLocalFile(
  path: string,
  { roots, endings = DOCUMENTS }: LocalFileOptions,
): Promise<Buffer> {
  if (!isAbsolute(path)) throw refuse(path, 'The path should be absolute.');
  if (path.split(/[/\\]/u).includes('..')) throw refuse(path, 'The path should have no ".." in it.');
  const refusal = await refusalToRead(path, { roots, endings });
  if (refusal !== undefined) throw refuse(path, refusal);
  try {
    return await readRegularFile(path, FILE_BYTES_MAX);
  } catch (error) {
    throw refuse(path, (error as Error).message);
  }
}

/** A local file as a document: its text, and its name for a title. @throws BridgeError */
export async function readLocalDocument(
  path: string,
  options: LocalFileOptions,
): Promise<{ content: string; title: string }> {
  const bytes = await readLocalFile(path, options);
  try {
    const { text } = await documentReader().read('text', { bytes, filename: basename(path) });
    if (jsonBytes(text) > CONTENT_BYTES_MAX)
      throw refuse(path, `Its text takes more than ${CONTENT_BYTES_MAX} bytes; use workspace-memory ingest.`);
    return { content: text, title: basename(path) };
  } catch (error) {
    if (error instanceof DocumentError) throw refuse(path, error.message);
    throw error;
  }
}

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
