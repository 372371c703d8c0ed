import { sql } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { timestamp, uuid } from '../sql-values.ts';
import { isUnresolved, withLastChange } from './list-code-repositories.ts';

const lostRepository = row({
  workspaceId: col.workspaceId`workspace_id`,
  repositoryId: col.uuid`id`,
  revision: col.int`revision`,
});

/** Repositories whose edges have been wanting for long: their messages are lost. At most 1,000, the oldest first. */
export async function listLostRepositories(
  db: Database,
  { before }: { before: Date },
): Promise<RowOf<typeof lostRepository>[]> {
  return query(
    db,
    lostRepository,
    sql`select ${lostRepository.columns} from code_repositories
      where unresolved_since < ${timestamp(before)} order by unresolved_since limit 1000`,
  );
}

export interface UnresolvedRepository {
  revision: number;
  /** Unresolved for longer than `since`. */
  overdue: boolean;
  /** Files whose edges may not be right. */
  files: { id: string; path: string }[];
}

const PAGE = 4_000;
/** Bytes of paths a page, so that an answer stays within the Data API's megabyte. */
const PAGE_BYTES = 300_000;

/** Files of a repository that are to be resolved; undefined when the workspace has none of this id. */
export async function findUnresolvedRepository(
  db: Database,
  workspaceId: WorkspaceId,
  { repositoryId, overdueBefore }: { repositoryId: string; overdueBefore: Date },
): Promise<UnresolvedRepository | undefined> {
  const unresolved = row({
    revision: col.int`r.revision`,
    overdue: col.bool`coalesce(r.unresolved_since < ${timestamp(overdueBefore)}, false)`,
    id: col.uuid.orNull`p.id`,
    path: col.text.orNull`p.path`,
  });
  const found: UnresolvedRepository = { revision: 0, overdue: false, files: [] };
  for (let page = 0; ; page += 1) {
    const rows = await query(
      db,
      unresolved,
      sql`select ${unresolved.columns}
        from ${withLastChange} left join lateral (
          select id, path, sum(octet_length(path)) over (order by path collate "C") running from (
            select f.id, f.path from code_files f
            where f.workspace_id = r.workspace_id and f.repository_id = r.id and ${isUnresolved}
              and f.path collate "C" > ${found.files.at(-1)?.path ?? ''}::text
            order by f.path collate "C" limit ${PAGE}::int) f) p on p.running < ${PAGE_BYTES}::int
        where r.workspace_id = ${uuid(workspaceId)} and r.id = ${uuid(repositoryId)} order by p.path collate "C"`,
    );
    const [first] = rows;
    if (!first) return undefined;
    // As of the first page: what is written meanwhile is left to the message of that write.
    if (page === 0) [found.revision, found.overdue] = [first.revision, first.overdue];
    const files = rows.flatMap(({ id, path }) => (id === null || path === null ? [] : [{ id, path }]));
    if (files.length === 0) return found;
    found.files.push(...files);
  }
}

/** Says that all edges are right as of a write; a later one is still to be resolved. */
export async function markRepositoryResolved(
  db: Database,
  workspaceId: WorkspaceId,
  { repositoryId, revision }: { repositoryId: string; revision: number },
): Promise<void> {
  await execute(
    db,
    sql`update code_repositories set unresolved_since = null
      where workspace_id = ${uuid(workspaceId)} and id = ${uuid(repositoryId)} and revision = ${revision}::int`,
  );
}
