import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { devNull } from 'node:os';

export interface GitResult {
  code: number;
  stdout: Buffer;
  stderr: string;
}

interface RunOptions {
  input?: readonly (string | Uint8Array)[];
  timeoutMs?: number;
  bytesMax?: number;
}

/** A large snapshot over a slow line. */
const TIMEOUT_MS = 600_000;
const BYTES_MAX = 64 * 2 ** 20;

/**
 * What we do is nobody's work but ours: no hook runs, nothing is cleaned up on the way, no reflog keeps what was forgotten, and
 * the same snapshot makes the same commit whatever is set for a user.
 */
const SETTINGS = [
  `core.hooksPath=${devNull}`,
  'core.logAllRefUpdates=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'i18n.commitEncoding=UTF-8',
  'fetch.prune=false',
  'fetch.pruneTags=false',
  'fetch.recurseSubmodules=no',
  'fetch.fsckObjects=true',
  'push.followTags=false',
  'push.gpgSign=false',
  'push.recurseSubmodules=no',
  // What it says is read by a program.
  'color.ui=false',
  'color.grep=false',
  'grep.lineNumber=false',
  'grep.column=false',
  'submodule.recurse=false',
].flatMap((setting) => ['-c', setting]);

/** Hooks run with these: a command from within one means the repository of its folder all the same. */
const OF_A_HOOK = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_OBJECT_DIRECTORY',
  'GIT_COMMON_DIR',
];

/** The plumbing of git in a folder; work tree and index are never touched. */
export class Git {
  readonly #folder: string;
  readonly #index: Readonly<Record<string, string>>;

  /** @param indexFile what is staged, where that is not in its usual place */
  constructor(folder: string, { indexFile }: { indexFile?: string | undefined } = {}) {
    this.#folder = folder;
    this.#index = indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile };
  }

  /** A command that is talked to; what becomes of it is its caller's business. */
  start(args: readonly string[], timeoutMs?: number): ChildProcessWithoutNullStreams {
    const environment = Object.entries(process.env).filter(([name]) => !OF_A_HOOK.includes(name));
    return spawn('git', [...SETTINGS, '-C', this.#folder, ...args], {
      env: {
        ...Object.fromEntries(environment),
        ...this.#index,
        LC_ALL: 'C',
        // Where nobody sits, nobody is asked for a password.
        ...(process.stdin.isTTY ? {} : { GIT_TERMINAL_PROMPT: '0' }),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: timeoutMs,
      windowsHide: true,
    });
  }

  /** @throws when there is no git, it takes too long or says too much */
  async run(args: readonly string[], options: RunOptions = {}): Promise<GitResult> {
    const { input = [], timeoutMs = TIMEOUT_MS, bytesMax = BYTES_MAX } = options;
    const child = this.start(args, timeoutMs);
    const { promise, resolve, reject } = Promise.withResolvers<GitResult>();
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      output.push(chunk);
      if (bytes > bytesMax) {
        child.kill();
        reject(new Error(`git ${args[0]} says more than ${bytesMax} bytes.`));
      }
    });
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new Error('git was not found. Install it, or share a folder with --folder PATH.')
          : error,
      ),
    );
    child.once('close', (code, signal) => {
      const stderr = Buffer.concat(errors).toString();
      if (signal !== null)
        resolve({ code: 1, stdout: Buffer.alloc(0), stderr: stderr || 'git took too long' });
      else resolve({ code: code ?? 1, stdout: Buffer.concat(output), stderr });
    });
    // A git that ends before it has read all says why on its own.
    child.stdin.on('error', () => undefined);
    for (const part of input) child.stdin.write(part);
    child.stdin.end();
    return promise;
  }

  /** What a command says, without the line's end. @throws with what git said */
  async say(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    if (code !== 0) throw new Error(`git ${args[0]}: ${reasonOf(stderr)}`);
    return stdout.toString().trimEnd();
  }

  /** The same; undefined when it fails. */
  async ask(...args: string[]): Promise<string | undefined> {
    const { code, stdout } = await this.run(args);
    return code === 0 ? stdout.toString().trimEnd() : undefined;
  }
}

/** What git says is wrong, in a line. */
export function reasonOf(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const told =
    lines.find((line) => /^(?:fatal|error|remote): /u.test(line)) ?? lines.at(-1) ?? 'no reason given';
  return told.replace(/^(?:fatal|error): /u, '').trim();
}
