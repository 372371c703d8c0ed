import type { Client } from '@memory/client';
import type { CallRemote } from './send-batch.ts';

/** Surroundings of the work. */
export interface LocalContext {
  callRemote: CallRemote;
  /** Folders below which may be read. */
  roots: readonly string[];
  /** The service, for what is no tool. */
  client: () => Promise<Client>;
  /** Folders that the client works in. */
  folders: () => Promise<readonly string[]>;
}
