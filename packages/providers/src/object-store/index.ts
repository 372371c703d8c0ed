export { createObjectStore } from './create-object-store.ts';
export type { LocalObjectStore, LocalObjectStoreConfig } from './local.ts';
export {
  ObjectNotFoundError,
  ObjectStoreError,
  type ObjectHead,
  type ObjectStore,
  type Upload,
  type UploadRequest,
  type S3ObjectStoreConfig,
} from './object-store.ts';
export type { ReceivedForm, UploadForm } from './receive-form.ts';
export { UploadRefusedError, type UploadPermission } from './upload-policy.ts';
