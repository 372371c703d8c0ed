import { isTooDeep } from './is-too-deep.ts';

/** More than a host sends: the largest files that agents write have some megabytes. */
export const INPUT_BYTES_MAX = 16 * 1_024 * 1_024;

/** To parse more than this takes milliseconds, in which the end comes, where one does. */
const SHORT = 64 * 1_024;
const END_MS = 20;

/**
 * The payload on the standard input. Some hosts leave it open, so that a whole object is enough.
 * @returns what came within the limits, which may be half an object or nothing
 */
export function readInput(input: NodeJS.ReadStream, timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const text = () => Buffer.concat(chunks).toString('utf8');
    let look: NodeJS.Timeout | undefined;
    const done = () => {
      clearTimeout(timer);
      clearTimeout(look);
      input.removeAllListeners();
      input.pause();
      resolve(text());
    };
    const timer = setTimeout(done, timeoutMs);
    input.on('error', done);
    input.on('end', done);
    input.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > INPUT_BYTES_MAX) return done();
      clearTimeout(look);
      // Without the end, an object is whole once it parses; only what ends like one is tried.
      if (!/\}\s*$/u.test(chunk.toString('latin1').slice(-16))) return;
      const tryIt = () => {
        if (isWhole(text())) done();
      };
      if (bytes <= SHORT) tryIt();
      else look = setTimeout(tryIt, END_MS);
    });
  });
}

function isWhole(text: string): boolean {
  if (isTooDeep(text)) return false;
  try {
    JSON.parse(text.replace(/^\uFEFF/u, ''));
    return true;
  } catch {
    return false;
  }
}
