import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Git } from '../git/git.ts';

export interface Blob {
  /** The same content has the same one, whatever its path and commit. */
  id: string;
  bytes: Buffer;
}

/** After so long without a question the process ends. */
const IDLE_MS = 500;

/** A repository may be broken so that git waits for ever. */
const ANSWER_MS = 60_000;

/** A larger file is no source. */
const BYTES_MAX = 64 * 2 ** 20;

/** Files as git keeps them, all from one process: to start one for each takes longer than to parse what it says. */
export class BlobReader {
  readonly #git: Git;
  #child: ChildProcessWithoutNullStreams | undefined;
  #asked: { resolve: (blob: Blob | undefined) => void }[] = [];
  #chunks: Buffer[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Bytes to come of a file that is too large. */
  #skipped = 0;

  constructor(git: Git) {
    this.#git = git;
  }

  /** @param name as git takes it, such as `HEAD:src/a.ts`. @returns undefined where there is no such file */
  read(name: string): Promise<Blob | undefined> {
    // A line is a question; a path with a line's end is nobody's source.
    if (name.includes('\n')) return Promise.resolve(undefined);
    const child = (this.#child ??= this.#start());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => child.kill(), ANSWER_MS).unref();
    hold(child, true);
    const { promise, resolve } = Promise.withResolvers<Blob | undefined>();
    this.#asked.push({ resolve });
    child.stdin.write(`${name}\n`);
    return promise;
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = this.#git.start(['cat-file', '--batch'], { timeoutMs: 0 });
    child.stdout.on('data', (chunk: Buffer) => {
      if (this.#child !== child) return;
      this.#timer?.refresh();
      if (chunk.length > this.#skipped) this.#chunks.push(chunk.subarray(this.#skipped));
      this.#skipped = Math.max(0, this.#skipped - chunk.length);
      this.#take(child);
    });
    const end = () => {
      if (this.#child !== child) return;
      const open = this.#asked;
      [this.#child, this.#asked, this.#chunks, this.#wanted, this.#skipped] = [undefined, [], [], 0, 0];
      for (const { resolve } of open) resolve(undefined);
    };
    child.once('error', end);
    child.once('close', end);
    child.stdin.on('error', () => undefined);
    child.stderr.resume();
    return child;
  }

  /** Answers what has come whole. */
  #take(child: ChildProcessWithoutNullStreams): void {
    // Most chunks are a part of one large file: nothing is joined before its end is there.
    const known = this.#chunks.reduce((sum, { length }) => sum + length, 0);
    if (known < this.#wanted) return;
    let output = Buffer.concat(this.#chunks);
    this.#wanted = 0;
    for (;;) {
      const line = output.indexOf(10);
      if (line < 0) break;
      const { id, type, size } = headerOf(output.toString('utf8', 0, line));
      const end = size === undefined ? line + 1 : line + 1 + size + 1;
      if (size !== undefined && size > BYTES_MAX) {
        this.#skipped = Math.max(0, end - output.length);
        output = output.subarray(end);
        this.#asked.shift()?.resolve(undefined);
        continue;
      }
      if (output.length < end) {
        this.#wanted = end;
        break;
      }
      const bytes = output.subarray(line + 1, end - 1);
      output = output.subarray(end);
      this.#asked.shift()?.resolve(type === 'blob' ? { id, bytes: Buffer.from(bytes) } : undefined);
    }
    this.#chunks = output.length > 0 ? [output] : [];
    if (this.#asked.length > 0) return;
    // A process with nothing else to do ends, and git with it.
    hold(child, false);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#part(child), IDLE_MS).unref();
  }

  /** A question that comes while the process ends is for the next one. */
  #part(child: ChildProcessWithoutNullStreams): void {
    [this.#child, this.#chunks] = [undefined, []];
    child.stdin.end();
  }

  #wanted = 0;
}

/** Of `<id> blob <size>`; what is not there has a line of other words, and no bytes. */
function headerOf(line: string): { id: string; type?: string; size?: number } {
  const [id = '', type, size = '', ...more] = line.split(' ');
  return type !== undefined && /^\d+$/u.test(size) && more.length === 0
    ? { id, type, size: Number(size) }
    : { id };
}

function hold(child: ChildProcessWithoutNullStreams, isHeld: boolean): void {
  for (const part of [child, child.stdin as Socket, child.stdout as Socket, child.stderr as Socket])
    if (isHeld) part.ref();
    else part.unref();
}
