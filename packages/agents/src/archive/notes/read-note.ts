import type { WorkspaceRecordInput } from '@memory/contracts';
import type { FoundNote } from './notes-folder.ts';

export type MemoryInput = Extract<WorkspaceRecordInput, { record: 'memory' }>;

/** A note and the memory that it is. */
export interface ReadNote {
  found: FoundNote;
  record: MemoryInput;
}

/** What is to be said of a file. */
export interface Told {
  path: string;
  message: string;
}
