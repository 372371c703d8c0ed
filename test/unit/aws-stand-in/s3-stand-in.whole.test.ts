import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectCreated } from '../../aws-stand-in/s3/s3-stand-in.ts';
import { startAwsStandIn } from '../../aws-stand-in/start-aws-stand-in.ts';
import type { AwsStandIn } from '../../aws-stand-in/start-aws-stand-in.ts';

const Bucket = 'uploads';
const AWKWARD_KEY = `w 1/a+b & <c> 'ü'/%2F.md`;

describe('the S3 stand-in', () => {
  let standIn: AwsStandIn;
  let client: S3Client;
  let created: ObjectCreated[];
  let laterMs: number;

  beforeEach(async () => {
    created = [];
    laterMs = 0;
    standIn = await startAwsStandIn({
      buckets: [Bucket],
      onObjectCreated: (event) => void created.push(event),
      now: () => Date.now() + laterMs,
    });
    client = new S3Client({ ...standIn.clientConfig, forcePathStyle: true });
  });
  afterEach(() => standIn.close());

  const put = (Key: string, Body = 'hello') => client.send(new PutObjectCommand({ Bucket, Key, Body }));
  const content = (key: string): string | undefined =>
    standIn.s3.objects(Bucket).get(key)?.content.toString();

  it('keeps an object with its type and metadata, under any key', async () => {
    const sent = new PutObjectCommand({
      Bucket,
      Key: AWKWARD_KEY,
      Body: 'hello',
      ContentType: 'text/markdown',
      Metadata: { a: 'b' },
    });
    const { ETag } = await client.send(sent);
    const got = await client.send(new GetObjectCommand({ Bucket, Key: AWKWARD_KEY }));
    expect(got).toMatchObject({ ETag, ContentType: 'text/markdown', Metadata: { a: 'b' }, ContentLength: 5 });
    expect(await got.Body?.transformToString()).toBe('hello');
    expect(await client.send(new HeadObjectCommand({ Bucket, Key: AWKWARD_KEY }))).toMatchObject({
      ETag,
      ContentLength: 5,
    });
    expect(created).toEqual([
      { eventName: 'ObjectCreated:Put', bucket: Bucket, key: AWKWARD_KEY, size: 5, eTag: ETag },
    ]);
  });

  it('reads a range', async () => {
    await put('a', '0123456789');
    const { Body, ContentRange } = await client.send(
      new GetObjectCommand({ Bucket, Key: 'a', Range: 'bytes=2-4' }),
    );
    expect([await Body?.transformToString(), ContentRange]).toEqual(['234', 'bytes 2-4/10']);
  });

  it('decodes a streamed upload with its trailing checksum', async () => {
    const Body = Readable.from([Buffer.from('first,'), Buffer.from('second')]);
    await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body, ContentLength: 12 }));
    expect(content('a')).toBe('first,second');
  });

  it('says which keys and buckets it does not have', async () => {
    await expect(client.send(new GetObjectCommand({ Bucket, Key: 'a' }))).rejects.toMatchObject({
      name: 'NoSuchKey',
    });
    await expect(client.send(new HeadObjectCommand({ Bucket, Key: 'a' }))).rejects.toMatchObject({
      name: 'NotFound',
    });
    const elsewhere = new PutObjectCommand({ Bucket: 'other', Key: 'a', Body: 'a' });
    await expect(client.send(elsewhere)).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  it('deletes', async () => {
    await put('a');
    for (let times = 0; times < 2; times += 1)
      await client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
    expect(content('a')).toBeUndefined();
  });

  describe('a presigned POST', () => {
    const sign = (options: Partial<PresignedPostOptions> = {}) =>
      createPresignedPost(client, {
        Bucket,
        Key: 'w1/${filename}',
        Conditions: [
          ['content-length-range', 2, 10],
          ['starts-with', '$key', 'w1/'],
          { 'content-type': 'text/plain' },
        ],
        Fields: { 'content-type': 'text/plain' },
        Expires: 60,
        ...options,
      });
    const upload = async (
      { url, fields }: Awaited<ReturnType<typeof sign>>,
      { file = 'hello', ...changed }: Record<string, string> = {},
    ) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...fields, ...changed })) form.append(name, value);
      form.append('file', new Blob([file]), 'a.txt');
      const reply = await fetch(url, { method: 'POST', body: form });
      return { status: reply.status, text: await reply.text() };
    };
    const refusal = (status: number, text: string) => ({
      status,
      text: expect.stringContaining(text) as string,
    });

    it('is accepted as it was signed', async () => {
      expect((await upload(await sign())).status).toBe(204);
      expect(content('w1/a.txt')).toBe('hello');
      expect(created).toMatchObject([{ eventName: 'ObjectCreated:Post', key: 'w1/a.txt', size: 5 }]);
    });

    it.each([
      ['a key outside the prefix', { key: 'w2/a' }, 403, 'Policy Condition failed'],
      ['another content type', { 'content-type': 'text/html' }, 403, 'Policy Condition failed'],
      ['a field without a condition', { acl: 'public-read' }, 403, 'Extra input fields: acl'],
      ['a file over the limit', { file: 'hello world' }, 400, 'EntityTooLarge'],
      ['a file under the limit', { file: 'h' }, 400, 'EntityTooSmall'],
      [
        'a policy of its own',
        { Policy: Buffer.from('{"expiration":"2999-01-01T00:00:00Z","conditions":[]}').toString('base64') },
        403,
        'SignatureDoesNotMatch',
      ],
    ])('is refused with %s', async (_, changed, status, text) => {
      expect(await upload(await sign(), changed)).toMatchObject(refusal(status, text));
      expect(standIn.s3.objects(Bucket).size).toBe(0);
    });

    it('is refused after its expiry', async () => {
      const post = await sign();
      laterMs = 61_000;
      expect(await upload(post)).toMatchObject(refusal(403, 'Policy expired'));
    });

    it('is refused without a policy', async () => {
      const { url } = await sign();
      expect(await upload({ url, fields: { key: 'w1/a' } })).toMatchObject(refusal(403, 'AccessDenied'));
    });
  });
});
