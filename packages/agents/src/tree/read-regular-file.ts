import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { codeOf } from '@memory/text/error-facts';

/**
 * The bytes of a file of this machine.
 * @param options.onlyName refuse a file that has other names, too
 * @throws for symbolic links, devices, pipes and folders, and for what is larger
 */
export async function readRegularFile(
  path: string,
  bytesMax: number,
  { onlyName = false }: { onlyName?: boolean } = {},
): Promise<Buffer> {
  const file = await openInPlace(path);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new Error('It is not a regular file.');
    // Another name may lie where nothing is to be read from, and a link cannot be told from what it was made of.
    if (onlyName && stat.nlink > 1)
      throw new Error(
        'It has other names (hard links), which may lie outside of the folders that may be read.',
      );
    if (stat.size > bytesMax) throw new Error(`It has more than ${bytesMax} bytes.`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function openInPlace(path: string): Promise<FileHandle> {
  try {
    // Opening a pipe would wait for its other end; a link may have been put there to have another file read.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ELOOP') throw new Error('It is a symbolic link.', { cause: error });
    // What open says of a socket.
    if (code === 'ENXIO') throw new Error('It is not a regular file.', { cause: error });
    throw error;
  }
}
