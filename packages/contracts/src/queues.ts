import * as z from 'zod';
import { WORKSPACE_JOBS, jobEntries } from './jobs/jobs.ts';
import { noun } from './verb.ts';

export const queues = noun('queues', 'Queues', {
  showJobs: {
    summary:
      'Show the queues of the background work, what waits in the database, and re-embeddings under way.',
    scope: 'operator',
    output: z.object({
      /** One entry a queue; what SQS reports to CloudWatch alone is null. */
      queues: z.array(
        z.object({
          queue: z.string(),
          visible: z.int(),
          inFlight: z.int(),
          delayed: z.int(),
          oldestAgeSeconds: z.number().nullable(),
          deadLetters: z.int(),
          failures: z.int().nullable(),
          lastError: z.string().nullable(),
        }),
      ),
      /** Work still to be done by the memories' own account, whether its message is there or lost. */
      pending: z.object({
        embedding: z.int(),
        discovery: z.int(),
        oldest: z.string().nullable(),
        refused: z.object({
          count: z.int(),
          latest: z.array(
            z.object({
              workspace_id: z.string(),
              memory_id: z.string(),
              model: z.string(),
              reason: z.string(),
              at: z.string(),
            }),
          ),
        }),
      }),
      /** Kinds of statements that took more than half a second in the process that answers, the latest first. */
      slow_statements: z.array(
        z.object({ statement: z.string(), count: z.int(), longest_ms: z.int(), at: z.string() }),
      ),
      reembeddings: z.array(
        z.object({
          workspace_id: z.string(),
          name: z.string(),
          model: z.string(),
          done: z.int(),
          total: z.int(),
          at: z.string(),
        }),
      ),
      /** Work that was given up, whatever has become of its messages. */
      dead: z.object({
        count: z.int(),
        latest: z.array(
          z.object({
            workspace_id: z.string(),
            job: z.string(),
            payload: z.record(z.string(), z.unknown()),
            attempts: z.int(),
            last_error: z.string().nullable(),
            at: z.string(),
          }),
        ),
      }),
    }),
    doors: { operator: { of: 'service', console: true } },
  },
  redriveJobs: {
    summary:
      'Give dead letters back to their queues, with all their attempts, and try again what a model refused.',
    scope: 'operator',
    input: z.object({
      queue: z
        .enum(jobEntries.map(([job]) => job))
        .nullable()
        .default(null),
    }),
    output: z.object({ redriven: z.record(z.string(), z.int()) }),
    doors: { operator: { of: 'service', console: true } },
  },
  runJob: {
    summary: 'Run a scheduled job now, for one workspace or for all.',
    scope: 'operator',
    input: z.object({ job: z.enum(WORKSPACE_JOBS), workspaceId: z.uuid().nullable().default(null) }),
    output: z.object({ enqueued: z.int() }),
    doors: { operator: { of: 'service' } },
  },
});
