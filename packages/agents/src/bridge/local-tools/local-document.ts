import { dirname, extname, isAbsolute, relative } from 'node:path';
import { DocumentError } from '@memory/sections/reader';
import { codeOf, messageOf } from '@memory/text/error-facts';
import {
  DOCUMENT_ENDINGS,
  INTERFACE_ENDINGS,
  readLocalDocument,
  type LocalDocument,
} from '../../ingest/local-documents.ts';
import { OriginFinder } from '../../tree/find-origin.ts';
import { readRegularFile } from '@memory/text/strange-files';
import { BridgeError } from '../bridge-error.ts';
import { refusalToRead } from './refusal-to-read.ts';
import { jsonBytes, REQUEST_BYTES } from '../../connection/batches.ts';

/** A PDF or a Word file is mostly not text; what remains of it must fit one request. */
const FILE_BYTES_MAX = 20_000_000;

const refuse = (path: string, reason: string) => new BridgeError('validation_failed', `${path}: ${reason}`);

export interface LocalFileOptions {
  /** Folders below which files may be read. */
  roots: readonly string[];
  /** With their dots; default: those of documents. */
  endings?: readonly string[];
}

/** The bytes of a file named by its absolute path. @throws BridgeError */
export async function readLocalFile(
  path: string,
  { roots, endings = [...DOCUMENT_ENDINGS, ...INTERFACE_ENDINGS] }: LocalFileOptions,
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
interface ToolDocument extends Omit<LocalDocument, 'tags'> {
  source: string;
  origin: string;
}

/** A local file as a document, known by where it comes from like one that a command ingests. @throws BridgeError */
export async function readToolDocument(path: string, options: LocalFileOptions): Promise<ToolDocument> {
  const bytes = await readLocalFile(path, options);
  try {
    // The tags of its front matter are found once more in its text.
    const { tags: _, ...document } = await readLocalDocument(path, bytes);
    if (INTERFACE_ENDINGS.includes(extname(path).toLowerCase()) && document.format === 'text')
      throw refuse(
        path,
        `Of ${INTERFACE_ENDINGS.join(', ')} only descriptions of interfaces (OpenAPI) are read.`,
      );
    if (jsonBytes(document.content) > REQUEST_BYTES)
      throw refuse(path, `Its text takes more than ${REQUEST_BYTES} bytes; use workspace-memory ingest.`);
    const folder = dirname(path);
    // The innermost folder that may be read: a command would be started there.
    const [cwd = folder] = options.roots
      .filter((root) => path.startsWith(`${root}/`))
      .toSorted((a, b) => b.length - a.length);
    const finder = new OriginFinder({ cwd });
    const { origin, root } = await finder.find(folder);
    const source = relative(root, path).replaceAll('\\', '/');
    return { ...document, source, origin };
  } catch (error) {
    if (error instanceof DocumentError) throw refuse(path, error.message);
    throw error;
  }
}
