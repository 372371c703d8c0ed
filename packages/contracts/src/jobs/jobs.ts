import * as z from 'zod';
import { entriesOf } from '../entries-of.ts';
import type { Capability } from '../vocabulary.ts';

const Workspace = { workspaceId: z.uuid() };

/** How often a provider that throttles has made the message wait. */
const Waits = { waits: z.int().optional() };

/** Deliveries before a message goes to the dead-letter queue; 5 at least, since a poll that Lambda throttles counts as one. */
export const JOB_ATTEMPTS = 5;

export interface Job {
  /** Content of a message; the row it names is the truth. */
  payload: z.ZodType;
  summary: string;
  timeoutSeconds: number;
  batchSize: number;
  /** Handlers at work at once: bounds the load on database and models. */
  concurrency: number;
  memoryMb: number;
  /** Names of the jobs that it sends: in AWS its function may send these and no others. */
  sends?: readonly string[];
  /** Capabilities beside the database: in AWS its function has no right to anything else. */
  uses?: readonly Capability[];
  /** The bucket of uploads notifies this queue of each file. */
  receivesUploads?: boolean;
}

/** Our own message, or the event of the bucket that says an upload is there: its key names workspace and upload. */
const UploadMessage = z.union([
  z.object({ ...Workspace, uploadId: z.uuid() }),
  // S3 sends this once, when the notification is set up.
  z.object({ Event: z.literal('s3:TestEvent') }).transform(() => null),
  z
    .object({
      Records: z.array(z.object({ s3: z.object({ object: z.object({ key: z.string() }) }) })).length(1),
    })
    .transform((event, context) => {
      const [, workspaceId, uploadId] =
        /^uploads\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/u.exec(event.Records[0]?.s3.object.key ?? '') ?? [];
      if (workspaceId !== undefined && uploadId !== undefined) return { workspaceId, uploadId };
      context.addIssue({ code: 'custom', message: 'The key is not that of an upload.' });
      return z.NEVER;
    }),
]);

const ONE_BY_ONE = { batchSize: 1, concurrency: 2 };
const TOGETHER = { batchSize: 10, concurrency: 5, memoryMb: 512 };

export const jobs = {
  generateEmbedding: {
    payload: z.object({ ...Workspace, memoryId: z.uuid(), ...Waits }),
    summary: 'Embeds a memory and enqueues its discovery.',
    timeoutSeconds: 60,
    ...TOGETHER,
    sends: ['discoverRelationships', 'maintainWorkspace', 'generateEmbedding'],
    uses: ['embedding'],
  },
  discoverRelationships: {
    // Again: also when the content has been discovered, because its vector is of another model now.
    payload: z.object({ ...Workspace, memoryId: z.uuid(), again: z.boolean().optional() }),
    summary: 'Finds the relationships of a memory by the four heuristics.',
    timeoutSeconds: 60,
    ...TOGETHER,
    uses: ['generation'],
  },
  maintainWorkspace: {
    // Restart: the queue was lost with its process, so whatever is not done has no message.
    payload: z.object({ ...Workspace, restart: z.boolean().optional() }),
    summary: 'Enqueues work that was lost, refreshes statistics, keeps the semantic index.',
    timeoutSeconds: 300,
    ...ONE_BY_ONE,
    memoryMb: 1_024,
    sends: ['generateEmbedding', 'discoverRelationships', 'reembedWorkspace'],
    uses: ['embedding', 'schema'],
  },
  reembedWorkspace: {
    payload: z.object({
      ...Workspace,
      model: z.string(),
      phase: z.enum(['embed', 'compare']),
      after: z.uuid().nullable(),
      // How often it has waited for a backlog of embeddings.
      looks: z.int().optional(),
      ...Waits,
    }),
    summary: 'Embeds a workspace with another model, step by step, then lets searches use it.',
    timeoutSeconds: 300,
    ...ONE_BY_ONE,
    memoryMb: 1_024,
    sends: ['reembedWorkspace', 'maintainWorkspace', 'generateEmbedding'],
    uses: ['embedding'],
  },
  sweepWorkspaces: {
    payload: z.object({ restart: z.boolean().optional() }),
    summary: 'Enqueues the upkeep of each workspace that has something to do.',
    timeoutSeconds: 60,
    batchSize: 1,
    concurrency: 1,
    memoryMb: 512,
    sends: ['maintainWorkspace', 'ingestUpload'],
    uses: ['embedding', 'uploads'],
  },
  scheduleGraphAnalysis: {
    payload: z.object({}),
    summary: 'Enqueues the analysis of each workspace whose graph has changed.',
    timeoutSeconds: 60,
    ...ONE_BY_ONE,
    memoryMb: 512,
    sends: ['analyzeGraph'],
  },
  analyzeGraph: {
    payload: z.object(Workspace),
    summary: 'Computes PageRank and communities of a workspace, and writes what has changed.',
    timeoutSeconds: 900,
    ...ONE_BY_ONE,
    memoryMb: 2_048,
  },
  ingestUpload: {
    payload: UploadMessage,
    summary: 'Reads an uploaded file of documents, step by step.',
    timeoutSeconds: 300,
    ...ONE_BY_ONE,
    memoryMb: 1_024,
    sends: ['ingestUpload', 'generateEmbedding'],
    uses: ['uploads', 'documents'],
    receivesUploads: true,
  },
  generateSessionSummary: {
    payload: z.object({ ...Workspace, sessionId: z.uuid() }),
    summary: 'Turns what was observed in a session into its summary and memories.',
    timeoutSeconds: 900,
    batchSize: 1,
    concurrency: 3,
    memoryMb: 1_024,
    sends: ['generateSessionSummary', 'generateEmbedding'],
    uses: ['generation'],
  },
  endIdleSessions: {
    // Restart: the queue was lost with its process, so no summary is under way. After: from the workspace after this one on.
    payload: z.object({ restart: z.boolean().optional(), after: z.uuid().optional() }),
    summary: 'Ends sessions without a sign of life, and enqueues summaries that are overdue.',
    timeoutSeconds: 300,
    ...ONE_BY_ONE,
    memoryMb: 512,
    sends: ['generateSessionSummary', 'endIdleSessions'],
  },
  scheduleNightlyWork: {
    // Deletes: instead of enqueueing the work, from the workspace after this one on.
    payload: z.object({ deletes: z.boolean().optional(), after: z.uuid().optional() }),
    summary:
      'Enqueues the recalculation of importance and the reclassification of each workspace, deletes old rows.',
    timeoutSeconds: 60,
    ...ONE_BY_ONE,
    memoryMb: 512,
    sends: ['recalculateImportance', 'reclassifyMemories', 'scheduleNightlyWork'],
  },
  recalculateImportance: {
    payload: z.object({ ...Workspace, after: z.uuid().optional() }),
    summary: 'Weighs feedback, use, confidence and age into the importance of every memory of a workspace.',
    timeoutSeconds: 300,
    ...ONE_BY_ONE,
    memoryMb: 512,
    sends: ['recalculateImportance'],
  },
  reclassifyMemories: {
    payload: z.object(Workspace),
    summary: 'Gives memories of type general and discovered relationships a better type, and records it.',
    timeoutSeconds: 900,
    ...ONE_BY_ONE,
    memoryMb: 512,
    uses: ['generation'],
  },
  resolveCodeGraph: {
    payload: z.union([
      z.object({ ...Workspace, repositoryId: z.uuid(), revision: z.int() }),
      // The schedule's, which looks for repositories whose message was lost.
      z.strictObject({ restart: z.boolean().optional() }),
    ]),
    summary: 'Finds the edges of source files which have changed, or whose targets may have.',
    timeoutSeconds: 900,
    ...ONE_BY_ONE,
    memoryMb: 2_048,
    sends: ['resolveCodeGraph'],
  },
} as const satisfies Record<string, Job>;

