export { createObjectStore } from './create-object-store.ts';
export {
  ObjectNotFoundError,
  ObjectStoreError,
  type ObjectHead,
  type ObjectStore,
  type Upload,
  type UploadRequest,
  type S3ObjectStoreConfig,
} from './object-store.ts';
