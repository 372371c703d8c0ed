import type { Database, WorkspaceId } from '../database.ts';
import { isShared } from '../drivers/embedded.ts';
import { describeDatabaseFailure } from '../errors.ts';
import { changeSource, notedEach, type ChangeSource } from '../history/change-source.ts';
import { TogetherBy, type TogetherOptions } from '../together.ts';
import {
  insertBy,
  insertMemories,
  insertMemoriesExpressions,
  type InsertMemoriesOptions,
  type NewMemory,
} from './insert-memories.ts';
import type { MemoryRow } from './memory-row.ts';

/** Of several requests in one statement: 20 ms of the embedded engine. */
const MOST = 16;

interface Asked {
  memory: NewMemory;
  source: Partial<ChangeSource>;
}

const insertsOf = new WeakMap<Database, TogetherBy<WorkspaceId, Asked, MemoryRow | undefined>>();

/**
 * Inserts one memory as `insertMemories` does. Where all share one connection, those of requests that wait for it together
 * go in one statement: a row more costs it a third of a statement more, and the log is synced once.
 */
export async function insertMemory(
  db: Database,
  workspaceId: WorkspaceId,
  memory: NewMemory,
  options: InsertMemoriesOptions = {},
): Promise<MemoryRow | undefined> {
  if (!isShared(db) || (options.replaces?.length ?? 0) > 0)
    return (await insertMemories(db, workspaceId, [memory], options))[0];
  const inserts = insertsOf.get(db) ?? new TogetherBy((into: WorkspaceId) => insertsInto(db, into));
  insertsOf.set(db, inserts);
  return inserts.do(workspaceId, { memory, source: changeSource() });
}

const insertsInto = (
  db: Database,
  workspaceId: WorkspaceId,
): TogetherOptions<Asked, MemoryRow | undefined> => ({
  most: MOST,
  work: (asked) => {
    const note = notedEach(Object.fromEntries(asked.map(({ memory, source }) => [memory.id, source])));
    const memories = asked.map(({ memory }) => memory);
    return insertBy(db, workspaceId, insertMemoriesExpressions(workspaceId, memories, { note }));
  },
  // Values that are refused, and a limit of time: that of the first caller.
  isOfOne: (error) => /^(?:22|23|57014)/u.test(describeDatabaseFailure(error).sqlState ?? ''),
});
