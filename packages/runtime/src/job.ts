import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import type { Job } from '@memory/contracts';
import { countRoundTrips, withStatementLimit } from '@memory/db';
import type { Runtime } from './create-services.ts';
import { describeDefect } from './describe-defect.ts';
import type { HostContext } from './endpoint-context.ts';
import { createJobSender } from './job-sender.ts';
import { withinHostDeadline } from './host-deadline.ts';
import { lambdaServices } from './lambda-services.ts';
import { workAttempts } from './work-attempts.ts';

/** Jobs fail where requests carry on: what cannot be sent is sent by the next attempt. */
export async function jobServices(context: HostContext): Promise<Runtime> {
  const services = context.services ?? (await lambdaServices());
  return { ...services, jobs: createJobSender(services.queue) };
}

export type JobHandler = (event: SQSEvent, context: HostContext) => Promise<SQSBatchResponse>;

/** A Lambda handler for one row of the job table: it reports the records that failed, and those alone come again. */
export function job<J extends Job>(
  name: string,
  { payload, timeoutSeconds, attempts: limit }: J,
  work: (payload: z.output<J['payload']>, services: Runtime) => Promise<void>,
): JobHandler {
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
        const parsed = payload.parse(JSON.parse(record.body)) as z.output<J['payload']>;
        await counted(parsed as object | null, services, () =>
          withStatementLimit(timeoutSeconds * 1_000, () => work(parsed, services)),
        );
        services.log.info('job', {
          ...line(),
          workspace: (parsed as { workspaceId?: string } | null)?.workspaceId,
        });
      } catch (error) {
        services.log.error('The job failed', { ...line(), error: describeDefect(error) });
        throw error;
      }
    });
  }

  /** Counts the attempts of a workspace's work; a schedule's message carries none that could be given up. */
  async function counted(parsed: object | null, services: Runtime, run: () => Promise<void>): Promise<void> {
    const { workspaceId } = (parsed ?? {}) as { workspaceId?: string };
    if (!parsed || workspaceId === undefined) return run();
    const attempts = workAttempts(services, { workspaceId, job: name, limit });
    const settle = async () => {
      try {
        await run();
      } catch (error) {
        // What cannot be noted now is found under way, and suspect, when it comes again.
        await attempts.failed(parsed, error).catch(() => undefined);
        throw error;
      }
      await attempts.done([parsed]);
    };
    const { ready, suspects } = await attempts.begin([{ payload: parsed }]);
    if (ready.length > 0) await settle();
    for (const { payload: suspect } of suspects) await attempts.inTurn(suspect, settle);
  }
}
