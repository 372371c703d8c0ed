import type { Database } from '../database.ts';

const embedded = new WeakSet<Database>();

/** Told by the embedded engine's driver: its processor has no 16-bit floats. */
export const markEmbedded = (db: Database): void => void embedded.add(db);

export const isEmbedded = (db: Database): boolean => embedded.has(db);
