import type { Database } from '../database.ts';

export interface OpenDatabase {
  db: Database;
  /** Settings that only this engine needs, once its schema is up to date. */
  tune?(): Promise<void>;
  /** Leaves nothing of what was replaced or deleted in the files; absent where they are not ours. */
  erase?(): Promise<void>;
  /** Copies the files as they are at one moment into a folder that is not there yet; absent where they are not ours. */
  copyTo?(folder: string): Promise<void>;
  /** Jobs that may work at once without holding requests up; no limit when absent. */
  jobsAtOnce?: number;
  close(): Promise<void>;
}
