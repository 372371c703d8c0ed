import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { devNull } from 'node:os';
import { dirname, resolve } from 'node:path';
import { strangeFileAround } from './repository.ts';

export interface GitResult {
  code: number;
  stdout: Buffer;
  stderr: string;
}

interface StartOptions {
  /** The command talks to a remote, because the user asked for it: programs that the repository names for that may run. */
  reachesOut?: boolean;
  timeoutMs?: number;
}

interface RunOptions extends StartOptions {
  input?: readonly (string | Uint8Array)[];
  bytesMax?: number;
}

/** A history of 100,000 commits on a busy machine. */
const TIMEOUT_MS = 60_000;
/** A large snapshot over a slow line. */
const REMOTE_TIMEOUT_MS = 600_000;
const BYTES_MAX = 64 * 2 ** 20;
const COMPLAINT_MAX = 65_536;

/**
 * Our commands run no hook, clean nothing up, keep no reflog of what was forgotten, and make the same commit of the same
 * snapshot whatever is set for a user.
 */
const SETTINGS = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'core.logAllRefUpdates=false',
  'diff.ignoreSubmodules=dirty',
  'log.showSignature=false',
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
  // A program reads the output.
  'color.ui=false',
  'color.grep=false',
  'core.quotePath=false',
  'grep.lineNumber=false',
  'grep.column=false',
  'submodule.recurse=false',
  // As many threads as there are cores, and as much memory as by default, whatever the repository asks for.
  'grep.threads=0',
  'index.threads=true',
  'pack.threads=0',
  'core.bigFileThreshold=512m',
  'core.deltaBaseCacheLimit=96m',
  'core.packedGitWindowSize=1g',
  'diff.renameLimit=1000',
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

/** A partial clone fetches objects that are missing, by the programs that its settings name. */
const READS_ALONE = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0' };

/** These commands run the programs by which a repository has files compared, unless told not to. */
const COMPARING = new Set(['diff', 'diff-tree', 'log']);
const NO_PROGRAMS = ['--no-ext-diff', '--no-textconv'];

/** These commands read files of the work tree through the filters of the repository; submodules have filters of their own. */
const FILTERING = new Set(['diff', 'status']);
const FILTER_PROGRAMS = String.raw`^filter\..*\.(clean|smudge|process|required)$`;

/**
 * The only place that runs git. Settings of the repository start no program: whoever wrote it may be a stranger. Git itself
 * refuses a repository of another user, and nothing here talks it out of that.
 */
export class Git {
  readonly #folder: string;
  readonly #index: Readonly<Record<string, string>>;

  /** @param indexFile the index, where that is not in its usual place */
  constructor(folder: string, { indexFile }: { indexFile?: string | undefined } = {}) {
    this.#folder = resolve(folder);
    this.#index = indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile };
  }

  /** A command that its caller talks to. @throws where git would wait for a file of the repository */
  start(args: readonly string[], options: StartOptions = {}): ChildProcessWithoutNullStreams {
    return this.#start(args, options, {});
  }

  /** @throws when there is no git, it takes too long or says too much */
  async run(args: readonly string[], options: RunOptions = {}): Promise<GitResult> {
    const [command = ''] = args;
    if (FILTERING.has(command)) {
      const found = await this.#run(['config', '--null', '--name-only', '--get-regexp', FILTER_PROGRAMS], {});
      const names = found.stdout.toString().split('\0').filter(Boolean);
      const [name, ...others] = args;
      return this.#run([name ?? '', '--ignore-submodules=dirty', ...others], options, withoutFilters(names));
    }
    return this.#run(args, options);
  }

  /** Output without the end of its line. @throws with what git said */
  async say(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    if (code !== 0) throw new Error(`git ${args[0]}: ${reasonOf(stderr)}`);
    return stdout.toString().trimEnd();
  }

  /** The same; undefined when the command fails. */
  async ask(...args: string[]): Promise<string | undefined> {
    const { code, stdout } = await this.run(args);
    return code === 0 ? stdout.toString().trimEnd() : undefined;
  }

