/**
 * `hook.cjs AGENT EVENT`: started by an agent for one event, with the payload on the standard input. `hook.cjs flush` empties
 * the spool, `hook.cjs renew` renews a login. Ends with 0 whatever happens: a memory is never a reason to disturb the work.
 */
import { writeSync } from 'node:fs';
import { findHome } from '../home/find-home.ts';
import { freshLogin } from '../home/login/fresh-login.ts';
import { codeOf } from '@memory/text/error-facts';
import { flusherFor, shouldFlush } from './flush/flusher-lock.ts';
import { readInput } from './read-input.ts';
import { runHook, silenceOf } from './run-hook.ts';
import { describeProblem, logProblem } from './state/host-state.ts';
import { uptimeMs } from './uptime-ms.ts';

/** From the start of the program. */
const DEADLINE_MS = 1_850;
const INPUT_MS = 1_000;
const INPUT_LEAST_MS = 150;
const SERVICE_MS = 1_500;

const [, program = '', agent = '', event = ''] = process.argv;
const home = findHome();

if (agent === 'flush') void flush();
else if (agent === 'renew') void renew();
else void answer();

async function flush(): Promise<void> {
  try {
    const { runFlusher } = await import('./flush/run-flusher.ts');
    await runFlusher({ home, environment: process.env });
  } catch (error) {
    logProblem(home, { agent: 'flusher', message: describeProblem(error) });
  }
}

async function renew(): Promise<void> {
  try {
    await freshLogin(home);
  } catch (error) {
    logProblem(home, { agent: 'renew', message: describeProblem(error) });
  }
}

async function answer(): Promise<void> {
  const left = (most: number): number => Math.max(1, Math.min(most, DEADLINE_MS - 100 - uptimeMs()));
  for (const signal of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(signal, (error: unknown) => {
      logProblem(home, { agent, event, message: describeProblem(error) });
      void end(silenceOf(agent, event));
    });
  // A busy machine may take all the time to start this process: what the host sent is taken in all the same.
  const payload = await readInput(process.stdin, Math.max(INPUT_LEAST_MS, left(INPUT_MS)));
  const deadline = setTimeout(
    () => {
      logProblem(home, { agent, event, message: 'The time was over.' });
      void end(silenceOf(agent, event));
    },
    Math.max(1, DEADLINE_MS - uptimeMs()),
  );
  const output = await runHook({
    agent,
    event,
    payload,
    environment: process.env,
    home,
    workingDirectory: process.cwd(),
    now: new Date(),
    // When this process was started, which two registrations share better than how fast each of them got here.
    monotonicMs: Number(process.hrtime.bigint() / 1_000_000n) - uptimeMs(),
    timeoutMs: left(SERVICE_MS),
    startRenewal: () => startApart('renew'),
  });
  clearTimeout(deadline);
  await end(output);
}

async function end(output: string): Promise<never> {
  write(output);
  try {
    if (shouldFlush(home, Date.now(), flusherFor(home, process.env))) await startApart('flush');
  } catch (error) {
    logProblem(home, { agent, event, message: `flusher: ${describeProblem(error)}` });
  }
  process.exit(0);
}

/** Whole and at once; a host that no longer listens is none of our business. */
function write(output: string): void {
  const bytes = Buffer.from(output);
  for (let written = 0, attempts = 0; written < bytes.length && attempts < 1_000; attempts += 1) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') return;
    }
  }
}

/** A process of its own, which outlives the agent, and shows no window. */
async function startApart(work: 'flush' | 'renew'): Promise<void> {
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, [program, work], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    // A repository that is deleted meanwhile, or a removable drive, is not held.
    cwd: home.state,
  });
  child.on('error', () => {});
  child.unref();
}
