import { once } from '../once.ts';
import type { ObjectStore, S3ObjectStoreConfig } from './object-store.ts';

/** The object store of S3, whose client is loaded at the first call. */
export function createObjectStore(config: S3ObjectStoreConfig): ObjectStore {
  const s3 = once(async () => (await import('./s3.ts')).createS3ObjectStore(config));
  return {
    createUpload: async (request) => (await s3()).createUpload(request),
    read: async (key, options) => (await s3()).read(key, options),
    head: async (key) => (await s3()).head(key),
    delete: async (key) => (await s3()).delete(key),
    put: async (key, content, options) => (await s3()).put(key, content, options),
  };
}
