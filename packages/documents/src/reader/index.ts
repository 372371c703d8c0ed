export { DocumentError } from '../document-error.ts';
export { createDocumentReader } from './document-reader.ts';
export type { DocumentReader, ReaderLimits, ReadingOptions } from './document-reader.ts';
