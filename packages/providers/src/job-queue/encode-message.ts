import { DELAY_SECONDS_MAX, JobQueueError, MESSAGE_BYTES_MAX, type QueueMessage } from './job-queue.ts';

export interface EncodedMessage {
  /** JSON text. */
  body: string;
  bytes: number;
  group: string;
  /** Whole seconds, 0 to 900. */
  delaySeconds: number;
}

/**
 * A message as it travels.
 * @throws JobQueueError `refused` when it is no JSON value, is larger than 1 MiB or has a delay outside 0..900
 */
export function encodeMessage({ body, group = '', delaySeconds = 0 }: QueueMessage): EncodedMessage {
  const text = JSON.stringify(body) as string | undefined;
  if (text === undefined) throw new JobQueueError('refused', 'A message must be a JSON value.');
  // Two code points that JSON leaves as they are and SQS refuses.
  const sendable = text.replaceAll('\uFFFE', '\\ufffe').replaceAll('\uFFFF', '\\uffff');
  const bytes = Buffer.byteLength(sendable);
  if (bytes > MESSAGE_BYTES_MAX) {
    throw new JobQueueError(
      'too_long',
      `A message of ${bytes} bytes is above the limit of ${MESSAGE_BYTES_MAX}.`,
    );
  }
  if (!(delaySeconds >= 0 && delaySeconds <= DELAY_SECONDS_MAX)) {
    throw new JobQueueError(
      'refused',
      `A delay of ${delaySeconds} seconds is outside 0..${DELAY_SECONDS_MAX}.`,
    );
  }
  // SQS takes whole seconds; rounding up never delivers early.
  return { body: sendable, bytes, group, delaySeconds: Math.ceil(delaySeconds) };
}
