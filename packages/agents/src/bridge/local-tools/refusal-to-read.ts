import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, relative, sep } from 'node:path';

export interface ReadableFileOptions {
  /** Folders below which files may be read. */
  roots: readonly string[];
  /** With their dots, in lower case. */
  endings: readonly string[];
}

/**
 * Says why the file tools do not read a file: they run on the word of a model, which may have it from a text of somebody
 * else. What is read lies below a root by its real path, and is no dot file.
 * @returns undefined when it may be read
 */
export async function refusalToRead(
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

/** Names of keys, passwords and settings with them. */
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
