export { createObjectStore } from './create-object-store.ts';
export type { ObjectStore, Upload } from './object-store.ts';
