import { setTimeout as delay } from 'node:timers/promises';
import type { AwsError } from '../aws-error.ts';
import type { AwsCall, AwsReply, AwsRequest, AwsService } from '../aws-service.ts';
import { ACCOUNT_ID } from '../aws-service.ts';
import { jsonError, jsonReply, readJson } from '../json-protocol.ts';
import { attributesMd5, bodyMd5 } from './message-md5.ts';
import type { MessageQueue, QueueMessage, QueueOptions } from './message-queue.ts';
import { presentMessage, presentQueue } from './present-message.ts';
import { QueueSet } from './queue-set.ts';
import { QUERY_ERROR_CODES, sqsError } from './sqs-error.ts';
import { batchEntries, messageBytes, required, within } from './sqs-request.ts';
import type { BatchEntry, SqsRequest } from './sqs-request.ts';

const CONTENT_TYPE = 'application/x-amz-json-1.0';
const LONG_POLL_STEP_MS = 20;
const VISIBILITY_SECONDS_MAX = 12 * 60 * 60;

/** SQS with standard queues over the JSON 1.0 protocol. */
export class SqsStandIn implements AwsService {
  readonly #queues: QueueSet;
  readonly #now: () => number;
  readonly #origin: () => string;

  constructor(queues: readonly QueueOptions[], region: string, origin: () => string, now: () => number) {
    this.#queues = new QueueSet(queues, region, now);
    this.#origin = origin;
    this.#now = now;
  }

  /** The URL under which clients name a queue. */
  queueUrl(name: string): string {
    return `${this.#origin()}/${ACCOUNT_ID}/${name}`;
  }

  /** Messages of a queue, in flight or not, oldest first. */
  messages(name: string): readonly QueueMessage[] {
    return this.#queues.byName(name).messages();
  }

  /** Empties a queue. */
  forget(name: string): void {
    this.#queues.byName(name).drain();
  }

  identify(request: AwsRequest): AwsCall {
    const operation = String(request.headers['x-amz-target']).replace('AmazonSQS.', '');
    const body = readJson(request) as SqsRequest;
    const name = body.QueueName ?? body.QueueUrl?.split('/').pop() ?? '';
    const resource = body.SourceArn ?? this.#queues.arnOf(name);
    return { service: 'sqs', operation, action: `sqs:${operation.replace(/Batch$/, '')}`, resource };
  }

  async handle(request: AwsRequest, { operation }: AwsCall): Promise<AwsReply> {
    return jsonReply(await this.#carryOut(operation, readJson(request)), CONTENT_TYPE);
  }

  presentError(error: AwsError): AwsReply {
    const reply = jsonError(error, CONTENT_TYPE);
    const queryCode = QUERY_ERROR_CODES[error.code] ?? error.code;
    return { ...reply, headers: { ...reply.headers, 'x-amzn-query-error': `${queryCode};Sender` } };
  }

  async #carryOut(operation: string, body: SqsRequest): Promise<object> {
    switch (operation) {
      case 'StartMessageMoveTask': {
        const arn = required('SourceArn', body.SourceArn);
        this.#queues.startMove(arn, body.DestinationArn);
        return { TaskHandle: Buffer.from(arn).toString('base64') };
      }
      default:
        return this.#carryOutOnQueue(operation, body, this.#queueOf(body));
    }
  }

  async #carryOutOnQueue(operation: string, body: SqsRequest, queue: MessageQueue): Promise<object> {
    switch (operation) {
      case 'SendMessage':
        return this.#send(queue, body);
      case 'SendMessageBatch':
        return this.#sendBatch(queue, batchEntries(body.Entries));
      case 'ReceiveMessage':
        return this.#receive(queue, body);
      case 'DeleteMessage':
        return this.#delete(queue, body);
      case 'ChangeMessageVisibility':
        return this.#changeVisibility(queue, body);
      case 'GetQueueAttributes':
        return presentQueue(queue, (name) => this.#queues.arnOf(name), this.#now(), body.AttributeNames);
      default:
        throw sqsError('UnsupportedOperation', `The stand-in does not know ${operation}.`);
    }
  }

