import type { EncodedMessage } from './sqs-event.ts';
import { MESSAGE_BYTES_MAX } from './job-queue.ts';

/** Messages in one SendMessageBatch. */
const BATCH_SIZE_MAX = 10;

/** Cuts messages into batches that SQS takes: at most 10 messages and 1 MiB together (it was 256 KiB until August 2025). */
export function sqsBatches(messages: readonly EncodedMessage[]): EncodedMessage[][] {
  const batches: EncodedMessage[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const last = batches.at(-1);
    if (last && last.length < BATCH_SIZE_MAX && bytes + message.bytes <= MESSAGE_BYTES_MAX) {
      last.push(message);
      bytes += message.bytes;
    } else {
      batches.push([message]);
      bytes = message.bytes;
    }
  }
  return batches;
}
