/** A thread of its own, so that what the attack costs its sender is not counted: another tenant lists, searches and stores. */
import { parentPort, workerData } from 'node:worker_threads';
import { createClient } from '@memory/client';

const { url, key } = workerData as { url: string; key: string };

/** Calls that are made however short an attack is. */
const CALLS_MIN = 30;

export interface SteadyFigures {
  durations: number[];
  slowestListMs: number;
  failed: number;
}

const client = createClient({ url, key });
const calls = [
  () => client.listMemories({ query: { limit: 10 } }),
  () => client.searchMemories({ body: { query: 'retries of the queue', limit: 5 } }),
  () => client.storeMemory({ body: { title: 'Fact', narrative: 'The queue retries what failed.' } }),
];
const figures: SteadyFigures = { durations: [], slowestListMs: 0, failed: 0 };
const over = new AbortController();
parentPort?.on('message', () => over.abort());
for (let number = 0; !over.signal.aborted || number < CALLS_MIN; number += 1) {
  const startedAt = performance.now();
  await calls[number % calls.length]?.().catch(() => (figures.failed += 1));
  const took = performance.now() - startedAt;
  figures.durations.push(took);
  if (number % calls.length === 0) figures.slowestListMs = Math.max(figures.slowestListMs, took);
}
parentPort?.postMessage(figures);
parentPort?.close();
