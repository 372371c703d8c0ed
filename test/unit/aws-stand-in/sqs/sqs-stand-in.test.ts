import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
  SendMessageBatchCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import type { Message, ReceiveMessageCommandInput } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startAwsStandIn } from '../../../aws-stand-in/start-aws-stand-in.ts';
import type { AwsStandIn } from '../../../aws-stand-in/start-aws-stand-in.ts';

describe('the SQS stand-in', () => {
  let standIn: AwsStandIn;
  let client: SQSClient;
  let jobs: string;
  let now: number;

  beforeEach(async () => {
    now = 1_000_000_000_000;
    standIn = await startAwsStandIn({
      queues: [
        { name: 'dead' },
        { name: 'jobs', visibilityTimeout: 60, deadLetter: { queue: 'dead', maxReceiveCount: 2 } },
      ],
      now: () => now,
    });
    client = new SQSClient(standIn.clientConfig);
    jobs = standIn.sqs.queueUrl('jobs');
  });
  afterEach(() => standIn.close());

  const send = (MessageBody: string, DelaySeconds?: number) =>
    client.send(new SendMessageCommand({ QueueUrl: jobs, MessageBody, DelaySeconds }));
  const receive = async (input: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> =>
    (await client.send(new ReceiveMessageCommand({ QueueUrl: jobs, MaxNumberOfMessages: 10, ...input })))
      .Messages ?? [];
  const bodies = async (): Promise<unknown[]> => (await receive()).map(({ Body }) => Body);

  it('answers digests that the real client accepts', async () => {
    const { MD5OfMessageBody, MessageId } = await send('héllo');
    expect(MD5OfMessageBody).toBe('be50e8478cf24ff3595bc7307fb91b50');
    expect(await receive()).toMatchObject([{ MessageId, Body: 'héllo', MD5OfBody: MD5OfMessageBody }]);
  });

  it('carries message attributes that are asked for', async () => {
    const MessageAttributes = { kind: { DataType: 'String', StringValue: 'embed' } };
    const sent = await client.send(
      new SendMessageCommand({ QueueUrl: jobs, MessageBody: 'a', MessageAttributes }),
    );
    const [message] = await receive({
      MessageAttributeNames: ['kind'],
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    });
    expect(message).toMatchObject({ MessageAttributes, Attributes: { ApproximateReceiveCount: '1' } });
    expect(message?.MD5OfMessageAttributes).toBe(sent.MD5OfMessageAttributes);
  });

  it('hides a received message for its visibility timeout', async () => {
    await send('a');
    expect(await bodies()).toEqual(['a']);
    now += 59_999;
    expect(await bodies()).toEqual([]);
    now += 1;
    expect(await bodies()).toEqual(['a']);
  });

  it('holds a delayed message back', async () => {
    await send('a', 5);
    now += 4_999;
    expect(await bodies()).toEqual([]);
    now += 1;
    expect(await bodies()).toEqual(['a']);
  });

  it('deletes by the newest receipt handle only', async () => {
    await send('a');
    const [first] = await receive();
    now += 60_000;
    const [second] = await receive();
    await client.send(new DeleteMessageCommand({ QueueUrl: jobs, ReceiptHandle: first?.ReceiptHandle }));
    expect(standIn.sqs.messages('jobs')).toHaveLength(1);
    await client.send(new DeleteMessageCommand({ QueueUrl: jobs, ReceiptHandle: second?.ReceiptHandle }));
    expect(standIn.sqs.messages('jobs')).toHaveLength(0);
    const foreign = client.send(new DeleteMessageCommand({ QueueUrl: jobs, ReceiptHandle: 'nonsense' }));
    await expect(foreign).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
  });

  it('makes a message visible again at once, while it is in flight', async () => {
    await send('a');
    const [message] = await receive();
    const release = () =>
      client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: jobs,
          ReceiptHandle: message?.ReceiptHandle,
          VisibilityTimeout: 0,
        }),
      );
    await release();
    await expect(release()).rejects.toMatchObject({ name: 'MessageNotInflight' });
    expect(await bodies()).toEqual(['a']);
  });

  it('moves a message to the dead-letter queue after its last receive, and back on request', async () => {
    await send('a');
    for (let receives = 0; receives < 2; receives++) {
      expect(await bodies()).toEqual(['a']);
      now += 60_000;
    }
    expect(await bodies()).toEqual([]);
    expect(standIn.sqs.messages('dead')).toMatchObject([{ body: 'a', deadLetterSource: 'jobs' }]);

    const SourceArn = 'arn:aws:sqs:eu-west-1:123456789012:dead';
    await client.send(new StartMessageMoveTaskCommand({ SourceArn }));
    expect(await bodies()).toEqual(['a']);
    const fromJobs = client.send(
      new StartMessageMoveTaskCommand({ SourceArn: SourceArn.replace('dead', 'jobs') }),
    );
    await expect(fromJobs).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  });

  it('sends in batches of at most ten with distinct ids', async () => {
    const entries = (count: number, id = (index: number) => `m${index}`) =>
      Array.from({ length: count }, (_, index) => ({ Id: id(index), MessageBody: `b${index}` }));
    const sendBatch = (Entries: { Id: string; MessageBody: string; DelaySeconds?: number }[]) =>
      client.send(new SendMessageBatchCommand({ QueueUrl: jobs, Entries }));
    await expect(sendBatch(entries(11))).rejects.toMatchObject({ name: 'TooManyEntriesInBatchRequest' });
    await expect(sendBatch([])).rejects.toMatchObject({ name: 'EmptyBatchRequest' });
    await expect(sendBatch(entries(2, () => 'same'))).rejects.toMatchObject({
      name: 'BatchEntryIdsNotDistinct',
    });
    const { Successful, Failed } = await sendBatch([
      ...entries(2),
      { Id: 'late', MessageBody: 'x', DelaySeconds: 901 },
    ]);
    expect(Successful).toHaveLength(2);
    expect(Failed).toMatchObject([{ Id: 'late', Code: 'InvalidParameterValue', SenderFault: true }]);
  });

  it('refuses a message over 256 KiB and a queue it does not have', async () => {
    await expect(send('a'.repeat(256 * 1024 + 1))).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    const QueueUrl = standIn.sqs.queueUrl('other');
    await expect(client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'a' }))).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    });
  });

  it('counts what is waiting, in flight and delayed', async () => {
    await send('a');
    await send('b');
    await send('c', 10);
    await receive({ MaxNumberOfMessages: 1 });
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: jobs, AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: '1',
      ApproximateNumberOfMessagesNotVisible: '1',
      ApproximateNumberOfMessagesDelayed: '1',
      RedrivePolicy: '{"deadLetterTargetArn":"arn:aws:sqs:eu-west-1:123456789012:dead","maxReceiveCount":2}',
    });
  });

  it('forgets after four days', async () => {
    await send('b');
    now += 4 * 24 * 60 * 60 * 1000;
    expect(standIn.sqs.messages('jobs')).toHaveLength(0);
  });

  it('answers a long poll when a message arrives', async () => {
    const polled = receive({ WaitTimeSeconds: 20 });
    await send('a');
    expect(await polled).toMatchObject([{ Body: 'a' }]);
  });
});
