import { attributesMd5, bodyMd5 } from './message-md5.ts';
import type { MessageAttributes } from './message-md5.ts';
import type { MessageQueue, QueueMessage } from './message-queue.ts';
import type { SqsRequest } from './sqs-request.ts';

type ArnOf = (queueName: string) => string;

/** A received message in wire form, with the attributes that were asked for and no others. */
export function presentMessage(
  { message, receiptHandle }: { message: QueueMessage; receiptHandle: string },
  { AttributeNames = [], MessageSystemAttributeNames = [], MessageAttributeNames = [] }: SqsRequest,
  arnOf: ArnOf,
): object {
  const system = chosen(systemAttributes(message, arnOf), [
    ...AttributeNames,
    ...MessageSystemAttributeNames,
  ]);
  const attributes = chosen(message.attributes, MessageAttributeNames) as MessageAttributes;
  const hasAttributes = Object.keys(attributes).length > 0;
  return {
    MessageId: message.id,
    ReceiptHandle: receiptHandle,
    MD5OfBody: bodyMd5(message.body),
    Body: message.body,
    ...(Object.keys(system).length > 0 ? { Attributes: system } : {}),
    ...(hasAttributes
      ? { MessageAttributes: attributes, MD5OfMessageAttributes: attributesMd5(attributes) }
      : {}),
  };
}

/** The answer to GetQueueAttributes; without names it is empty. */
export function presentQueue(queue: MessageQueue, arnOf: ArnOf, now: number, names: string[] = []): object {
  const { options } = queue;
  const messages = queue.messages();
  const hidden = messages.filter(({ visibleAt }) => visibleAt > now);
  const delayed = hidden.filter(({ receiveCount }) => receiveCount === 0);
  const attributes = {
    QueueArn: arnOf(options.name),
    ApproximateNumberOfMessages: String(messages.length - hidden.length),
    ApproximateNumberOfMessagesNotVisible: String(hidden.length - delayed.length),
    ApproximateNumberOfMessagesDelayed: String(delayed.length),
    VisibilityTimeout: String(options.visibilityTimeout),
    DelaySeconds: String(options.delaySeconds),
    MessageRetentionPeriod: String(options.retentionSeconds),
    MaximumMessageSize: String(options.messageBytesMax),
    ...(options.deadLetter ? { RedrivePolicy: redrivePolicy(options.deadLetter, arnOf) } : {}),
  };
  return { Attributes: chosen(attributes, names) };
}

function redrivePolicy(
  { queue, maxReceiveCount }: { queue: string; maxReceiveCount: number },
  arnOf: ArnOf,
): string {
  return JSON.stringify({ deadLetterTargetArn: arnOf(queue), maxReceiveCount });
}

function systemAttributes(message: QueueMessage, arnOf: ArnOf): Record<string, string> {
  const { sentAt, receiveCount, firstReceivedAt = sentAt, deadLetterSource } = message;
  return {
    SenderId: 'AIDATEST',
    SentTimestamp: String(sentAt),
    ApproximateReceiveCount: String(receiveCount),
    ApproximateFirstReceiveTimestamp: String(firstReceivedAt),
    ...(deadLetterSource === undefined ? {} : { DeadLetterQueueSourceArn: arnOf(deadLetterSource) }),
  };
}

function chosen(all: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  if (names.some((name) => name === 'All' || name === '.*')) return all;
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}
