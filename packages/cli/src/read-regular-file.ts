import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * The bytes of a file of this machine; a symbolic link may lead to one.
 * @throws for devices, pipes and folders, and for what is larger
 */
export async function readRegularFile(path: string, bytesMax: number): Promise<Buffer> {
  // Opening a pipe would wait for its other end.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new Error('It is not a regular file.');
    if (stat.size > bytesMax) throw new Error(`It has more than ${bytesMax} bytes.`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
