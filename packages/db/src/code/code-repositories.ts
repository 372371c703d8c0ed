import { sql, type SQL } from 'drizzle-orm';
import { execute, type Database, type WorkspaceId, query } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid, nullable, timestamp, uuidArray } from '../sql-values.ts';

export async function deleteCodeRepository(
  db: Database,
  workspaceId: WorkspaceId,
  name: string,
): Promise<boolean> {
  const deleted = await execute(db)`
    delete from code_repositories where workspace_id = ${uuid(workspaceId)} and name = ${name}::text
      returning id::text id`;
  return deleted > 0;
}

const knownCodeFile = row({ path: col.text`path`, content_hash: col.text`content_hash` });
/** Bytes of the Data API's JSON a page, of which an answer has 1 MiB: 5,000 files are one, as a rule. */
const LISTED_BYTES = 950_000;
/** Of a row, around the path as JSON and the hash. */
const ROW_BYTES = 45;

/** A page of a repository's files in the order of their paths; it may be shorter than `limit` though more follow. */
export async function listCodeFiles(
  db: Database,
  workspaceId: WorkspaceId,
  { repositoryId, after, limit }: { repositoryId: string; after: string | null; limit: number },
): Promise<RowOf<typeof knownCodeFile>[]> {
  return query(db, knownCodeFile)`select ${knownCodeFile.columns} from (
        select path, content_hash,
          sum(octet_length(to_json(path)::text) + octet_length(content_hash) + ${ROW_BYTES}::int)
            over (order by path collate "C") running
        from code_files
        where workspace_id = ${uuid(workspaceId)} and repository_id = ${uuid(repositoryId)}
          and coalesce(path collate "C" > ${nullable(after, 'text')}, true)
        order by path collate "C" limit ${limit}::int) page
      where running <= ${LISTED_BYTES}::int order by page.path collate "C"`;
}

/** Repository `r` with `w.revision`: the last write that can have given any of its files another target. */
const withLastChange: SQL = sql.raw(`code_repositories r cross join lateral (
  select greatest(r.removed_revision, max(o.outline_revision)) revision from code_files o
  where o.workspace_id = r.workspace_id and o.repository_id = r.id) w`);

/** Whether the edges of file `f` are older than what they were made from. */
const isUnresolved: SQL = sql.raw('f.resolved_revision < greatest(f.stored_revision, w.revision)');

/** Repository `r` with `w`, gathered from its files; those whose edges are wanting are counted while any are. */
const codeRepositoryRow = row({
  name: col.text`r.name`,
  origin: col.text.orNull`r.origin`,
  files: col.int`w.files`,
  symbols: col.int`w.symbols`,
  edges: col.int`w.edges`,
  call_edges: col.int`w.call_edges`,
  partial_files: col.int`w.partial_files`,
  pending_files: col.int`(select count(*) from code_files f where r.unresolved_since is not null
    and f.workspace_id = r.workspace_id and f.repository_id = r.id and ${isUnresolved})`,
  branch: col.text.orNull`r.branch`,
  commit_id: col.text.orNull`r.commit_id`,
  committed_at: col.timestamp.orNull`r.committed_at`,
  updated_at: col.timestamp`r.updated_at`,
});
export async function listCodeRepositories(
  db: Database,
  workspaceId: WorkspaceId,
  { name }: { name: string | null },
): Promise<RowOf<typeof codeRepositoryRow>[]> {
  return query(db, codeRepositoryRow)`select ${codeRepositoryRow.columns}
      from code_repositories r cross join lateral (
        select count(*) files, coalesce(sum(symbol_count), 0) symbols, coalesce(sum(edge_count), 0) edges,
          coalesce(sum(call_edge_count), 0) call_edges, count(*) filter (where partial) partial_files,
          greatest(r.removed_revision, max(outline_revision)) revision
        from code_files f where f.workspace_id = r.workspace_id and f.repository_id = r.id) w
      where r.workspace_id = ${uuid(workspaceId)} and coalesce(r.name = ${nullable(name, 'text')}, true)
      order by r.name`;
}

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
  return query(db, lostRepository)`select ${lostRepository.columns} from code_repositories
      where unresolved_since < ${timestamp(before)} order by unresolved_since limit 1000`;
}

interface UnresolvedRepository {
  revision: number;
  /** Another one may have had its id and its numbers before. */
  createdAt: string;
  files: { id: string; path: string }[];
}

