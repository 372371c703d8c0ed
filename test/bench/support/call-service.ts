import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { percentile } from './percentiles.ts';

const CALLERS = fileURLToPath(new URL('./callers.ts', import.meta.url));

export interface CallingTask {
  url: string;
  key: string;
  workload: 'chains' | 'burst' | 'soak';
}

export interface Sample {
  kind: string;
  /** Milliseconds since the epoch at which the request was sent. */
  at: number;
  ms: number;
  status: number;
}

/** Callers at work in a process of their own. */
export function callService(task: CallingTask): {
  /** Answers so far. */
  samples: Sample[];
  /** Resolves when a burst is stored. */
  stored: Promise<unknown>;
  /** Resolves when the callers have ended, by themselves or as told. */
  ended: Promise<unknown>;
  stop(): void;
} {
  const child = fork(CALLERS, { serialization: 'advanced' });
  const samples: Sample[] = [];
  const stored = Promise.withResolvers<void>();
  child.on('message', (message: Sample[] | 'stored') => {
    if (message === 'stored') stored.resolve();
    else samples.push(...message);
  });
  child.send(task);
  return { samples, stored: stored.promise, ended: once(child, 'exit'), stop: () => child.send('over') };
}

export const kindsOf = (samples: readonly Sample[]): string[] =>
  [...new Set(samples.map(({ kind }) => kind))].toSorted();

/** P50, p95 and the slowest of some samples in whole milliseconds, and how many were refused or failed. */
export function summaryOf(
  samples: readonly Sample[],
): Record<'n' | 'p50' | 'p95' | 'max' | 'failed', number> {
  const durations = samples.map(({ ms }) => ms);
  return {
    n: samples.length,
    p50: Math.round(percentile(durations, 0.5)),
    p95: Math.round(percentile(durations, 0.95)),
    max: Math.round(Math.max(0, ...durations)),
    failed: samples.filter(({ status }) => status >= 400).length,
  };
}