  /** The output as it comes, whatever its size. @throws with what git said, or when it says nothing for a minute */
  async *stream(args: readonly string[]): AsyncGenerator<string> {
    const git = this.start(args, { timeoutMs: 0 });
    git.stdin.end();
    let complaint = '';
    git.stderr.on(
      'data',
      (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-COMPLAINT_MAX)),
    );
    const ended = new Promise<number | null>((done, fail) => {
      git.on('error', (error) => fail(describeStart(error)));
      git.on('close', done);
    });
    ended.catch(() => undefined);
    git.stdout.setEncoding('utf8');
    const silence = setTimeout(() => git.kill(), TIMEOUT_MS);
    try {
      for await (const chunk of git.stdout) {
        yield String(chunk);
        silence.refresh();
      }
      const code = await ended;
      if (code !== 0) throw new Error(`git ${args[0]}: ${reasonOf(complaint)}`);
    } finally {
      clearTimeout(silence);
      git.kill();
    }
  }

  #start(
    args: readonly string[],
    { reachesOut = false, timeoutMs = reachesOut ? REMOTE_TIMEOUT_MS : TIMEOUT_MS }: StartOptions,
    settings: Readonly<Record<string, string>>,
  ): ChildProcessWithoutNullStreams {
    const strange = strangeFileAround(this.#folder);
    if (strange !== undefined)
      throw new Error(
        `${strange} is no file as git writes it: git would wait for it, or read without an end.`,
      );
    const environment = Object.entries(process.env).filter(([name]) => !OF_A_HOOK.includes(name));
    const [command = '', ...others] = args;
    const safe = COMPARING.has(command) ? [command, ...NO_PROGRAMS, ...others] : args;
    return spawn('git', [...SETTINGS, '--no-pager', '-C', this.#folder, ...safe], {
      // Windows looks for programs in the folder that one starts in, before all others.
      cwd: dirname(process.execPath),
      env: {
        ...Object.fromEntries(environment),
        ...this.#index,
        ...(reachesOut ? {} : READS_ALONE),
        ...settings,
        LC_ALL: 'C',
        // Where nobody sits, nobody is asked for a password.
        ...(process.stdin.isTTY ? {} : { GIT_TERMINAL_PROMPT: '0' }),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: timeoutMs,
      windowsHide: true,
    });
  }

  async #run(
    args: readonly string[],
    { input = [], bytesMax = BYTES_MAX, ...options }: RunOptions,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<GitResult> {
    const child = this.#start(args, options, settings);
    const { promise, resolve: settle, reject } = Promise.withResolvers<GitResult>();
    const output: Buffer[] = [];
    let complaint = '';
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      output.push(chunk);
      if (bytes > bytesMax) {
        child.kill();
        reject(new Error(`git ${args[0]} says more than ${bytesMax} bytes.`));
      }
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (complaint.length < COMPLAINT_MAX) complaint += chunk.toString();
    });
    child.once('error', (error) => reject(describeStart(error)));
    child.once('close', (code, signal) => {
      if (signal !== null)
        settle({ code: 1, stdout: Buffer.alloc(0), stderr: complaint || 'git took too long' });
      else settle({ code: code ?? 1, stdout: Buffer.concat(output), stderr: complaint });
    });
    // A git that ends before it has read all says why on its own.
    child.stdin.on('error', () => undefined);
    for (const part of input) child.stdin.write(part);
    child.stdin.end();
    return promise;
  }
}

/** By the environment: the name of a filter may hold what ends a name after `-c`. Git counts on from what a user set there. */
function withoutFilters(names: readonly string[]): Record<string, string> {
  const first = Number(process.env['GIT_CONFIG_COUNT'] ?? 0);
  const settings = names.flatMap((name, place) => [
    [`GIT_CONFIG_KEY_${first + place}`, name],
    [`GIT_CONFIG_VALUE_${first + place}`, name.endsWith('.required') ? 'false' : ''],
  ]);
  return { ...Object.fromEntries(settings), GIT_CONFIG_COUNT: String(first + names.length) };
}

const describeStart = (error: NodeJS.ErrnoException): Error =>
  error.code === 'ENOENT'
    ? new Error('git was not found. Install it, or share a folder with --folder PATH.')
    : error;

export const foreignRepository = (root: string): string =>
  `${root} is a repository of another user: git refuses it, and it counts as a plain folder. If you trust it: git config --global --add safe.directory ${root}`;

export function reasonOf(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const told =
    lines.find((line) => /^(?:fatal|error|remote): /u.test(line)) ?? lines.at(-1) ?? 'no reason given';
  const reason = told.replace(/^(?:fatal|error): /u, '').trim();
  const [, root] = /^detected dubious ownership in repository at '(.+)'$/u.exec(reason) ?? [];
  return root === undefined ? reason : foreignRepository(root);
}
