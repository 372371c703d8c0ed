import type { SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import type { Job } from '@memory/contracts';
import { countRoundTrips, describeDatabaseFailure, withStatementLimit } from '@memory/db';
import { ProviderError } from '@memory/providers/provider-error';
import type { Runtime } from './create-services.ts';
import { describeDefect } from './describe-defect.ts';
import { jobServices, type JobHandler } from './job.ts';

type Payload<J extends Job> = z.output<J['payload']> & { workspaceId: string };

/**
 * A Lambda handler for a row of the job table whose records are cheaper to do together: those of one workspace are handed
 * over at once. When that fails for a reason that may lie in one of them, each is tried alone, so that the good ones are
 * done and only the bad one comes again.
 */
export function batchJob<J extends Job>(
  name: string,
  { payload, timeoutSeconds }: J,
  work: (payloads: [Payload<J>, ...Payload<J>[]], services: Runtime) => Promise<void>,
): JobHandler {
  return async (event, context) => {
    const services = await jobServices(context);
    const failed: SQSRecord[] = [];
    const readable: { record: SQSRecord; payload: Payload<J> }[] = [];
    for (const record of event.Records) {
      try {
        readable.push({ record, payload: payload.parse(JSON.parse(record.body)) as Payload<J> });
      } catch (error) {
        services.log.error('The message cannot be read', { job: name, error: describeDefect(error) });
        failed.push(record);
      }
    }
    const groups = Map.groupBy(readable, ({ payload: { workspaceId } }) => workspaceId);
    for (const group of groups.values()) failed.push(...(await runGroup(group, services)));
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };

  /** @returns the records that failed */
  async function runGroup(
    group: readonly { record: SQSRecord; payload: Payload<J> }[],
    services: Runtime,
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
        const payloads: [Payload<J>, ...Payload<J>[]] = [
          first.payload,
          ...rest.map(({ payload }) => payload),
        ];
        await withStatementLimit(timeoutSeconds * 1_000, () => work(payloads, services));
        services.log.info('job', line());
        return [];
      } catch (error) {
        services.log.error('The job failed', { ...line(), error: describeDefect(error) });
        if (rest.length === 0 || isCommonFailure(error)) return group.map(({ record }) => record);
        const alone: SQSRecord[] = [];
        for (const one of group) alone.push(...(await runGroup([one], services)));
        return alone;
      }
    });
  }
}

/** What has nothing to do with a single record: the provider or the database is not there. */
const isCommonFailure = (error: unknown): boolean =>
  (error instanceof ProviderError && error.retryable) || describeDatabaseFailure(error).unavailable;
