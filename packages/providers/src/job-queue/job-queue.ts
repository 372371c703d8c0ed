import { ProviderError } from '../provider-error.ts';

/** Longest delay of a message, and largest message and batch in bytes of UTF-8: the limits of SQS, kept locally too. */
export const DELAY_SECONDS_MAX = 900;
export const MESSAGE_BYTES_MAX = 1_048_576;

export interface QueueMessage {
  /** Any JSON value; with the other messages of the call it may be of any size up to 1 MiB each. */
  body: unknown;
  /** The owner's name: where queues are in this process, groups take turns. */
  group?: string | undefined;
  /** Seconds until it can be received, 0 to 900. */
  delaySeconds?: number;
}

export interface QueueStatistics {
  queue: string;
  visible: number;
  inFlight: number;
  /** Messages that wait for their delay; locally also those that wait for their next attempt. */
  delayed: number;
  /** Age of the oldest message that is not done; null when there is none, and in SQS, which reports it to CloudWatch alone. */
  oldestAgeSeconds: number | null;
  deadLetters: number;
  /** Failed deliveries since the process began; null in SQS, where the functions' metrics count them. */
  failures: number | null;
  /** Message of the last failed delivery or dead letter; null when there was none, and in SQS. */
  lastError: string | null;
}

/** Where work is put for later. Delivery is at least once and in any order. Numbers of SQS are approximate. */
export interface JobQueue {
  /** @throws JobQueueError; some of the messages may have been kept then, and sending all again does no harm */
  send(queue: string, messages: readonly QueueMessage[]): Promise<void>;
  statistics(): Promise<QueueStatistics[]>;
  /** Gives the dead letters of a queue back to it, with all their attempts. @returns how many (approximately) */
  redrive(queue: string): Promise<number>;
}

export interface SqsJobQueueConfig {
  /** The SDK's own rules (AWS_REGION) when absent. */
  region?: string;
  /** The part of a queue's URL before its name. */
  urlPrefix: string;
  /** The name of each queue by the name that `send` uses; several may share one. */
  queues: Readonly<Record<string, string>>;
}

export class JobQueueError extends ProviderError {}
