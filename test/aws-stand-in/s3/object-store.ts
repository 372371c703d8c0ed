import { createHash } from 'node:crypto';
import { AwsError } from '../aws-error.ts';

export interface StoredObject {
  readonly content: Buffer;
  readonly contentType: string;
  /** Headers `x-amz-meta-*` without that prefix. */
  readonly metadata: Record<string, string>;
  /** With its quotes. */
  readonly eTag: string;
  readonly lastModified: Date;
}

/** Buckets in memory. */
export class ObjectStore {
  readonly #buckets: Map<string, Map<string, StoredObject>>;
  readonly #now: () => number;

  constructor(buckets: readonly string[], now: () => number) {
    this.#buckets = new Map(buckets.map((name) => [name, new Map()]));
    this.#now = now;
  }

  /** @throws NoSuchBucket */
  bucket(name: string): Map<string, StoredObject> {
    const bucket = this.#buckets.get(name);
    if (!bucket) throw new AwsError('NoSuchBucket', 404, 'The specified bucket does not exist');
    return bucket;
  }

  put(
    bucket: string,
    key: string,
    { content, contentType = 'binary/octet-stream', metadata = {} }: PutContent,
  ): StoredObject {
    const eTag = `"${createHash('md5').update(content).digest('hex')}"`;
    const stored = { content, contentType, metadata, eTag, lastModified: new Date(this.#now()) };
    this.bucket(bucket).set(key, stored);
    return stored;
  }

  /** @throws NoSuchKey */
  get(bucket: string, key: string): StoredObject {
    const stored = this.bucket(bucket).get(key);
    if (!stored) throw new AwsError('NoSuchKey', 404, 'The specified key does not exist.');
    return stored;
  }
}

interface PutContent {
  content: Buffer;
  contentType?: string;
  metadata?: Record<string, string>;
}
