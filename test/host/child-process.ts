import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const ROOT = new URL('../../', import.meta.url).pathname;

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

type Environment = Record<string, string | undefined>;

/** Variables that a program needs to run, and no setting of the service. */
export const inheritedEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'HOME', 'NODE_COMPILE_CACHE'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

const start = (
  script: string,
  args: readonly string[],
  environment: Environment,
  options: readonly string[] = [],
) =>
  spawn(process.execPath, [...options, ROOT + script, ...args], {
    cwd: ROOT,
    env: { ...inheritedEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Runs a script of the repository to its end. */
export async function runScript(
  script: string,
  args: readonly string[],
  environment: Environment,
): Promise<Finished> {
  const child = start(script, args, environment);
  const exited = once(child, 'exit');
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code: code as number | null, stdout, stderr };
}

export interface ServerProcess extends AsyncDisposable {
  url: string;
  pid: number;
  /** All that it has printed so far. */
  output(): string;
  /** Ends it; resolves with its exit code, null after `SIGKILL`. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** `npm start` as a process of its own; resolves when it says that it is ready. */
export async function startServer(
  environment: Environment,
  {
    script = 'packages/service/src/hosts/node/main.ts',
    options = [],
  }: { script?: string; options?: readonly string[] } = {},
): Promise<ServerProcess> {
  const child = start(script, [], { PORT: '0', ...environment }, options);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const ready = Promise.withResolvers<void>();
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    if (/^Ready\b/mu.test(output)) ready.resolve();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  void exited.then(([code]) => ready.reject(new Error(`The server ended with ${code}:\n${output}`)));
  await ready.promise;
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await exited)[0];
  };
  return {
    pid: child.pid ?? 0,
    url: /REST\s+(\S+)\/api\/v1/u.exec(output)?.[1] ?? '',
    output: () => output,
    stop,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) await stop('SIGKILL');
    },
  };
}
