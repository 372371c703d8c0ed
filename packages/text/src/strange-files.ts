import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { codeOf } from './error-facts.ts';

// The only place that opens files which somebody else may have written: those of a repository, of a shared folder, of another
// tool. Opening a pipe would wait for its other end, a device has no end, and a link may lead to what nobody is to read.

interface ReadOptions {
  /** Refuse a file that has other names, too. */
  onlyName?: boolean;
}

/**
 * The bytes of a file of this machine.
 * @throws for symbolic links, devices, pipes and folders, and for what is larger
 */
export async function readRegularFile(
  path: string,
  bytesMax: number,
  { onlyName = false }: ReadOptions = {},
): Promise<Buffer> {
  await using file = await openRegularFile(path);
  const { nlink, size } = await file.stat();
  // Another name may lie where nothing is to be read from, and a link cannot be told from what it was made of.
  if (onlyName && nlink > 1)
    throw new Error(
      'It has other names (hard links), which may lie outside of the folders that may be read.',
    );
  if (size > bytesMax) throw new Error(`It has more than ${bytesMax} bytes.`);
  return await file.readFile();
}

/**
 * A file of a tree by its path there.
 * @returns undefined where there is no regular file of that size, or a link leads out of the tree
 */
export async function readInTree(root: string, path: string, bytesMax: number): Promise<Buffer | undefined> {
  try {
    const place = resolve(root, path);
    const [top, folder] = await Promise.all([realpath(root), realpath(dirname(place))]);
    return isBelow(folder, top) ? await readRegularFile(join(folder, basename(place)), bytesMax) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a path is a folder or lies below it, by their names. */
export function isBelow(path: string, folder: string): boolean {
  const part = relative(folder, path);
  return part !== '..' && !part.startsWith('../') && !part.startsWith('..\\') && !isAbsolute(part);
}

/** @throws for anything but a regular file */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const file = await openInPlace(path);
  try {
    if ((await file.stat()).isFile()) return file;
    throw new Error('It is not a regular file.');
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * The text of a file that may be a link, as Git's own and the settings of a user may; `part` says of which end, where it is larger.
 * @returns undefined where it cannot be read, is no regular file, or is larger and no part is asked for
 */
export function readRegularText(path: string, bytesMax: number, part?: 'head' | 'tail'): string | undefined {
  return readAtOnce(path, constants.O_RDONLY | constants.O_NONBLOCK, { bytesMax, part })?.toString('utf8');
}

/** The bytes of a file that is no link; undefined where it cannot be read, is no regular file, or is larger. */
export function readRegularBytes(path: string, bytesMax: number): Buffer | undefined {
  return readAtOnce(path, IN_PLACE, { bytesMax });
}

function readAtOnce(
  path: string,
  flags: number,
  { bytesMax, part }: { bytesMax: number; part?: 'head' | 'tail' | undefined },
): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, flags);
    const stat = fstatSync(file);
    if (!stat.isFile() || (part === undefined && stat.size > bytesMax)) return undefined;
    // Not filled with zeros: only what is read is given out.
    const buffer = Buffer.allocUnsafe(Math.min(stat.size, bytesMax));
    const start = part === 'tail' ? stat.size - buffer.length : 0;
    return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, start));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const IN_PLACE = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

async function openInPlace(path: string): Promise<FileHandle> {
  try {
    return await open(path, IN_PLACE);
  } catch (error) {
    const code = codeOf(error) ?? '';
    // Node reads a byte of a name that is no UTF-8 as this character, by which nothing is found.
    const meaning = code === 'ENOENT' && path.includes('\uFFFD') ? 'Its name is not UTF-8.' : MEANINGS[code];
    if (!meaning) throw error;
    throw Object.assign(new Error(meaning, { cause: error }), { code });
  }
}

const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'You may not read it.',
  ELOOP: 'It is a symbolic link.',
  ENOENT: 'There is no such file.',
  // The answer of open to a socket.
  ENXIO: 'It is not a regular file.',
  EPERM: 'You may not read it.',
};
