export type Files = ReadonlyMap<string, string>;

export interface StoredFiles {
  where: string;
  files: Files;
  isShared: boolean;
}

export interface ReadStore {
  /** Files known of the place of sync; none before the first sync. */
  stored: StoredFiles[];
  /** Whether what others wrote was asked for: there is a remote, and it answered. */
  isReached: boolean;
  /** Why it did not. */
  unreachable?: string | undefined;
  /** Files there that are none of ours: they go with the next snapshot. */
  foreign: number;
}

export type Written =
  | {
      state: 'written' | 'unchanged';
      isShared: boolean;
      /** Names what stands there now, as `version` does. */
      version: string;
    }
  /** Somebody else wrote meanwhile: read again. */
  | { state: 'raced' }
  /** It stands in this clone, and others cannot have it. */
  | { state: 'refused'; reason: string };

export interface SyncStore {
  readonly place: string;
  /** By which it is known again from another clone of the same repository. */
  readonly identity: string;
  read(): Promise<ReadStore>;
  /** Names what stands there, without reading it; undefined where that cannot be said, or nothing stands there. */
  version(): Promise<string | undefined>;
  /** Puts a snapshot in the place of what was read; what it replaces is not kept. */
  write(files: Files): Promise<Written>;
}

/** More than a million memories take; what is larger is not ours. */
export const FILE_BYTES_MAX = 64 * 2 ** 20;
export const SNAPSHOT_BYTES_MAX = 512 * 2 ** 20;
