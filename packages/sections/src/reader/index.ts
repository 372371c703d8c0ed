export { DocumentError } from '../document-error.ts';
export { createDocumentReader, NO_TIME_LEFT } from './document-reader.ts';
export type { DocumentReader, ReaderLimits, ReadingOptions } from './document-reader.ts';
