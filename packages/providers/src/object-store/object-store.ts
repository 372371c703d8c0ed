import { ProviderError } from '../provider-error.ts';

export interface UploadRequest {
  /** The one key that the upload may write; see `checkKey` for its form. */
  key: string;
  /** Largest upload in bytes; the smallest is 1. */
  maxBytes: number;
  /** Seconds until the permission ends. */
  expiresInSeconds: number;
  /** When given, the upload must name exactly this type in its field `Content-Type`. */
  contentType?: string;
}

/** Permission for one upload: a form (`multipart/form-data`) with these fields and, last, the field `file`. */
export interface Upload {
  url: string;
  method: 'POST';
  fields: Record<string, string>;
  expiresAt: Date;
}

export interface ObjectHead {
  sizeBytes: number;
  modifiedAt: Date;
}

export interface ObjectStore {
  createUpload(request: UploadRequest): Promise<Upload>;
  /**
   * The bytes of an object in pieces, read as they are asked for.
   * @param options.start first byte, from 0; at or behind the end there is nothing to read
   * @throws ObjectNotFoundError
   */
  read(key: string, options?: { start?: number; signal?: AbortSignal }): Promise<AsyncIterable<Uint8Array>>;
  head(key: string): Promise<ObjectHead | undefined>;
  /** Removes an object; one that is not there is no error. */
  delete(key: string): Promise<void>;
  /** Writes an object whole or not at all, over the one that is there. */
  put(key: string, content: Uint8Array | string, options?: { contentType?: string }): Promise<void>;
}

export class ObjectStoreError extends ProviderError {}

export class ObjectNotFoundError extends ObjectStoreError {
  constructor(key: string, options?: ErrorOptions) {
    super('refused', `There is no object ${key}.`, options);
  }
}

export interface S3ObjectStoreConfig {
  bucket: string;
  /** The SDK's own rules (AWS_REGION) when absent. */
  region?: string;
  /** Puts the bucket into the path instead of the host, for endpoints that are not AWS. Default false. */
  forcePathStyle?: boolean;
}

const KEY_LENGTH_MAX = 512;
/** A part of a key begins with a letter, a digit, `_` or `-`, so none is hidden, `.` or `..`. */
const KEY = /^[\w-][\w.-]{0,127}(\/[\w-][\w.-]{0,127})*$/;

/**
 * The key when it has the form that every store takes: parts of ASCII letters, digits, `_`, `-` and `.` between single
 * slashes. A key of this form never leaves the folder of a local store.
 * @throws ObjectStoreError `refused`
 */
export function checkKey(key: string): string {
  if (key.length > KEY_LENGTH_MAX || !KEY.test(key)) {
    throw new ObjectStoreError('refused', `${JSON.stringify(key.slice(0, 80))} is not a key of an object.`);
  }
  return key;
}
