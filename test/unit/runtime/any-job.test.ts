import type { SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import type { JobName } from '@memory/contracts';
import { anyJob, type HostContext, type JobHandler } from '@memory/service';

/** Messages as they come from the shared queue, and what the handlers of their jobs were given. */
async function deliver(messages: { body: unknown; job?: string }[], fails: readonly JobName[] = []) {
  const given: [JobName, unknown][] = [];
  const errors: string[] = [];
  const handlerOf = (name: JobName): JobHandler => {
    return async ({ Records: [record] }) => {
      given.push([name, JSON.parse(record?.body ?? '')]);
      const failed = fails.includes(name) ? [{ itemIdentifier: record?.messageId ?? '' }] : [];
      return { batchItemFailures: failed };
    };
  };
  const log = { error: (message: string) => void errors.push(message) };
  const answer = await anyJob(async (name) => handlerOf(name))(
    {
      Records: messages.map(
        ({ body, job }, index) =>
          ({
            messageId: String(index),
            body: JSON.stringify(body),
            messageAttributes: job === undefined ? {} : { job: { dataType: 'String', stringValue: job } },
          }) as Partial<SQSRecord> as SQSRecord,
      ),
    },
    { services: { log } } as unknown as HostContext,
  );
  return { given, errors, failed: answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
}

test('a message of the shared queue goes to the handler of its job', async () => {
  const upload = { Records: [{ s3: { object: { key: 'uploads/a/b' } } }] };
  const { given, failed } = await deliver([
    { body: { workspaceId: 'w', job: 'not a job' }, job: 'generateEmbedding' },
    { body: { job: 'sweepWorkspaces' } },
    { body: upload },
    { body: { Event: 's3:TestEvent' } },
  ]);
  expect(given).toEqual([
    ['generateEmbedding', { workspaceId: 'w', job: 'not a job' }],
    ['sweepWorkspaces', {}],
    ['ingestUpload', upload],
    ['ingestUpload', { Event: 's3:TestEvent' }],
  ]);
  expect(failed).toEqual([]);
});

test('only what failed comes again, and what belongs to no job ends among the dead letters', async () => {
  const { errors, failed } = await deliver(
    [
      { body: {}, job: 'generateEmbedding' },
      { body: {}, job: 'sweepWorkspaces' },
      { body: {}, job: 'unknown' },
      { body: 1 },
    ],
    ['sweepWorkspaces'],
  );
  expect(failed).toEqual(['1', '2', '3']);
  expect(errors).toEqual(['The message cannot be read', 'The message cannot be read']);
});
