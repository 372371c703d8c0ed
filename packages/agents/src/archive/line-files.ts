import { createWriteStream } from 'node:fs';
import { access, link, realpath, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { codeOf } from '@memory/text/error-facts';
import { openRegularFile } from '@memory/text/strange-files';

export interface FileLine {
  /** From 1. */
  number: number;
  /** Without what ends it; undefined when it is longer than any record may be. */
  text: string | undefined;
}

/** Bytes of a line. A record has at most a request's, 1 MiB; a transcript's longest are images of some megabytes. */
const LINE_MAX = 32 * 1_024 * 1_024;

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];

/**
 * The lines of a file of any size, gzip or not, held one at a time. A line ends where a line feed stands and nowhere else:
 * other ends of lines may stand in a text. A mark of the encoding is passed over, and blank lines are.
 * @param options.follows whether the path may be a link
 * @throws for anything but a regular file
 */
export async function* readFileLines(
  path: string,
  { bytesMax = LINE_MAX, follows = false }: { bytesMax?: number; follows?: boolean } = {},
): AsyncGenerator<FileLine> {
  const file = await openRegularFile(follows ? await realpath(path) : path);
  try {
    const { buffer: head } = await file.read(Buffer.alloc(2), 0, 2, 0);
    const source = file.createReadStream({ start: 0, autoClose: false });
    const isGzip = head[0] === 0x1f && head[1] === 0x8b;
    const input = isGzip ? source.pipe(createGunzip()) : source;
    // A pipe hands no errors on.
    source.on('error', (error) => input.destroy(error));
    yield* splitLines(input, bytesMax);
  } finally {
    await file.close();
  }
}

async function* splitLines(input: AsyncIterable<unknown>, bytesMax: number): AsyncGenerator<FileLine> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 0;
  const keep = (part: Buffer) => {
    length += part.length;
    if (length <= bytesMax) parts.push(part);
    else parts = [];
  };
  const end = (): FileLine | undefined => {
    number += 1;
    const text = length > bytesMax ? undefined : textOf(Buffer.concat(parts), number);
    parts = [];
    length = 0;
    return text?.trim() === '' ? undefined : { number, text };
  };
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, start)) {
      keep(chunk.subarray(start, at));
      const line = end();
      if (line) yield line;
      start = at + 1;
    }
    keep(chunk.subarray(start));
  }
  const last = length > 0 ? end() : undefined;
  if (last) yield last;
}

function textOf(bytes: Buffer, number: number): string {
  const text = (bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes).toString('utf8');
  return number === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text;
}

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
