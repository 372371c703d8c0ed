import * as z from 'zod';
import type { Capability } from './vocabulary.ts';

const Workspace = { workspaceId: z.uuid() };

/** One row of the job table. */
export interface Job {
  /** What a message carries; the row it names is the truth. */
  payload: z.ZodType;
  summary: string;
  timeoutSeconds: number;
  /** Deliveries before a message goes to the dead-letter queue. */
  attempts: number;
  batchSize: number;
  /** How long a batch may be gathered. */
  batchWindowSeconds: number;
  /** Handlers at work at once: bounds the load on database and models. */
  concurrency: number;
  memoryMb: number;
  /** Names of the jobs that it sends: in AWS its function may send these and no others. */
  sends?: readonly string[];
  /** What it reaches beside the database: in AWS its function has no right to anything else. */
  uses?: readonly Capability[];
}

/** The background work: one queue, with its dead-letter queue, and one handler a row. */
export const jobs = {
  generateEmbedding: {
    payload: z.object({ ...Workspace, memoryId: z.uuid() }),
    summary: 'Embeds a memory and enqueues its discovery.',
    timeoutSeconds: 60,
    attempts: 5,
    batchSize: 10,
    batchWindowSeconds: 0,
    concurrency: 5,
    memoryMb: 512,
    sends: ['discoverRelationships'],
    uses: ['embedding'],
  },
  discoverRelationships: {
    payload: z.object({ ...Workspace, memoryId: z.uuid() }),
    summary: 'Finds the relationships of a memory by the four heuristics.',
    timeoutSeconds: 60,
    attempts: 5,
    batchSize: 10,
    batchWindowSeconds: 0,
    concurrency: 5,
    memoryMb: 512,
  },
  maintainWorkspace: {
    payload: z.object(Workspace),
    summary:
      'Enqueues work that was lost, refreshes statistics, retrains the lexical embedder, keeps the semantic index.',
    timeoutSeconds: 300,
    attempts: 5,
    batchSize: 1,
    batchWindowSeconds: 0,
    concurrency: 2,
    memoryMb: 1_024,
    sends: ['generateEmbedding', 'discoverRelationships'],
    uses: ['embedding'],
  },
} as const satisfies Record<string, Job>;

export type Jobs = typeof jobs;
export type JobName = keyof Jobs;
export type JobPayload<Name extends JobName> = z.output<Jobs[Name]['payload']>;

export const jobEntries = Object.entries(jobs) as [JobName, Job][];
