import { createWriteStream } from 'node:fs';
import { access, link, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { codeOf } from '@memory/text/error-facts';

/**
 * Writes lines to a file of the owner's, as gzip where its name says so. It has its name only once it is whole: until then
 * it lies beside it under another one, which a failure removes.
 * @throws when a file is there and `replace` is not said
 */
export async function writeNewFile(
  file: string,
  lines: AsyncIterable<string>,
  { replace = false }: { replace?: boolean } = {},
): Promise<void> {
  if (!replace && (await isThere(file))) throw new Error(`${file} exists already.`);
  const written = `${file}.${process.pid}.part`;
  const target = createWriteStream(written, { flags: 'wx', flush: true, mode: 0o600 });
  try {
    if (file.endsWith('.gz')) await pipeline(Readable.from(lines), createGzip(), target);
    else await pipeline(Readable.from(lines), target);
    if (replace) await rename(written, file);
    else await link(written, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new Error(`${file} exists already.`, { cause: error });
    throw error;
  } finally {
    await rm(written, { force: true });
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
