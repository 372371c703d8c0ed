import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import {
  jobs,
  type Job,
  type JobName,
  type JobPayload,
  type SchedulePayload,
  type WorkspacePayload,
} from '@memory/contracts';
import {
  countRoundTrips,
  findWorkspace,
  withChangeSource,
  withStatementLimit,
  type Workspace,
  describeDatabaseFailure,
} from '@memory/db';
import { ProviderError } from '@memory/providers/provider-error';
import type { Runtime } from '../create-services.ts';
import type { HostContext } from '../doors/http/endpoint-context.ts';
import { withinHostDeadline } from '../host-deadline.ts';
import { lambdaServices } from '../hosts/lambda/lambda-services.ts';
import { describeDefect } from '../logging/logger.ts';
import { createJobSender } from './job-sender.ts';
import { workAttempts, type WorkAttempts } from './work-attempts.ts';

/** Jobs fail where requests carry on: what cannot be sent is sent by the next attempt. */
export async function jobServices(context: HostContext): Promise<Runtime> {
  const services = context.services ?? (await lambdaServices());
  return { ...services, jobs: createJobSender(services.queue) };
}

/** Source of a job's changes, for the history; a run that is repeated is the same one. */
const jobSource =
  (name: JobName, { messageId }: Pick<SQSRecord, 'messageId'>) =>
  () => ({
    author: null,
    via: `job ${name}`,
    batch: messageId,
  });

export type JobHandler = (event: SQSEvent, context: HostContext) => Promise<SQSBatchResponse>;

type WorkspaceWork<Name extends JobName> = (
  services: Runtime,
  workspace: Workspace,
  payload: WorkspacePayload<Name>,
) => Promise<void>;

type ScheduledWork<Name extends JobName> = (
  services: Runtime,
  payload: SchedulePayload<Name>,
) => Promise<void>;

interface JobOptions<Name extends JobName> {
  /** Work before the work in every delivery, also of work that is given up. */
  first?: WorkspaceWork<Name>;
  /** Work of a message without a workspace; default: nothing. */
  otherwise?: ScheduledWork<Name>;
}

/** A Lambda handler for a job of one workspace. It counts the attempts, and has nothing to do when the workspace is gone. */
export function job<Name extends JobName>(
  name: Name,
  work: WorkspaceWork<Name>,
  { first, otherwise }: JobOptions<Name> = {},
): JobHandler {
  return recordByRecord(name, async (services, payload) => {
    if (!isOfWorkspace(payload)) return otherwise?.(services, payload as SchedulePayload<Name>);
    if (first) await ofWorkspace(first, services, payload);
    const attempts = workAttempts(services, { workspaceId: payload.workspaceId, job: name });
    const settle = async () => {
      try {
        await ofWorkspace(work, services, payload);
      } catch (error) {
        // A failure that cannot be noted now is found under way, and suspect, when it comes again.
        await attempts.failed(payload, error).catch(() => undefined);
        throw error;
      }
      await attempts.done([payload]);
    };
    const { ready, suspects } = await attempts.begin([{ payload }]);
    if (ready.length > 0) await settle();
    for (const { payload: suspect } of suspects) await attempts.inTurn(suspect, settle);
  });
}

/** Does nothing when the workspace is gone. */
async function ofWorkspace<Name extends JobName>(
  work: WorkspaceWork<Name>,
  services: Runtime,
  payload: WorkspacePayload<Name>,
): Promise<void> {
  const workspace = await findWorkspace(services.db, payload.workspaceId);
  if (workspace) await work(services, workspace, payload);
}

export const schedule = <Name extends JobName>(name: Name, work: ScheduledWork<Name>): JobHandler =>
  recordByRecord(name, (services, payload) => work(services, payload as SchedulePayload<Name>));

const isOfWorkspace = <Name extends JobName>(payload: JobPayload<Name>): payload is WorkspacePayload<Name> =>
  payload !== null && 'workspaceId' in payload;

/** Reports the records that failed, and those alone come again. */
function recordByRecord<Name extends JobName>(
  name: Name,
  work: (services: Runtime, payload: JobPayload<Name>) => Promise<void>,
): JobHandler {
  const { payload, timeoutSeconds }: Job = jobs[name];
  return async (event, context) => {
    const services = await jobServices(context);
    const processor = new BatchProcessor(EventType.SQS);
    const runOne = (record: SQSRecord) => withinHostDeadline(context, () => run(record, services));
    return processPartialResponse(event, runOne, processor, {
      // A batch in which every record failed is reported record by record too, so that each keeps its own count.
      throwOnFullBatchFailure: false,
    });
  };

  async function run(record: SQSRecord, services: Runtime): Promise<void> {
    const startedAt = performance.now();
    await countRoundTrips(async (roundTripCount) => {
      const line = () => ({
        job: name,
        messageId: record.messageId,
        attempt: Number(record.attributes.ApproximateReceiveCount),
        durationMs: Math.round(performance.now() - startedAt),
        roundTrips: roundTripCount(),
      });
      try {
        const parsed = payload.parse(JSON.parse(record.body)) as JobPayload<Name>;
        await withChangeSource(jobSource(name, record), () =>
          withStatementLimit(timeoutSeconds * 1_000, () => work(services, parsed)),
        );
        const workspace = isOfWorkspace(parsed) ? parsed.workspaceId : undefined;
        services.log.info('job', { ...line(), workspace });
      } catch (error) {
        services.log.error('The job failed', { ...line(), error: describeDefect(error) });
        throw error;
      }
    });
  }
}

