import type { SQSEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { failedMessageIds, sqsRecord } from '../../../../packages/providers/src/job-queue/sqs-event.ts';

test('a record has the fields that Lambda gives', () => {
  const record: SQSEvent['Records'][number] = sqsRecord({
    queue: 'embeddings',
    id: 'm-1',
    receiptHandle: 'r-1',
    body: '{"a":1}',
    receiveCount: 2,
    sentAtMs: 1_000,
    firstReceivedAtMs: 2_000,
  });
  expect(record).toMatchObject({
    messageId: 'm-1',
    body: '{"a":1}',
    md5OfBody: 'bb6cb5c68df4652941caf652a366f2d8',
    eventSourceARN: 'arn:aws:sqs:local:000000000000:embeddings',
    attributes: { ApproximateReceiveCount: '2', SentTimestamp: '1000' },
  });
});

const ALL = ['a', 'b'];

test.each([
  ['nothing', undefined, []],
  ['null', null, []],
  ['an empty object', {}, []],
  ['no failures', { batchItemFailures: [] }, []],
  ['one failure', { batchItemFailures: [{ itemIdentifier: 'b' }] }, ['b']],
  ['an unknown identifier', { batchItemFailures: [{ itemIdentifier: 'c' }] }, ALL],
  ['an empty identifier', { batchItemFailures: [{ itemIdentifier: '' }] }, ALL],
  ['a wrong key', { batchItemFailures: [{ messageId: 'a' }] }, ALL],
  ['null among the failures', { batchItemFailures: [null] }, ALL],
  ['failures that are no list', { batchItemFailures: 'a' }, ALL],
])('%s', (_, answer, failed) => {
  expect([...failedMessageIds(answer, ALL)]).toEqual(failed);
});
