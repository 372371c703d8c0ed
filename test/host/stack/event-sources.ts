import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
  type Message,
} from '@aws-sdk/client-sqs';
import type { AwsStandIn } from '../../aws-stand-in/start-aws-stand-in.ts';
import type { Assembly } from './assembly.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { Resolver } from './resolver.ts';

/** An event source mapping of the template: a queue whose messages go to a function, a batch at a time. */
export interface EventSource {
  queue: string;
  worker: LambdaFunction;
  batchSize: number;
  reportsFailures: boolean;
  /** With the function's own rights, as the service polls. */
  client: SQSClient;
}

export function eventSourcesOf(
  { assembly, resolver }: { assembly: Assembly; resolver: Resolver },
  aws: AwsStandIn,
  functionOf: (logicalId: string) => LambdaFunction,
  credentialsOf: (functionName: string) => { accessKeyId: string; secretAccessKey: string },
): EventSource[] {
  return assembly.ofType('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => {
    const queue = resolver.text(Properties['EventSourceArn']).split(':').pop() ?? '';
    const worker = functionOf((Properties['FunctionName'] as { Ref: string }).Ref);
    return {
      queue,
      worker,
      batchSize: Number(Properties['BatchSize'] ?? 10),
      reportsFailures: [Properties['FunctionResponseTypes']].flat().includes('ReportBatchItemFailures'),
      client: new SQSClient({ ...aws.clientConfig, credentials: credentialsOf(worker.name) }),
    };
  });
}

/** Delivers what the queues hold until they are empty; delays and the waits between attempts are passed over. */
export async function drainQueues(sources: readonly EventSource[], aws: AwsStandIn): Promise<void> {
  for (let delivered = true; delivered;) {
    delivered = false;
    for (const source of sources) while (await deliverBatch(source, aws)) delivered = true;
  }
}

async function deliverBatch(
  { queue, worker, batchSize, reportsFailures, client }: EventSource,
  aws: AwsStandIn,
): Promise<boolean> {
  const waiting = aws.sqs.messages(queue);
  if (waiting.length === 0) return false;
  for (const message of waiting) message.visibleAt = 0;
  const QueueUrl = aws.sqs.queueUrl(queue);
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: batchSize,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
  );
  if (Messages.length === 0) return false; // The last of them have just become dead letters.
  const failed = await invoke(worker, queue, Messages, reportsFailures);
  for (const { MessageId, ReceiptHandle } of Messages)
    if (failed.has(MessageId))
      await client.send(
        new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }),
      );
    else await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  return true;
}

/** @returns the ids that failed: all of the batch when the function throws or names an id it was not given */
async function invoke(
  worker: LambdaFunction,
  queue: string,
  messages: readonly Message[],
  reportsFailures: boolean,
): Promise<ReadonlySet<string | undefined>> {
  const all = new Set(messages.map(({ MessageId }) => MessageId));
  const Records = messages.map(({ MessageId, ReceiptHandle, Body, Attributes, MessageAttributes = {} }) => ({
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: Attributes,
    messageAttributes: Object.fromEntries(
      Object.entries(MessageAttributes).map(([name, { DataType, StringValue }]) => [
        name,
        { dataType: DataType, stringValue: StringValue },
      ]),
    ),
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:stand-in:${queue}`,
    awsRegion: 'stand-in',
  }));
  try {
    const reply = (await worker.invoke({ Records })) as {
      batchItemFailures?: { itemIdentifier: string }[];
    } | null;
    const failed = new Set(
      (reportsFailures ? (reply?.batchItemFailures ?? []) : []).map(({ itemIdentifier }) => itemIdentifier),
    );
    return [...failed].every((id) => all.has(id)) ? failed : all;
  } catch {
    return all;
  }
}
