import type { SQSRecord } from 'aws-lambda';
import { jobs, type Job, type JobName, type WorkspacePayload } from '@memory/contracts';
import {
  countRoundTrips,
  describeDatabaseFailure,
  findWorkspace,
  withChangeSource,
  withStatementLimit,
  type Workspace,
} from '@memory/db';
import { ProviderError } from '@memory/providers/provider-error';
import type { Runtime } from '../create-services.ts';
import { describeDefect } from '../logging/logger.ts';
import { withinHostDeadline } from '../host-deadline.ts';
import { jobServices, jobSource, type JobHandler } from './job.ts';
import { workAttempts, type WorkAttempts } from './work-attempts.ts';

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
  const { payload, timeoutSeconds, attempts: limit }: Job = jobs[name];
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
    const attempts = workAttempts(services, { workspaceId, job: name, limit });
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
