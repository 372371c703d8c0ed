import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { findHome } from '../../packages/agents/src/home/find-home.ts';
import { readSpoolState } from '../../packages/agents/src/hook/spool/read-spool.ts';
import { buildHook } from '../../packages/agents/package/build-hook.ts';
import { runFlusher } from '../../packages/agents/src/hook/flush/run-flusher.ts';
import type { WorkerEvent } from './hooks-worker.ts';

const EVENTS = Number(process.env['HOOK_EVENTS'] ?? 10_000);
const STARTS = Number(process.env['HOOK_STARTS'] ?? 100);
const WORKERS = 4;
const ROOT = new URL('../../', import.meta.url).pathname;

/** Events through kills, failures of the service, jumps of the clock and two registrations; then what a start takes. */
export async function benchHooks(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-memory-bench-'));
  const program = join(folder, 'hook.cjs');
  await buildHook(folder);
  // The worker is built, too: a bench of minutes is not to read sources that change meanwhile.
  await build({
    absWorkingDir: ROOT,
    entryPoints: { worker: 'test/bench/hooks-worker.ts' },
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
  });
  const { size } = await stat(join(folder, 'program.cjs'));
  console.log(`bundle: ${Math.round(size / 1_024)} KiB`);
  try {
    await storm(folder);
    await starts(folder, program);
  } finally {
    // A program that was killed late may still write.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Takes observations as the service does; now and then it fails before or after it took them. */
async function unreliableService() {
  const taken = new Map<string, Set<string>>();
  let isUp = true;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const chance = Math.random();
      if (!isUp || chance < 0.1) return void response.writeHead(503).end();
      const { observations = [] } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as {
        observations?: { event_id: string; content: string }[];
      };
      for (const { event_id: id, content } of observations) {
        const event = /event (\d+)/.exec(content)?.[1];
        if (event !== undefined) taken.set(event, (taken.get(event) ?? new Set()).add(id));
      }
      // Taken, but the answer does not arrive.
      if (chance < 0.2) return void request.destroy();
      response.writeHead(200).end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    setUp: (is: boolean) => (isUp = is),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function storm(folder: string): Promise<void> {
  const service = await unreliableService();
  const home = findHome({ WORKSPACE_MEMORY_HOME: join(folder, 'home') });
  await mkdir(home.folder, { recursive: true });
  await using disk = await smallDisk(home.folder);
  await writeFile(home.config, JSON.stringify({ url: service.url, key: 'wm_test_bench' }));
  const root = join(folder, 'project');
  await mkdir(join(root, '.git'), { recursive: true });
  const environment = { ...process.env, WORKSPACE_MEMORY_HOME: home.folder, HOME: folder };
  const startWorker = () => spawnWorker(join(folder, 'worker.mjs'), environment, root);
  const acknowledged = new Set<number>();
  let next = 0;
  let kills = 0;
  const startedAt = performance.now();
  const payloadOf = (number: number): WorkerEvent => {
    // A third has no id of its host's, and is told apart by words and time.
    const ids = number % 3 === 0 ? {} : { prompt_id: `p${number}` };
    return {
      number,
      startedMs: Number(process.hrtime.bigint() / 1_000_000n),
      clockMs: number % 20 === 0 ? (Math.random() - 0.5) * 172_800_000 : 0,
      event: 'UserPromptSubmit',
      payload: JSON.stringify({
        session_id: `bench-${number % 16}`,
        cwd: root,
        hook_event_name: 'UserPromptSubmit',
        prompt: `event ${number}`,
        ...ids,
      }),
    };
  };
  /** A busy machine does not start two programs in one moment. */
  const startedLater = (event: WorkerEvent): WorkerEvent => ({
    ...event,
    startedMs: event.startedMs + Math.random() * 300,
  });
  /** Each event goes to two programs, as by two registrations; it counts once either has said that it is done. */
  const lane = async (): Promise<void> => {
    while (next < EVENTS) {
      const workers = [startWorker(), startWorker()] as const;
      const endsAt = next + 100 + Math.floor(Math.random() * 400);
      while (next < EVENTS && next < endsAt) {
        const event = payloadOf(next);
        next += 1;
        const done = await Promise.all(workers.map((worker) => worker.handle(startedLater(event))));
        if (done.some(Boolean)) acknowledged.add(event.number);
      }
      // In the middle of an event, which then counts only if it was done.
      const last = next < EVENTS ? payloadOf(next) : undefined;
      next += 1;
      const pending = last && workers.map((worker) => worker.handle(startedLater(last)));
      await sleep(Math.random() * 8);
      for (const worker of workers) worker.kill();
      kills += 2;
      if (last && (await Promise.all(pending ?? [])).some(Boolean)) acknowledged.add(last.number);
    }
  };
  const flusherKills = new AbortController();
  const flushers = (async () => {
    while (!flusherKills.signal.aborted) {
      const child = spawn(process.execPath, [join(folder, 'hook.cjs'), 'flush'], {
        env: environment,
        stdio: 'ignore',
      });
      await sleep(300 + Math.random() * 1_500);
      child.kill('SIGKILL');
      kills += 1;
      await rm(join(home.state, 'flusher.json'), { force: true });
    }
  })();
  const troubles = (async () => {
    await sleep(3_000);
    service.setUp(false);
    await sleep(3_000);
    service.setUp(true);
    await (disk ? disk.fill() : blockSpool(home.spool));
  })();
  await Promise.all([...Array.from({ length: WORKERS }, lane), troubles]);
  const seconds = (performance.now() - startedAt) / 1_000;
  flusherKills.abort();
  await flushers;
  for (let round = 0; round < 200 && readSpoolState(home).events > 0; round += 1) {
    await rm(join(home.state, 'flusher.lock'), { force: true });
    await runFlusher({ home, environment, isPatient: false, graceMs: 0 });
  }
  service.close();
  const lost = [...acknowledged].filter((number) => !service.taken.has(`${number}`)).length;
  const doubled = [...service.taken].filter(([, ids]) => ids.size > 1);
  const double = doubled.length;
  for (const [event, ids] of doubled) console.log(`double: event ${event}, ids ${[...ids].join(', ')}`);
  const { events, deadLetters } = readSpoolState(home);
  console.log(
    `${EVENTS} events, each delivered twice, in ${seconds.toFixed(0)} s with ${kills} kills and ${disk ? 'a full disk' : 'a spool that takes nothing'}: ` +
      `acknowledged ${acknowledged.size}, lost ${lost}, double ${double}, left ${events}, dead letters ${deadLetters.length}`,
  );
}

const run = promisify(execFile);

/** A disk of its own for the user's folder, which can be filled; undefined where this user may mount none. */
async function smallDisk(folder: string) {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]);
  } catch {
    return undefined;
  }
  return {
    /** To the last byte, and some seconds later freed again. */
    async fill(): Promise<void> {
      const filler = join(folder, 'filler');
      const file = await open(filler, 'w');
      const endsAt = performance.now() + 5_000;
      // Room that others free meanwhile is filled, too.
      while (performance.now() < endsAt) await file.write(Buffer.alloc(4_096)).catch(() => sleep(1));
      await file.close();
      await rm(filler);
    },
    [Symbol.asyncDispose]: async () => {
      await run('umount', ['-l', folder]);
    },
  };
}

