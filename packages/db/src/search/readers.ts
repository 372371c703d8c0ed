import type { Database } from '../database.ts';

const readers = new WeakMap<Database, Database>();

/** From now on what is asked of copies goes to `reader`, which follows the writer within a moment. */
export const searchOn = (db: Database, reader: Database): void => void readers.set(db, reader);

/** Where a statement runs that may miss what was written in the last moment: the reader, where there is one. */
export const readerOf = (db: Database): Database => readers.get(db) ?? db;
