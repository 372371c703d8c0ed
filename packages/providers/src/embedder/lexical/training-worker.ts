import { parentPort, workerData } from 'node:worker_threads';

import { writeLexicalSnapshot } from './lexical-snapshot.ts';
import { trainLexicalModel } from './train-lexical-model.ts';
import type { TrainingTask } from './train-lexical-snapshot.ts';

const { memories, options } = workerData as TrainingTask;
const parts = writeLexicalSnapshot(trainLexicalModel(memories, options));
parentPort?.postMessage(
  parts,
  parts.map((part) => part.buffer as ArrayBuffer),
);