interface Delivered<Name extends JobName> {
  record: SQSRecord;
  payload: WorkspacePayload<Name>;
}

/**
 * A Lambda handler for a row of the job table whose records are cheaper to do together: those of one workspace are handed
 * over at once. When that fails for a reason that may lie in one of them, each is tried alone, so that the good ones are
 * done and only the bad one comes again.
 */
export function batchJob<Name extends JobName>(
  name: Name,
  work: (services: Runtime, workspace: Workspace, payloads: WorkspacePayload<Name>[]) => Promise<void>,
): JobHandler {
  const { payload, timeoutSeconds }: Job = jobs[name];
  return async (event, context) => {
    const services = await jobServices(context);
    const failed: SQSRecord[] = [];
    const readable: Delivered<Name>[] = [];
    for (const record of event.Records) {
      try {
        readable.push({ record, payload: payload.parse(JSON.parse(record.body)) as WorkspacePayload<Name> });
      } catch (error) {
        services.log.error('The message cannot be read', { job: name, error: describeDefect(error) });
        failed.push(record);
      }
    }
    const groups = Map.groupBy(readable, ({ payload: { workspaceId } }) => workspaceId);
    for (const [workspaceId, group] of groups)
      failed.push(...(await withinHostDeadline(context, () => runCounted(workspaceId, group, services))));
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };

  async function runCounted(
    workspaceId: string,
    group: readonly Delivered<Name>[],
    services: Runtime,
  ): Promise<SQSRecord[]> {
    const attempts = workAttempts(services, { workspaceId, job: name });
    let begun: Awaited<ReturnType<typeof attempts.begin<Delivered<Name>>>>;
    try {
      begun = await attempts.begin(group);
    } catch (error) {
      services.log.error('The job could not begin', { job: name, error: describeDefect(error) });
      return group.map(({ record }) => record);
    }
    const failed = await runGroup(begun.ready, services, attempts);
    for (const suspect of begun.suspects)
      try {
        await attempts.inTurn(suspect.payload, async () => {
          failed.push(...(await runGroup([suspect], services, attempts)));
        });
      } catch {
        failed.push(suspect.record);
      }
    return failed;
  }

  async function runGroup(
    group: readonly Delivered<Name>[],
    services: Runtime,
    attempts: WorkAttempts,
  ): Promise<SQSRecord[]> {
    const [first, ...rest] = group;
    if (!first) return [];
    const startedAt = performance.now();
    return countRoundTrips(async (roundTripCount) => {
      const line = () => ({
        job: name,
        workspace: first.payload.workspaceId,
        messages: group.length,
        attempt: Math.max(...group.map(({ record }) => Number(record.attributes.ApproximateReceiveCount))),
        durationMs: Math.round(performance.now() - startedAt),
        roundTrips: roundTripCount(),
      });
      try {
        const payloads = group.map(({ payload }) => payload);
        const run = async () => {
          const workspace = await findWorkspace(services.db, first.payload.workspaceId);
          if (workspace) await work(services, workspace, payloads);
        };
        await withChangeSource(jobSource(name, first.record), () =>
          withStatementLimit(timeoutSeconds * 1_000, run),
        );
        await attempts.done(payloads);
        services.log.info('job', line());
        return [];
      } catch (error) {
        services.log.error('The job failed', { ...line(), error: describeDefect(error) });
        if (rest.length > 0 && !isCommonFailure(error)) {
          const alone: SQSRecord[] = [];
          for (const one of group) alone.push(...(await runGroup([one], services, attempts)));
          return alone;
        }
        // A failure that cannot be noted now is found under way, and suspect, when it comes again.
        for (const { payload } of group) await attempts.failed(payload, error).catch(() => undefined);
        return group.map(({ record }) => record);
      }
    });
  }
}

/** A failure that has nothing to do with a single record: the provider or the database is not there. */
const isCommonFailure = (error: unknown): boolean =>
  (error instanceof ProviderError && error.retryable) || describeDatabaseFailure(error).unavailable;
