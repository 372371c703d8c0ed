/** Handles events of a bench as the hook program does, one a line on the standard input, and says which are done. */
import { createInterface } from 'node:readline';
import { findHome } from '../../packages/agents/src/home/find-home.ts';
import { runHook } from '../../packages/agents/src/hook/run-hook.ts';

export interface WorkerEvent {
  number: number;
  /** From now, for a clock that jumps. */
  clockMs: number;
  /** When the host started the program, by a clock that nobody sets. */
  startedMs: number;
  payload: string;
  event: string;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { number, clockMs, startedMs, payload, event } = JSON.parse(line) as WorkerEvent;
  await runHook({
    agent: 'claude',
    event,
    payload,
    environment: process.env,
    home: findHome(),
    workingDirectory: process.cwd(),
    now: new Date(Date.now() + clockMs),
    monotonicMs: startedMs,
    timeoutMs: 1_500,
  });
  process.stdout.write(`${number}\n`);
}
