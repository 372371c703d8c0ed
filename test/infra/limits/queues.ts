import { bytesOf, numberOf, nameOf, type Limit } from './limit.ts';

const SQS = 'AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-queues.html';

/** Of queues. */
export const QUEUES_LIMITS: readonly Limit[] = [
  { of: 'AWS::SQS::Queue', what: 'length of the name', most: 80, source: SQS, measure: nameOf },
  {
    of: 'AWS::SQS::Queue',
    what: 'characters of the name other than letters, digits, - and _',
    most: 0,
    source: SQS,
    measure: ({ stack, id }) => [stack.resolver.nameOf(id).replaceAll(/[\w-]/gu, '').length],
  },
  {
    of: 'AWS::SQS::Queue',
    what: 'seconds that a message is hidden',
    least: 0,
    most: 43_200,
    source: SQS,
    measure: ({ properties }) => [numberOf(properties['VisibilityTimeout'])],
  },
  {
    of: 'AWS::SQS::Queue',
    what: 'seconds that a message is kept',
    least: 60,
    most: 1_209_600,
    source: SQS,
    measure: ({ properties }) => [numberOf(properties['MessageRetentionPeriod'])],
  },
  {
    of: 'AWS::SQS::Queue',
    what: 'deliveries before a message is a dead letter (AWS advises five, since throttled polls count)',
    least: 5,
    most: 1_000,
    source: 'lambda/latest/dg/services-sqs-configure.html',
    measure: ({ properties }) => [numberOf(properties['RedrivePolicy']?.maxReceiveCount)],
  },
  {
    of: 'AWS::SQS::Queue',
    what: 'queues that may name it as their queue of dead letters',
    least: 1,
    most: 10,
    source: 'AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html',
    measure: ({ properties }) => [properties['RedriveAllowPolicy']?.sourceQueueArns?.length],
  },
  {
    of: 'AWS::SQS::QueuePolicy',
    what: 'bytes',
    most: 8_192,
    source: 'AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html',
    measure: ({ properties }) => [bytesOf(properties['PolicyDocument'])],
  },
  {
    of: 'AWS::SQS::QueuePolicy',
    what: 'statements',
    most: 20,
    source: 'AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html',
    measure: ({ properties }) => [properties['PolicyDocument'].Statement.length],
  },
];
