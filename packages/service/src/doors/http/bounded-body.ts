import { promisify } from 'node:util';
import { constants, createGzip } from 'node:zlib';
import type { ReadyReply } from './endpoint-context.ts';

/** A body that is written piece by piece and never grows beyond what the platform carries. */
export interface BoundedBody {
  /** Appends a piece; false, and nothing appended, where the body might then be too long. */
  add(piece: string): Promise<boolean>;
  /** Appends the end, for which there is always room. */
  finish(end: string): Promise<Pick<ReadyReply, 'body' | 'isBase64Encoded'>>;
}

/** Bytes kept free for what closes the body. */
const ROOM_FOR_END = 1_024;

/** @param bytesMax of the body as it stands in the function's answer: base64 when compressed, else escaped as JSON */
export function createBoundedBody({
  compressed,
  bytesMax,
}: {
  compressed: boolean;
  bytesMax: number;
}): BoundedBody {
  return compressed ? gzipBody(bytesMax) : plainBody(bytesMax);
}

function plainBody(bytesMax: number): BoundedBody {
  const pieces: string[] = [];
  let bytes = ROOM_FOR_END;
  return {
    async add(piece) {
      const more = Buffer.byteLength(JSON.stringify(piece));
      if (bytes + more > bytesMax) return false;
      bytes += more;
      pieces.push(piece);
      return true;
    },
    async finish(end) {
      return { body: pieces.join('') + end, isBase64Encoded: false };
    },
  };
}

function gzipBody(bytesMax: number): BoundedBody {
  const gzip = createGzip({ level: 4 });
  const chunks: Buffer[] = [];
  let bytes = ROOM_FOR_END;
  gzip.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
  });
  const ended = new Promise<void>((resolve, reject) => gzip.once('end', resolve).once('error', reject));
  const flush = promisify((done: () => void) => gzip.flush(constants.Z_SYNC_FLUSH, done));
  return {
    async add(piece) {
      // The size of the part written so far is known exactly; of the piece only that compression does not lengthen it.
      if (base64Bytes(bytes + Buffer.byteLength(piece)) > bytesMax) return false;
      gzip.write(piece);
      await flush();
      return true;
    },
    async finish(end) {
      gzip.end(end);
      await ended;
      return { body: Buffer.concat(chunks).toString('base64'), isBase64Encoded: true };
    },
  };
}

const base64Bytes = (bytes: number): number => 4 * Math.ceil(bytes / 3);