const PAGE = 4_000;
/** Bytes of paths a page, so that an answer stays within the Data API's megabyte. */
const PAGE_BYTES = 300_000;

/**
 * Files whose edges are to be found after a write.
 * @param overdueBefore a repository that has been waiting since before is not put off any longer
 * @returns undefined when it is gone, or when a later write came, whose message finds them
 */
export async function findUnresolvedRepository(
  db: Database,
  workspaceId: WorkspaceId,
  {
    repositoryId,
    revision: written,
    overdueBefore,
  }: { repositoryId: string; revision: number; overdueBefore: Date },
): Promise<UnresolvedRepository | undefined> {
  const unresolved = row({
    revision: col.int`r.revision`,
    createdAt: col.text`r.created_at::text`,
    id: col.uuid.orNull`p.id`,
    path: col.text.orNull`p.path`,
  });
  const found: UnresolvedRepository = { revision: 0, createdAt: '', files: [] };
  for (let page = 0; ; page += 1) {
    const rows = await query(db, unresolved)`select ${unresolved.columns}
        from ${withLastChange} left join lateral (
          select id, path, sum(octet_length(path)) over (order by path collate "C") running from (
            select f.id, f.path from code_files f
            where f.workspace_id = r.workspace_id and f.repository_id = r.id and ${isUnresolved}
              and f.path collate "C" > ${found.files.at(-1)?.path ?? ''}::text
            order by f.path collate "C" limit ${PAGE}::int) f) p on p.running < ${PAGE_BYTES}::int
        where r.workspace_id = ${uuid(workspaceId)} and r.id = ${uuid(repositoryId)}
          and (r.revision = ${written}::int or r.unresolved_since < ${timestamp(overdueBefore)})
        order by p.path collate "C"`;
    const [first] = rows;
    if (!first) return undefined;
    // As of the first page: what is written meanwhile is left to the message of that write.
    if (page === 0) [found.revision, found.createdAt] = [first.revision, first.createdAt];
    const files = rows.flatMap(({ id, path }) => (id === null || path === null ? [] : [{ id, path }]));
    if (files.length === 0) return found;
    found.files.push(...files);
  }
}

const changedFile = row({
  revision: col.int`r.revision`,
  createdAt: col.text`r.created_at::text`,
  removedRevision: col.int`r.removed_revision`,
  files: col.int`(select count(*) from code_files a where a.workspace_id = r.workspace_id and a.repository_id = r.id)`,
  path: col.text.orNull`f.path`,
  outlineRevision: col.int.orNull`f.outline_revision`,
});

/**
 * Files that were stored after a write, each with what is known of their repository; one row without a file when there are none.
 * @returns nothing where `findUnresolvedRepository` finds nothing
 */
export async function listChangedCodeFiles(
  db: Database,
  workspaceId: WorkspaceId,
  {
    repositoryId,
    revision: written,
    overdueBefore,
    known,
    limit,
  }: { repositoryId: string; revision: number; overdueBefore: Date; known: number; limit: number },
): Promise<RowOf<typeof changedFile>[]> {
  return query(db, changedFile)`select ${changedFile.columns} from code_repositories r left join lateral (
        select path, outline_revision from code_files f
        where f.workspace_id = r.workspace_id and f.repository_id = r.id and f.stored_revision > ${known}::int
        order by f.path collate "C" limit ${limit}::int) f on true
      where r.workspace_id = ${uuid(workspaceId)} and r.id = ${uuid(repositoryId)}
        and (r.revision = ${written}::int or r.unresolved_since < ${timestamp(overdueBefore)})`;
}

/**
 * Says that all edges are right as of a write; a later one is still to be resolved.
 * @param settled files whose changes give no other file another target any more
 */
export async function markRepositoryResolved(
  db: Database,
  workspaceId: WorkspaceId,
  { repositoryId, revision, settled }: { repositoryId: string; revision: number; settled: readonly string[] },
): Promise<void> {
  await execute(db)`with settled as (update code_files set outline_revision = 0
        where workspace_id = ${uuid(workspaceId)} and id = any(${uuidArray(settled)})
          and outline_revision <= ${revision}::int)
      update code_repositories set unresolved_since = null
      where workspace_id = ${uuid(workspaceId)} and id = ${uuid(repositoryId)} and revision = ${revision}::int`;
}
