import { basename, dirname, extname, isAbsolute, relative } from 'node:path';
import type { TextFormat } from '@memory/sections';
import { DocumentError } from '@memory/sections/reader';
import { codeOf, messageOf } from '@memory/text/error-facts';
import { documentReader } from '../../ingest/document-reader.ts';
import { OriginFinder } from '../../tree/find-origin.ts';
import { READABLE_ENDINGS } from '../../ingest/readable-endings.ts';
import { readRegularFile } from '@memory/text/strange-files';
import { BridgeError } from '../bridge-error.ts';
import { refusalToRead } from './refusal-to-read.ts';
import { jsonBytes, REQUEST_BYTES } from '../../connection/batches.ts';

/** A PDF or a Word file is mostly not text; what remains of it must fit one request. */
const FILE_BYTES_MAX = 20_000_000;

const refuse = (path: string, reason: string) => new BridgeError('validation_failed', `${path}: ${reason}`);

const DOCUMENTS = READABLE_ENDINGS.map((ending) => `.${ending}`);

/** Descriptions of interfaces share their endings with all other data, so what they hold tells. */
const INTERFACES = ['.json', '.yaml', '.yml'];

export interface LocalFileOptions {
  /** Folders below which files may be read. */
  roots: readonly string[];
  /** With their dots; default: those of documents. */
  endings?: readonly string[];
}

/** The bytes of a file named by its absolute path. @throws BridgeError */
export async function readLocalFile(
  path: string,
  { roots, endings = [...DOCUMENTS, ...INTERFACES] }: LocalFileOptions,
): Promise<Buffer> {
  if (!isAbsolute(path)) throw refuse(path, 'The path should be absolute.');
  if (path.split(/[/\\]/u).includes('..')) throw refuse(path, 'The path should have no ".." in it.');
  const refusal = await refusalToRead(path, { roots, endings });
  if (refusal !== undefined) throw refuse(path, refusal);
  try {
    return await readRegularFile(path, FILE_BYTES_MAX, { onlyName: true });
  } catch (error) {
    throw refuse(path, codeOf(error) === 'ENOENT' ? 'There is no such file.' : messageOf(error));
  }
}

/** A local file as the service's tools take a document. */
interface LocalDocument {
  content: string;
  /** What it calls itself, else the name of the file. */
  title: string;
  format: TextFormat;
  source: string;
  origin: string;
}

/** A local file as a document, known by where it comes from like one that a command ingests. @throws BridgeError */
export async function readToolDocument(path: string, options: LocalFileOptions): Promise<LocalDocument> {
  const bytes = await readLocalFile(path, options);
  try {
    const name = basename(path);
    const {
      text,
      title = name,
      format,
      textFormat,
    } = await documentReader().read('text', { bytes, filename: name });
    if (INTERFACES.includes(extname(name).toLowerCase()) && format !== 'openapi')
      throw refuse(path, `Of ${INTERFACES.join(', ')} only descriptions of interfaces (OpenAPI) are read.`);
    if (jsonBytes(text) > REQUEST_BYTES)
      throw refuse(path, `Its text takes more than ${REQUEST_BYTES} bytes; use workspace-memory ingest.`);
    const folder = dirname(path);
    // The innermost folder that may be read: a command would be started there.
    const [cwd = folder] = options.roots
      .filter((root) => path.startsWith(`${root}/`))
      .toSorted((a, b) => b.length - a.length);
    const finder = new OriginFinder({ cwd });
    const { origin, root } = await finder.find(folder);
    const source = relative(root, path).replaceAll('\\', '/');
    return { content: text, title, format: textFormat, source, origin };
  } catch (error) {
    if (error instanceof DocumentError) throw refuse(path, error.message);
    throw error;
  }
}