/** For a while a spool that takes nothing, as on a full disk; what lay in it comes back. */
async function blockSpool(spool: string): Promise<void> {
  const asides: string[] = [];
  for (let isBlocked = false; !isBlocked;) {
    const aside = `${spool}-aside-${asides.length}`;
    await rename(spool, aside).then(
      () => asides.push(aside),
      () => undefined,
    );
    // A program may have made the folder anew before the file took its place.
    isBlocked = await writeFile(spool, '', { flag: 'wx' }).then(
      () => true,
      () => false,
    );
  }
  await sleep(2_000);
  await rm(spool);
  for (const aside of asides) await cp(aside, spool, { recursive: true });
}

function spawnWorker(program: string, environment: NodeJS.ProcessEnv, cwd: string) {
  const child: ChildProcess = spawn(process.execPath, [program], {
    env: environment,
    cwd,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (isDone: boolean) => void>();
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      waiting.get(Number(line))?.(true);
      waiting.delete(Number(line));
    });
  child.on('close', () => {
    for (const end of waiting.values()) end(false);
  });
  child.stdin?.on('error', () => {});
  return {
    handle: (event: WorkerEvent): Promise<boolean> =>
      new Promise((resolve) => {
        waiting.set(event.number, resolve);
        child.stdin?.write(`${JSON.stringify(event)}\n`);
      }),
    kill: () => child.kill('SIGKILL'),
  };
}

/** Wall time of the program, from its start to its end, and of Node alone beside it. */
async function starts(folder: string, program: string): Promise<void> {
  const environment = { ...process.env, WORKSPACE_MEMORY_HOME: join(folder, 'quiet'), HOME: folder };
  const payload = (number: number): string =>
    JSON.stringify({
      session_id: 'one',
      cwd: join(folder, 'project'),
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: `npm test ${number}` },
      tool_response: { stdout: 'lorem ipsum\n'.repeat(200), stderr: '' },
      tool_use_id: `t${number}`,
    });
  const times: Record<'node' | 'capture', number[]> = { node: [], capture: [] };
  const timed = (args: string[], input: string): Promise<number> =>
    new Promise((resolve) => {
      const from = performance.now();
      const child = spawn(process.execPath, args, { env: environment, stdio: ['pipe', 'ignore', 'ignore'] });
      child.on('close', () => resolve(performance.now() - from));
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });
  for (let number = 0; number < STARTS; number += 1) {
    times.node.push(await timed(['-e', '0'], ''));
    times.capture.push(await timed([program, 'claude', 'PostToolUse'], payload(number)));
  }
  for (const [name, all] of Object.entries(times)) {
    const sorted = all.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
    console.log(
      `${name}: median ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${Math.round(sorted.at(-1) ?? 0)} ms`,
    );
  }
}
