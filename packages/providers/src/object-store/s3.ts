import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { Readable } from 'node:stream';
import { awsFailure } from '../aws/aws-failure.ts';
import {
  checkKey,
  ObjectNotFoundError,
  ObjectStoreError,
  type ObjectStore,
  type S3ObjectStoreConfig,
} from './object-store.ts';

/** Objects in one bucket of S3; the file that loads its client. */
export function createS3ObjectStore({
  bucket,
  region,
  forcePathStyle = false,
}: S3ObjectStoreConfig): ObjectStore {
  const client = new S3Client({
    ...(region ? { region } : {}),
    forcePathStyle,
    // By default the SDK signs the checksum of an empty body into permissions to upload, and S3 refuses the real one.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

  const call = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      if (name === 'NoSuchKey' || name === 'NotFound') throw new ObjectNotFoundError(key, { cause: error });
      const { code, message } = awsFailure('S3', error);
      throw new ObjectStoreError(code, message, { cause: error });
    }
  };

  return {
    createUpload: async ({ key, maxBytes, expiresInSeconds, contentType }) => {
      const expiresAt = new Date(Date.now() + expiresInSeconds * 1000);
      const { url, fields } = await call(key, () =>
        createPresignedPost(client, {
          Bucket: bucket,
          Key: checkKey(key),
          Conditions: [['content-length-range', 1, maxBytes]],
          Fields: contentType ? { 'Content-Type': contentType } : {},
          Expires: expiresInSeconds,
        }),
      );
      return { url, method: 'POST', fields, expiresAt };
    },
    read: async (key, { start = 0, signal } = {}) => {
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: checkKey(key),
        ...(start > 0 ? { Range: `bytes=${start}-` } : {}),
      });
      try {
        const { Body } = await call(key, () => client.send(command, { abortSignal: signal }));
        return Body instanceof Readable ? Body : Readable.from([]);
      } catch (error) {
        // A range behind the end: there is nothing to read.
        const { cause } = error as { cause?: unknown };
        if (cause instanceof Error && cause.name === 'InvalidRange') return Readable.from([]);
        throw error;
      }
    },
    head: async (key) => {
      try {
        const command = new HeadObjectCommand({ Bucket: bucket, Key: checkKey(key) });
        const { ContentLength = 0, LastModified = new Date(0) } = await call(key, () => client.send(command));
        return { sizeBytes: ContentLength, modifiedAt: LastModified };
      } catch (error) {
        if (error instanceof ObjectNotFoundError) return undefined;
        throw error;
      }
    },
    delete: async (key) => {
      const command = new DeleteObjectCommand({ Bucket: bucket, Key: checkKey(key) });
      await call(key, () => client.send(command));
    },
    put: async (key, content, { contentType } = {}) => {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: checkKey(key),
        Body: content,
        ...(contentType ? { ContentType: contentType } : {}),
      });
      await call(key, () => client.send(command));
    },
  };
}
