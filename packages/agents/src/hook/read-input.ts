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

/** Deeper than any host's payload: some hold a tool's answer, which holds JSON of its own. */
const DEPTH_MAX = 1_000;

/** Whether lists and objects of a JSON text lie in each other so deeply that to parse it takes seconds: 9 s for 16 MB of brackets. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1)
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
        break;
      case '[':
      case '{':
        depth += 1;
        if (depth > DEPTH_MAX) return true;
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
      default:
    }
  return false;
}

/** The quote that ends what one begins; the end of the text where none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}
