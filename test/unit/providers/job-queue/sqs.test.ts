import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createJobQueue } from '@memory/providers';
import { stubAwsEnvironment } from '../aws-environment.ts';
import { loopbackServer, type LoopbackReply } from '../loopback-server.ts';

afterEach(() => void vi.unstubAllEnvs());

interface Entry {
  Id: string;
  MessageBody: string;
  DelaySeconds: number;
}

async function sqs(answer: (action: string, input: Record<string, unknown>, count: number) => LoopbackReply) {
  const calls: { action: string; input: Record<string, unknown> }[] = [];
  const { url } = await loopbackServer(({ headers, body }, count) => {
    const call = {
      action: String(headers['x-amz-target']).split('.')[1] ?? '',
      input: body as Record<string, unknown>,
    };
    calls.push(call);
    return answer(call.action, call.input, count);
  });
  stubAwsEnvironment('SQS', url);
  const queue = createJobQueue({
    urlPrefix: `${url}/1/team-`,
    queues: { jobs: 'jobs', other: 'other' },
  });
  return { queue, calls, url };
}

const entriesOf = (input: Record<string, unknown>): Entry[] => input.Entries as Entry[];
const accepted = ({ Id, MessageBody }: Entry) => ({
  Id,
  MessageId: `m-${Id}`,
  MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
});

test('messages go in batches of ten, with their delays', async () => {
  const { queue, calls, url } = await sqs((_, input) => ({
    body: { Successful: entriesOf(input).map(accepted) },
  }));
  await queue.send('jobs', [
    { body: { n: 0 }, delaySeconds: 1.5 },
    ...Array.from({ length: 11 }, (_, n) => ({ body: n })),
  ]);
  expect(calls.map(({ input }) => entriesOf(input).length).toSorted((a, b) => b - a)).toEqual([10, 2]);
  expect(calls[0]).toMatchObject({ action: 'SendMessageBatch', input: { QueueUrl: `${url}/1/team-jobs` } });
  expect(calls.flatMap(({ input }) => entriesOf(input))).toContainEqual({
    Id: '0',
    MessageBody: '{"n":0}',
    DelaySeconds: 2,
    MessageAttributes: { job: { DataType: 'String', StringValue: 'jobs' } },
  });
});

test('what SQS could not keep is sent again, and only that', async () => {
  const { queue, calls } = await sqs((_, input, count) => {
    const entries = entriesOf(input);
    const Failed = count === 1 ? [{ Id: '1', Code: 'InternalError', SenderFault: false }] : [];
    return {
      body: { Successful: entries.filter(({ Id }) => count > 1 || Id !== '1').map(accepted), Failed },
    };
  });
  await queue.send('jobs', [{ body: 'a' }, { body: 'b' }, { body: 'c' }]);
  expect(calls.map(({ input }) => entriesOf(input).map((entry) => entry.MessageBody))).toEqual([
    ['"a"', '"b"', '"c"'],
    ['"b"'],
  ]);
});

test('what SQS blames on the sender is not repeated', async () => {
  const { queue, calls } = await sqs(() => ({
    body: {
      Successful: [],
      Failed: [{ Id: '0', Code: 'InvalidMessageContents', SenderFault: true, Message: 'bad' }],
    },
  }));
  await expect(queue.send('jobs', [{ body: 'a' }])).rejects.toMatchObject({
    name: 'JobQueueError',
    code: 'refused',
    message: expect.stringContaining('InvalidMessageContents'),
  });
  expect(calls).toHaveLength(1);
});

test('statistics come from the queue and its dead-letter queue', async () => {
  const { queue } = await sqs((_, input) => {
    const dead = String(input.QueueUrl).endsWith('-dead');
    return {
      body: {
        Attributes: {
          ApproximateNumberOfMessages: dead ? '4' : '3',
          ApproximateNumberOfMessagesNotVisible: '2',
          ApproximateNumberOfMessagesDelayed: '1',
        },
      },
    };
  });
  const unknown = { oldestAgeSeconds: null, failures: null, lastError: null };
  expect(await queue.statistics()).toEqual([
    { queue: 'jobs', visible: 3, inFlight: 2, delayed: 1, deadLetters: 4, ...unknown },
    { queue: 'other', visible: 3, inFlight: 2, delayed: 1, deadLetters: 4, ...unknown },
  ]);
});

test('redrive moves the dead letters back to where they came from', async () => {
  const { queue, calls } = await sqs((action) =>
    action === 'GetQueueAttributes'
      ? {
          body: {
            Attributes: { QueueArn: 'arn:aws:sqs:eu-west-1:1:jobs-dead', ApproximateNumberOfMessages: '4' },
          },
        }
      : { body: { TaskHandle: 't' } },
  );
  expect(await queue.redrive('jobs')).toBe(4);
  expect(calls.at(-1)).toEqual({
    action: 'StartMessageMoveTask',
    input: { SourceArn: 'arn:aws:sqs:eu-west-1:1:jobs-dead' },
  });
});

test('an empty dead-letter queue is left alone', async () => {
  const { queue, calls } = await sqs(() => ({ body: { Attributes: { ApproximateNumberOfMessages: '0' } } }));
  expect(await queue.redrive('jobs')).toBe(0);
  expect(calls.map(({ action }) => action)).toEqual(['GetQueueAttributes']);
});

test('a queue that is not configured is an error of configuration', async () => {
  const { queue } = await sqs(() => ({}));
  await expect(queue.send('nowhere', [{ body: 1 }])).rejects.toMatchObject({ code: 'misconfigured' });
  await expect(queue.redrive('nowhere')).rejects.toMatchObject({ code: 'misconfigured' });
});
