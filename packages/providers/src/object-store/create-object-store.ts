import { once } from '../once.ts';
import { createLocalObjectStore, type LocalObjectStore, type LocalObjectStoreConfig } from './local.ts';
import type { ObjectStore, S3ObjectStoreConfig } from './object-store.ts';

/** The object store a configuration asks for. The client of S3 is loaded at the first call. */
export function createObjectStore(config: LocalObjectStoreConfig): LocalObjectStore;
export function createObjectStore(config: S3ObjectStoreConfig | LocalObjectStoreConfig): ObjectStore;
export function createObjectStore(config: S3ObjectStoreConfig | LocalObjectStoreConfig): ObjectStore {
  if (config.kind === 'local') return createLocalObjectStore(config);
  const s3 = once(async () => (await import('./s3.ts')).createS3ObjectStore(config));
  return {
    createUpload: async (request) => (await s3()).createUpload(request),
    read: async (key, options) => (await s3()).read(key, options),
    head: async (key) => (await s3()).head(key),
    delete: async (key) => (await s3()).delete(key),
    put: async (key, content, options) => (await s3()).put(key, content, options),
  };
}
