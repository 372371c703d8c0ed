import type { JobName, JobPayload, MemoryIdForm } from '@memory/contracts';
import type { Database } from '@memory/db';
import type { DocumentReader } from '@memory/sections/reader';
import type { JobQueue } from '@memory/providers/job-queue';
import type { ObjectStore } from '@memory/providers/object-store';
import type { Reranker } from '@memory/providers/reranker';
import type { TextGenerator } from '@memory/providers/text-generator';
import type { Embedding } from './embedding/embedding.ts';

/**
 * Sends background work on its way. In a request it never throws: what is lost here, the sweep finds in the database.
 * In a job it does, and the job is tried again.
 */
export interface JobSender {
  enqueue<Name extends JobName>(name: Name, ...payloads: JobPayload<Name>[]): Promise<void>;
  /** @param delaySeconds until they are due, 0 to 900 */
  enqueueLater<Name extends JobName>(
    delaySeconds: number,
    name: Name,
    ...payloads: JobPayload<Name>[]
  ): Promise<void>;
}

export interface Ids {
  /** UUIDv7: new rows stay together on disk. */
  uuid(): string;
  /** `mem-` and 16 random characters of Crockford's base 32, lower case. */
  memoryId(): string;
}

export interface Settings {
  memoryIdForm: MemoryIdForm;
  /** Part of every key made here: `wm_live_…` or `wm_test_…`. */
  keyEnvironment: 'live' | 'test';
  /** A memory younger than this is no candidate for pruning. */
  retentionDays: number;
  /** A session without a sign of life for so long is ended. */
  sessionIdleMinutes: number;
  /** Tokens of the text generator that a workspace may use in a UTC day. */
  llmTokensPerDay: number;
  /** Names of people who are spoken of with a form of address stay in what is drawn from sessions. */
  keepsNames: boolean;
  version: string;
}

/** Everything that domain functions reach the world through; each names the few it needs. */
export interface Services {
  db: Database;
  jobs: JobSender;
  clock: () => Date;
  ids: Ids;
  settings: Settings;
  embedding: Embedding;
  /** Null: summaries, memories and types come by rules. */
  textGenerator: TextGenerator | null;
  /** Judges relevance for `memory_search`; null leaves that to words and vectors. */
  reranker: Reranker | null;
  objects: ObjectStore;
  documents: DocumentReader;
  /** Leaves nothing of what was replaced or deleted in the files of the database; null where they are not ours. */
  erase: (() => Promise<void>) | null;
  /** Copies the files of the database as they are at one moment; null where they are not ours. */
  copyDatabase: ((folder: string) => Promise<void>) | null;
  queues: Pick<JobQueue, 'statistics' | 'redrive'>;
  /** For what goes on all the same and an operator should know; never with what users wrote. */
  log: { warn(message: string, details: Record<string, unknown>): void };
}
