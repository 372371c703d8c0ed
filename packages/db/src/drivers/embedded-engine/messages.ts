import type { Results } from '@electric-sql/pglite';

/** A WebAssembly.Memory that several threads have. */
export interface SharedMemory {
  /** Another one after the memory has grown. */
  readonly buffer: SharedArrayBuffer;
}

export interface EngineOptions {
  /** Folder of the database; in memory when absent. */
  dataDir: string | undefined;
  /** File of a dump to begin with, where there is nothing yet. */
  dump: string | undefined;
}

export interface QueryOptions {
  rowMode?: 'array' | 'object' | undefined;
  /** Values come and go in the text form of PostgreSQL, whatever their type. */
  asText?: boolean | undefined;
}

export type EngineRequest =
  | ({ kind: 'query'; text: string; values: unknown[] } & QueryOptions)
  | { kind: 'exec'; text: string }
  | { kind: 'dump' }
  | { kind: 'copy'; folder: string }
  | { kind: 'close' };

export interface EngineAnswer {
  kind: 'answer';
  result: Results | ArrayBuffer | undefined;
  /** Fields of the error, which would be lost with its class on the way; undefined when there is none. */
  error: Record<string, string> | undefined;
  /** The answer must not leave before this much of the log is synced; 0 when nothing was committed. */
  durableAt: number;
  /** Bytes of log since the database was opened. */
  logBytes: number;
}

export interface EngineReady {
  kind: 'ready';
  memory: SharedMemory;
  /** Addresses of the flags that end a statement. */
  queryCancelPending: number;
  interruptPending: number;
}

/** So much of the log is on the disk. */
interface EngineSynced {
  kind: 'synced';
  upTo: number;
}

export type EngineMessage = EngineAnswer | EngineReady | EngineSynced;

export class EngineError extends Error {
  /** SQLSTATE. */
  readonly code: string;

  constructor({ message, code, ...fields }: Record<string, unknown>) {
    super(String(message));
    this.name = 'EngineError';
    this.code = String(code ?? 'XX000');
    Object.assign(this, fields);
  }
}

export const statementTimeout = (limitMs: number) =>
  new EngineError({ message: `The statement took longer than ${limitMs} ms.`, code: '57014' });

/** Whether it was committed is not known. */
export const engineEnded = () =>
  new EngineError({ message: 'The embedded engine ended; it starts again.', code: '08006' });
