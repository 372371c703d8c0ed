import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

export interface ByteLine {
  /** From 1. */
  number: number;
  /** Without what ends it; undefined when it is longer than any record may be. */
  text: string | undefined;
}

/** Bytes of a line. A record has at most a request's: 1 MiB. */
const LINE_MAX = 4 * 1_024 * 1_024;

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];

/**
 * The lines of a file of any size, gzip or not, held one at a time. A line ends where a line feed stands and nowhere else:
 * other ends of lines may stand in a text. A mark of the encoding is passed over, and blank lines are.
 */
export async function* readByteLines(
  path: string,
  { bytesMax = LINE_MAX }: { bytesMax?: number } = {},
): AsyncGenerator<ByteLine> {
  const file = await open(path, 'r');
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${path} is not a file.`);
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

async function* splitLines(input: AsyncIterable<unknown>, bytesMax: number): AsyncGenerator<ByteLine> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 0;
  const keep = (part: Buffer) => {
    length += part.length;
    if (length <= bytesMax) parts.push(part);
    else parts = [];
  };
  const end = (): ByteLine | undefined => {
    number += 1;
    const text = length > bytesMax ? undefined : textOf(Buffer.concat(parts), number);
    parts = [];
    length = 0;
    return text === '' ? undefined : { number, text };
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
