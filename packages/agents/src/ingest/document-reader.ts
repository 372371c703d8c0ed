import { createDocumentReader, type DocumentReader } from '@memory/sections/reader';

let reader: DocumentReader | undefined;

/** The reader of this process. A file of 64 MB may take its time, but not for ever. */
export const documentReader = (): DocumentReader =>
  (reader ??= createDocumentReader({ memoryMb: 1_000, deadlineMs: 180_000, processes: 1 }));
