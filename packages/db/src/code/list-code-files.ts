import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { nullable, uuid } from '../sql-values.ts';

const knownCodeFile = row({ path: col.text`path`, content_hash: col.text`content_hash` });
export type KnownCodeFile = RowOf<typeof knownCodeFile>;

/** Bytes of paths and hashes a page, so that an answer stays within the Data API's megabyte. */
const PAGE_BYTES = 400_000;

/** A page of a repository's files in the order of their paths; it may be shorter than `limit` though more follow. */
export async function listCodeFiles(
  db: Database,
  workspaceId: WorkspaceId,
  { repositoryId, after, limit }: { repositoryId: string; after: string | null; limit: number },
): Promise<KnownCodeFile[]> {
  return query(
    db,
    knownCodeFile,
    sql`select ${knownCodeFile.columns} from (
        select path, content_hash,
          sum(octet_length(path) + octet_length(content_hash)) over (order by path collate "C") running
        from code_files
        where workspace_id = ${uuid(workspaceId)} and repository_id = ${uuid(repositoryId)}
          and coalesce(path collate "C" > ${nullable(after, 'text')}, true)
        order by path collate "C" limit ${limit}::int) page
      where running <= ${PAGE_BYTES}::int order by page.path collate "C"`,
  );
}