  #queueOf({ QueueUrl }: SqsRequest): MessageQueue {
    return this.#queues.byName(required('QueueUrl', QueueUrl).split('/').pop() ?? '');
  }

  #send(
    queue: MessageQueue,
    { MessageBody, MessageAttributes = {}, DelaySeconds }: Partial<BatchEntry>,
  ): object {
    const body = required('MessageBody', MessageBody);
    const bytesMax = queue.options.messageBytesMax;
    if (messageBytes(body, MessageAttributes) > bytesMax) {
      throw sqsError(
        'InvalidParameterValue',
        `One or more parameters are invalid. Message must be shorter than ${bytesMax} bytes.`,
      );
    }
    const message = queue.send(body, MessageAttributes, within('DelaySeconds', DelaySeconds, 0, 900));
    const hasAttributes = Object.keys(MessageAttributes).length > 0;
    return {
      MessageId: message.id,
      MD5OfMessageBody: bodyMd5(body),
      ...(hasAttributes ? { MD5OfMessageAttributes: attributesMd5(MessageAttributes) } : {}),
    };
  }

  #sendBatch(queue: MessageQueue, entries: BatchEntry[]): object {
    const bytes = entries.reduce(
      (sum, { MessageBody = '', MessageAttributes }) => sum + messageBytes(MessageBody, MessageAttributes),
      0,
    );
    if (bytes > queue.options.messageBytesMax) {
      throw sqsError(
        'BatchRequestTooLong',
        `Batch requests cannot be longer than ${queue.options.messageBytesMax} bytes.`,
      );
    }
    return eachEntry(entries, (entry) => this.#send(queue, entry));
  }

  /** Waits for a message up to `WaitTimeSeconds` of real time, as a long poll does; an empty answer has no Messages. */
  async #receive(queue: MessageQueue, body: SqsRequest): Promise<object> {
    const max = within('MaxNumberOfMessages', body.MaxNumberOfMessages, 1, 10) ?? 1;
    const visibility =
      within('VisibilityTimeout', body.VisibilityTimeout, 0, VISIBILITY_SECONDS_MAX) ??
      queue.options.visibilityTimeout;
    const deadline = performance.now() + (within('WaitTimeSeconds', body.WaitTimeSeconds, 0, 20) ?? 0) * 1000;
    let received = this.#queues.receive(queue, max, visibility);
    while (received.length === 0 && performance.now() < deadline) {
      await delay(LONG_POLL_STEP_MS);
      received = this.#queues.receive(queue, max, visibility);
    }
    if (received.length === 0) return {};
    const arnOf = (name: string): string => this.#queues.arnOf(name);
    return { Messages: received.map((each) => presentMessage(each, body, arnOf)) };
  }

  #delete(queue: MessageQueue, { ReceiptHandle }: Partial<BatchEntry>): object {
    queue.delete(required('ReceiptHandle', ReceiptHandle));
    return {};
  }

  #changeVisibility(queue: MessageQueue, { ReceiptHandle, VisibilityTimeout }: Partial<BatchEntry>): object {
    const seconds = within('VisibilityTimeout', VisibilityTimeout, 0, VISIBILITY_SECONDS_MAX) ?? 0;
    queue.changeVisibility(required('ReceiptHandle', ReceiptHandle), seconds);
    return {};
  }
}

/** Carries out each entry on its own: a refused one fails alone. */
function eachEntry(entries: BatchEntry[] | undefined, work: (entry: BatchEntry) => object): object {
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of batchEntries(entries)) {
    try {
      Successful.push({ Id: entry.Id, ...work(entry) });
    } catch (error) {
      const { code, message } = error as AwsError;
      Failed.push({ Id: entry.Id, Code: code, Message: message, SenderFault: true });
    }
  }
  return { Successful, Failed };
}