type Jobs = typeof jobs;
export type JobName = keyof Jobs;
export type JobPayload<Name extends JobName> = z.output<Jobs[Name]['payload']>;
export type WorkspacePayload<Name extends JobName> = Extract<JobPayload<Name>, { workspaceId: string }>;
/** The others: a schedule's, and what needs no work. */
export type SchedulePayload<Name extends JobName> = Exclude<JobPayload<Name>, { workspaceId: string }>;

export const jobEntries = entriesOf<JobName, Job>(jobs);

export const WORKSPACE_JOBS = [
  'analyzeGraph',
  'maintainWorkspace',
  'recalculateImportance',
  'reclassifyMemories',
] as const satisfies readonly JobName[];
export type WorkspaceJobName = (typeof WORKSPACE_JOBS)[number];

export const SHARED_QUEUE = 'jobs';

/**
 * Name of the queue that a job's messages go to: its own, or the one that all share, where each queue costs more than
 * it is worth. What changes the schema stays by itself, since its function has the rights of the owner.
 */
export function jobQueueName(name: JobName, { shared }: { shared: boolean }): string {
  const { uses = [] }: Job = jobs[name];
  return shared && !uses.includes('schema') ? SHARED_QUEUE : name;
}

export interface Schedule {
  summary: string;
  /** Minutes between two messages, counted from a fixed time, or the hour and minute of the day in UTC. */
  every: { minutes: number } | { day: { hour: number; minute: number } };
  /** Its payload is empty: such a job finds the workspaces itself. */
  job: JobName;
}

/** Work that nobody asks for. Spaced so that an idle database outside production still gets its pause. */
export const schedules = {
  sweep: {
    summary: 'Find work that was lost, and what else a workspace needs.',
    every: { minutes: 60 },
    job: 'sweepWorkspaces',
  },
  graphAnalysis: {
    summary: 'Analyse the graphs that have changed.',
    every: { minutes: 60 },
    job: 'scheduleGraphAnalysis',
  },
  idleSessions: {
    summary: 'End sessions without a sign of life.',
    every: { minutes: 60 },
    job: 'endIdleSessions',
  },
  nightlyWork: {
    summary: 'Recalculate importance and reclassify, at night.',
    every: { day: { hour: 2, minute: 30 } },
    job: 'scheduleNightlyWork',
  },
  codeGraph: {
    summary: 'Resolve edges of code whose message was lost.',
    every: { minutes: 60 },
    job: 'resolveCodeGraph',
  },
} as const satisfies Record<string, Schedule>;

export type ScheduleName = keyof typeof schedules;

export const scheduleEntries = entriesOf<ScheduleName, Schedule>(schedules);
