import { lstat, realpath } from 'node:fs/promises';
import { dirname, extname, isAbsolute, relative, basename, join, sep } from 'node:path';
import { DocumentError } from '@memory/sections/reader';
import { messageOf } from '@memory/text/error-facts';
import { readRegularFile } from '@memory/text/strange-files';
import { jsonBytes, REQUEST_BYTES } from '../../connection/batches.ts';
import {
  DOCUMENT_ENDINGS,
  INTERFACE_ENDINGS,
  readLocalDocument,
  type LocalDocument,
} from '../../ingest/local-documents.ts';
import { OriginFinder } from '../../tree/find-origin.ts';
import { BridgeError } from '../bridge-error.ts';

/** A PDF or a Word file is mostly not text; what remains of it must fit one request. */
const FILE_BYTES_MAX = 20_000_000;

const refuse = (path: string, reason: string) => new BridgeError('validation_failed', `${path}: ${reason}`);

export interface LocalFileOptions {
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
    throw refuse(path, messageOf(error));
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

interface ReadableFileOptions {
  roots: readonly string[];
  /** With their dots, in lower case. */
  endings: readonly string[];
}

/**
 * Says why the file tools do not read a file: they run on the word of a model, which may have it from a text of somebody
 * else. What is read lies below a root by its real path, and is no dot file.
 * @returns undefined when it may be read
 */
async function refusalToRead(
  path: string,
  { roots, endings }: ReadableFileOptions,
): Promise<string | undefined> {
  // The last part is not followed: whoever opens it refuses links.
  const folder = await realpath(dirname(path)).catch(() => undefined);
  if (folder === undefined) return 'There is no such folder.';
  const real = join(folder, basename(path));
  const insides = await Promise.all(
    roots.map(async (root) => inside(await realpath(root).catch(() => root), real)),
  );
  const within = insides.filter((part) => part !== undefined);
  if (within.length === 0)
    return `It lies outside of the folders that may be read (${roots.join(', ') || 'none'}); WORKSPACE_MEMORY_ROOTS names more.`;
  if (within.every((part) => part.split(sep).some((name) => name.startsWith('.'))))
    return 'Files and folders whose names begin with a dot are not read.';
  if (!endings.includes(extname(real).toLowerCase()))
    return (await isFolder(real))
      ? 'It is a folder; name its files, or let workspace-memory ingest take it whole.'
      : `Its name should end with one of ${endings.join(', ')}.`;
  if (keepsSecrets(basename(real))) return 'Files of this name keep keys and passwords.';
  return undefined;
}

const SECRET_STEM =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|(?:aws_|gcloud_|google_)?credentials?|secrets?|passwords?|passwd|htpasswd|netrc|pgpass|npmrc|pypirc|kubeconfig|service[_-]?account(?:[_-]?key)?)$/;
const SECRET_ENDINGS = new Set(['env', 'pem', 'key', 'p12', 'pfx', 'jks', 'kdbx', 'ppk', 'asc', 'gpg']);

/** Also with another ending behind: `id_rsa.md`, `prod.env.txt`. */
function keepsSecrets(name: string): boolean {
  const [stem = '', ...endings] = name.toLowerCase().split('.');
  return SECRET_STEM.test(stem) || endings.some((ending) => SECRET_ENDINGS.has(ending));
}

/** The part of a path below a root, empty for the root; undefined when it is not below. */
function inside(root: string, path: string): string | undefined {
  const part = relative(root, path);
  return part === '..' || part.startsWith(`..${sep}`) || isAbsolute(part) ? undefined : part;
}

/** Not by way of a link, which nobody follows here. */
async function isFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
