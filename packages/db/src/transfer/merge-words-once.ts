import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { isEmbedded } from '../drivers/embedded.ts';

/** Below that, waiting for the merge costs what it saves. */
const ROWS_MIN = 50;

const forEachIndex = (work: string) =>
  sql.raw(`do $$ declare i regclass; begin
    for i in select c.oid from pg_index x join pg_class c on c.oid = x.indexrelid join pg_am a on a.oid = c.relam
      where x.indrelid = 'memories'::regclass and a.amname = 'gin'
    loop ${work} end loop; end $$`);
const GATHER = forEachIndex(`execute format('alter index %s set (fastupdate = on)', i);`);
const MERGE = forEachIndex(
  `execute format('alter index %s set (fastupdate = off)', i); perform gin_clean_pending_list(i);`,
);

/**
 * Writes many memories. The embedded engine has its indexes of words take each word of each row at once, since nobody would
 * merge a list of them later; of 500 rows gathered first that takes a third of the time and a quarter of the log.
 */
export const mergeWordsOnce = async <Result>(
  db: Database,
  rows: number,
  write: (db: Database) => Promise<Result>,
): Promise<Result> =>
  rows < ROWS_MIN || !isEmbedded(db)
    ? write(db)
    : db.transaction(async (tx) => {
        await tx.execute(GATHER);
        const result = await write(tx);
        await tx.execute(MERGE);
        return result;
      });
