import { AwsError } from '../aws-error.ts';

/** A sender's fault in the names of the JSON protocol. */
export function sqsError(code: string, message: string): AwsError {
  return new AwsError(code, 400, message);
}

/** The names of the old query protocol, which the service still sends beside the new ones and clients match on. */
export const QUERY_ERROR_CODES: Record<string, string> = {
  QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
  MessageNotInflight: 'AWS.SimpleQueueService.MessageNotInflight',
  TooManyEntriesInBatchRequest: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
  EmptyBatchRequest: 'AWS.SimpleQueueService.EmptyBatchRequest',
  BatchEntryIdsNotDistinct: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
  BatchRequestTooLong: 'AWS.SimpleQueueService.BatchRequestTooLong',
  UnsupportedOperation: 'AWS.SimpleQueueService.UnsupportedOperation',
};
