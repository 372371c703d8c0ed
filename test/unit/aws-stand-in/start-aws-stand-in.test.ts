import { SQSClient, SendMessageCommand } from '@aws-sdk/client-sqs';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startAwsStandIn } from '../../aws-stand-in/start-aws-stand-in.ts';
import type { AwsStandIn } from '../../aws-stand-in/start-aws-stand-in.ts';

describe('startAwsStandIn', () => {
  let standIn: AwsStandIn;

  beforeEach(async () => {
    standIn = await startAwsStandIn({ queues: [{ name: 'jobs' }], buckets: ['uploads'] });
    vi.stubEnv('AWS_ENDPOINT_URL', standIn.url);
    vi.stubEnv('AWS_REGION', standIn.clientConfig.region);
    vi.stubEnv('AWS_ACCESS_KEY_ID', standIn.clientConfig.credentials.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', standIn.clientConfig.credentials.secretAccessKey);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await standIn.close();
  });

  it('serves clients that know it by AWS_ENDPOINT_URL alone, and records what they needed', async () => {
    await new SQSClient({}).send(
      new SendMessageCommand({ QueueUrl: standIn.sqs.queueUrl('jobs'), MessageBody: 'a' }),
    );
    const missing = new S3Client({}).send(new GetObjectCommand({ Bucket: 'uploads', Key: 'a/b' }));
    await expect(missing).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(standIn.calls).toMatchObject([
      {
        service: 'sqs',
        operation: 'SendMessage',
        action: 'sqs:SendMessage',
        resource: 'arn:aws:sqs:eu-west-1:123456789012:jobs',
      },
      { service: 's3', operation: 'GetObject', action: 's3:GetObject', resource: 'arn:aws:s3:::uploads/a/b' },
    ]);
  });

  it('refuses a call without a signature', async () => {
    const reply = await fetch(standIn.url, {
      method: 'POST',
      headers: { 'x-amz-target': 'AmazonSQS.SendMessage' },
      body: '{}',
    });
    expect([reply.status, reply.headers.get('x-amzn-errortype')]).toEqual([
      403,
      'MissingAuthenticationTokenException',
    ]);
    expect(standIn.calls).toEqual([]);
  });

  it('takes events', async () => {
    const headers = {
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDSTANDIN/20260101/eu-west-1/events/aws4_request, Signature=0',
      'x-amz-target': 'AWSEvents.PutEvents',
    };
    const Entries = [
      { Source: 'memory', DetailType: 'Stored', Detail: '{"id":1}' },
      { Source: 'memory', DetailType: 'Stored', Detail: 'no JSON' },
    ];
    const reply = await fetch(standIn.url, { method: 'POST', headers, body: JSON.stringify({ Entries }) });
    expect(await reply.json()).toMatchObject({
      FailedEntryCount: 1,
      Entries: [{}, { ErrorCode: 'MalformedDetail' }],
    });
    expect(standIn.events.events).toEqual([
      { source: 'memory', detailType: 'Stored', detail: { id: 1 }, eventBus: 'default' },
    ]);
    expect(standIn.calls).toMatchObject([{ action: 'events:PutEvents' }]);
  });
});
