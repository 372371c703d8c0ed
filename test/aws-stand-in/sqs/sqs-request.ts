import { sqsError } from './sqs-error.ts';
import type { MessageAttributes } from './message-md5.ts';

export interface BatchEntry {
  Id: string;
  MessageBody?: string;
  DelaySeconds?: number;
  MessageAttributes?: MessageAttributes;
  ReceiptHandle?: string;
  VisibilityTimeout?: number;
}

/** The members of the requests the stand-in knows, joined in one shape. */
export type SqsRequest = Partial<Omit<BatchEntry, 'Id'>> & {
  QueueUrl?: string;
  QueueName?: string;
  Entries?: BatchEntry[];
  MaxNumberOfMessages?: number;
  WaitTimeSeconds?: number;
  AttributeNames?: string[];
  MessageSystemAttributeNames?: string[];
  MessageAttributeNames?: string[];
  SourceArn?: string;
  DestinationArn?: string;
};

/** A number within the service's bounds. @throws InvalidParameterValue */
export function within(
  name: string,
  value: number | undefined,
  least: number,
  most: number,
): number | undefined {
  if (value === undefined) return undefined;
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw sqsError(
    'InvalidParameterValue',
    `Value ${value} for parameter ${name} is invalid. Must be ${least} to ${most}.`,
  );
}

/** A member that has to be there. @throws MissingParameter */
export function required(name: string, value: string | undefined): string {
  if (value !== undefined && value !== '') return value;
  throw sqsError('MissingParameter', `The request must contain the parameter ${name}.`);
}

/** The entries of a batch: 1 to 10 with distinct ids. */
export function batchEntries(entries: BatchEntry[] = []): BatchEntry[] {
  if (entries.length === 0)
    throw sqsError('EmptyBatchRequest', 'There should be at least one entry in the request.');
  if (entries.length > 10) {
    throw sqsError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are 10. You have sent ${entries.length}.`,
    );
  }
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length) {
    throw sqsError('BatchEntryIdsNotDistinct', 'Two or more batch entries in the request have the same Id.');
  }
  return entries;
}

/** Bytes that count against a message's limit: the body and the names, types and values of its attributes. */
export function messageBytes(body: string, attributes: MessageAttributes = {}): number {
  const ofAttributes = Object.entries(attributes).map(
    ([name, { DataType, StringValue = '', BinaryValue = '' }]) =>
      Buffer.byteLength(name + DataType + StringValue) + Buffer.from(BinaryValue, 'base64').length,
  );
  return ofAttributes.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(body));
}
