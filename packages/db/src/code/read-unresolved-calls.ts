import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';
import type { EdgeDirection } from './read-neighbours.ts';

/** Calls of one name in a function that found no target. */
const unresolvedCall = row({
  name: col.text`u.name`,
  path: col.text`f.path`,
  line: col.int`u.line`,
  count: col.int`u.count`,
  language: col.text`f.language`,
  /** Of the symbol asked about. */
  ownLanguage: col.text`own.language`,
  /** Calls in files of this language, those beyond the limit included. */
  total: col.int`(sum(u.count) over (partition by f.language))::int`,
});
export type UnresolvedCallRow = RowOf<typeof unresolvedCall>;

/** Rows of one answer: a name that everybody uses has thousands. */
const ROWS_MAX = 200;

/**
 * Calls without a target: incoming, those of the symbol's name anywhere in its repository; outgoing, those in the symbol
 * itself; those in files that match `last`, a regular expression, at the end. Only names that symbols of the repository have are kept.
 */
export async function readUnresolvedCalls(
  db: Database,
  workspaceId: WorkspaceId,
  { id, direction, last }: { id: string; direction: EdgeDirection; last: string },
): Promise<UnresolvedCallRow[]> {
  const workspace = uuid(workspaceId);
  const isIncoming = direction === 'incoming';
  const files = isIncoming
    ? sql`f.repository_id = own.repository_id and f.unresolved_names @> array[s.name]`
    : sql`f.id = own.id`;
  const calls = isIncoming ? sql`u.name = s.name` : sql`u.source = s.id`;
  return query(
    db,
    unresolvedCall,
    sql`select ${unresolvedCall.columns} from code_symbols s
      join code_files own on own.workspace_id = s.workspace_id and own.id = s.file_id
      join code_files f on f.workspace_id = s.workspace_id and ${files}
      cross join lateral jsonb_to_recordset(f.unresolved) u(source uuid, name text, line int, count int)
      where s.workspace_id = ${workspace} and s.id = ${uuid(id)} and ${calls}
      order by f.path ~ ${last}::text, f.path, u.line, u.name limit ${ROWS_MAX}::int`,
  );
}
