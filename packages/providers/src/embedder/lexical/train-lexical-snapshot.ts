import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { MemoryText } from '@memory/text';

import { writeLexicalSnapshot } from './lexical-snapshot.ts';
import { trainLexicalModel, type TrainingOptions } from './train-lexical-model.ts';

/** Its file lies beside this one: as TypeScript in the source tree, as JavaScript in a package. */
const FILE = new URL(`./training-worker${extname(new URL(import.meta.url).pathname)}`, import.meta.url);

export interface SnapshotTrainingOptions extends TrainingOptions {
  /** `worker` keeps this thread free but needs the worker's file beside this one; a function's bundle has none and takes `caller`. */
  thread: 'worker' | 'caller';
}

/**
 * Trains the lexical embedder on a workspace's memories.
 * @returns the snapshot's parts, each at most 32,000 bytes, for `readLexicalSnapshot`
 */
export async function trainLexicalSnapshot(
  memories: readonly MemoryText[],
  { thread, version, language }: SnapshotTrainingOptions,
): Promise<Uint8Array[]> {
  if (thread === 'caller') return writeLexicalSnapshot(trainLexicalModel(memories, { version, language }));
  const workerData: TrainingTask = { memories, options: { version, language } };
  const worker = new Worker(FILE, { workerData });
  // An error in the worker rejects; its end without an answer must not leave the caller waiting.
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`The training of the lexical embedder ended with code ${String(code)} and no answer.`);
  });
  const answered = once(worker, 'message').then(([parts]) => parts as Uint8Array[]);
  return Promise.race([answered, ended]);
}

/** What the worker is given. */
export interface TrainingTask {
  memories: readonly MemoryText[];
  options: TrainingOptions;
}
