import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ProgressLine } from '../command/progress-line.ts';
import { noteStopped, type Home } from '../home/find-home.ts';
import { readUserConfig, writeUserConfig } from '../home/user-config.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { findLockHolder } from '@memory/service/lock';
import { installPrograms } from './programs.ts';
import { runningService, type RunningService } from './running-service.ts';
import { stopService } from './down-command.ts';
import { attempt } from '../home/attempt.ts';

/** A first start makes the database; on a slow disk that takes half a minute. */
const READY_WITHIN_MS = 120_000;

/** The one who started the service may have died before it made the key. */
const KEY_WITHIN_MS = 5_000;

const USUAL_PORT = 8_787;

/** Young objects of both threads; at rest 198 MB instead of 224 on Node 20, where a service waits most of the time. */
const SMALL_HEAP = '--max-semi-space-size=2';

/**
 * To glibc, which otherwise keeps a third of what V8's optimizing compiler took for a moment: 256 MB instead of 356 at rest
 * after 120 calls, in the same processor time; two arenas for all threads take 10 MB less than one for each. Other systems do
 * not read them. Whoever sets them is left to it.
 */
const GIVE_BACK = {
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_ARENA_MAX: '2',
};

const LOG_BYTES_MAX = 10_000_000;

export interface StartedService extends RunningService {
  /** `running`: it ran already; `replaced`: another version did. */
  how: 'started' | 'running' | 'replaced';
}

/**
 * The user's service: found, or started and given a key in the user's settings. One process starts it where several try,
 * since a data directory has one holder; the others find it.
 * @throws with the end of its log when it does not start
 */
export async function startService(home: Home): Promise<StartedService> {
  noteStopped(home, false);
  const found = await runningService(home);
  if (found && versionOf(home) === packageJson.version) {
    await ensureKey(home, { isOurs: false });
    return { ...found, how: 'running' };
  }
  if (found) await stopService(home);
  await installPrograms(home);
  const progress = new ProgressLine();
  const { isOurs, ...service } = await launch(home, progress).finally(() => progress.end());
  await ensureKey(home, { isOurs });
  return { ...service, how: found ? 'replaced' : isOurs ? 'started' : 'running' };
}

/** Two may start it at once: the data directory lets one in, and whoever started the other one waits for that. */
async function launch(home: Home, progress: ProgressLine): Promise<RunningService & { isOurs: boolean }> {
  mkdirSync(home.logs, { recursive: true, mode: 0o700 });
  const log = join(home.logs, 'service.log');
  if (existsSync(log) && statSync(log).size > LOG_BYTES_MAX) renameSync(log, `${log}.1`);
  const output = openSync(log, 'a', 0o600);
  const { size: before } = statSync(log);
  const child = spawn(process.execPath, [...process.execArgv, SMALL_HEAP, programOf('serve'), '--quiet'], {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', output, output],
    cwd: home.programs,
    env: await environmentOf(home),
  });
  closeSync(output);
  child.unref();
  let ended = false;
  child.once('exit', () => (ended = true));
  child.once('error', () => (ended = true));
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    // To know whether a holder lives starts a program, so that is asked once there is something to know.
    if (ended || isAnnounced(home)) {
      const holder = await findLockHolder(home.data);
      if (holder?.url !== undefined)
        return { pid: holder.pid, url: holder.url, isOurs: holder.pid === child.pid };
      if (ended && !holder) break;
    }
    if (process.stderr.isTTY) progress.show('Your service starts …');
    await sleep(250);
  }
  if (!ended)
    throw new Error(
      `The service is still starting after ${READY_WITHIN_MS / 1_000} s: say the same again in a minute. Its log: ${log}`,
    );
  throw new Error(`The service did not start. The end of ${log}:\n${endOf(log, before)}`);
}

/** Whether a lock says where somebody listens. */
function isAnnounced({ data }: Home): boolean {
  try {
    const { url } = JSON.parse(readFileSync(join(data, 'lock'), 'utf8')) as { url?: string };
    return url !== undefined;
  } catch {
    return false;
  }
}

/**
 * Settings of the service. They come from the user's file alone: `DATABASE_URL` or `PORT` of a shell are those of
 * the project that the shell is in.
 */
async function environmentOf(home: Home): Promise<NodeJS.ProcessEnv> {
  const { Config } = await import('@memory/service/config');
  const others = Object.entries(process.env).filter(([name]) => !Object.hasOwn(Config.shape, name));
  return {
    ...GIVE_BACK,
    ...Object.fromEntries(others),
    PORT: String((await isTaken(USUAL_PORT)) ? 0 : USUAL_PORT),
    ...readUserConfig(home.config).settings,
    DATA_DIR: home.data,
  };
}

/**
 * A key of the user's own workspace in the user's settings, made the first time by whoever started the service; the others
 * wait for it.
 */
async function ensureKey(home: Home, { isOurs }: { isOurs: boolean }): Promise<void> {
  const config = () => readUserConfig(home.config);
  const hasKey = () => config().key !== undefined || config().url !== undefined;
  const deadline = Date.now() + (isOurs ? 0 : KEY_WITHIN_MS);
  while (!hasKey() && Date.now() < deadline) await sleep(100);
  if (hasKey()) return;
  // With all shapes of the service it takes a tenth of a second to load, and every command asks for the key.
  const { localOperator } = await import('../operator/operator.ts');
  const operator = await localOperator(home.data);
  const { workspaces } = await operator.listWorkspaces({});
  const [existing] = workspaces;
  const { key } = existing
    ? await operator.createKey({ workspaceId: existing.id, scope: 'write', name: 'workspace-memory up' })
    : await operator.createWorkspace({ name: 'default' });
  writeUserConfig(home.config, { ...config(), key });
}

/** Which version serves the data; undefined before one of these did. */
function versionOf(home: Home): string | undefined {
  return attempt(() => readFileSync(join(home.data, 'version'), 'utf8').trim());
}

/** A program of the package, beside this one; in the repository its source. */
function programOf(name: 'serve'): string {
  return fileURLToPath(
    import.meta.url.endsWith('.ts')
      ? new URL('../../../service/src/hosts/node/main.ts', import.meta.url)
      : new URL(`./${name}.js`, import.meta.url),
  );
}

function isTaken(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = createConnection({ port, host: '127.0.0.1' });
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

function endOf(log: string, from: number): string {
  const text = attempt(() => readFileSync(log).subarray(from).toString().trim());
  return text?.split('\n').slice(-10).join('\n') || '(nothing)';
}
