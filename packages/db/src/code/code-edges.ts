import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId, execute } from '../database.ts';
import { PLANNED_ONCE } from '../drivers/planned-once.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid, json } from '../sql-values.ts';
import type { EdgeDirection } from './read-neighbours.ts';

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
  const isIncoming = direction === 'incoming';
  const files = isIncoming
    ? sql`f.repository_id = own.repository_id and f.unresolved_names @> array[s.name]`
    : sql`f.id = own.id`;
  const calls = isIncoming ? sql`u.name = s.name` : sql`u.source = s.id`;
  return query(db, unresolvedCall)`select ${unresolvedCall.columns} from code_symbols s
      join code_files own on own.workspace_id = s.workspace_id and own.id = s.file_id
      join code_files f on f.workspace_id = s.workspace_id and ${files}
      cross join lateral jsonb_to_recordset(f.unresolved) u(source uuid, name text, line int, count int)
      where s.workspace_id = ${uuid(workspaceId)} and s.id = ${uuid(id)} and ${calls}
      order by f.path ~ ${last}::text, f.path, u.line, u.name limit ${ROWS_MAX}::int`;
}

export interface NewCodeEdge {
  file_id: string;
  source_id: string;
  target_id: string;
  kind: string;
  /** 0..1. */
  confidence: number;
  found_by: string;
  line: number;
  lines: readonly number[];
  reference_count: number;
}

export interface ResolvedCodeFile {
  id: string;
  unresolved: readonly UnresolvedCodeCall[];
}

interface UnresolvedCodeCall {
  source: string;
  name: string;
  line: number;
  count: number;
}

const confirmed = row({ id: col.uuid`f.id` });

/**
 * Marks the files whose edges were found to be what they are already as right as of a write: after a change in one file these are
 * nearly all, and comparing digests takes half of the time that writing the same again takes.
 * @returns the ids of these files
 */
export async function confirmCodeEdges(
  db: Database,
  workspaceId: WorkspaceId,
  {
    files,
    revision,
  }: { files: readonly (ResolvedCodeFile & { edges: readonly NewCodeEdge[] })[]; revision: number },
): Promise<Set<string>> {
  const workspace = uuid(workspaceId);
  const found = files.map(({ id, unresolved, edges }) => ({
    id,
    unresolved,
    edges: edges.length,
    calls: edges.filter(({ kind }) => kind === 'calls').length,
    digest: digestOf(edges),
  }));
  // Digests are made in a step of their own: for a dear condition the planner would rather read all files than look up these.
  const rows = await query(db, confirmed)`with alike as materialized (
        select f.id, i.digest from jsonb_to_recordset(${json(found)}) i(id uuid, unresolved jsonb, edges int, calls int, digest text)
        join code_files f on f.id = i.id
        where f.workspace_id = ${workspace} and f.resolved_revision > 0 and f.resolved_revision < ${revision}::int
          and f.edge_count = i.edges and f.call_edge_count = i.calls and f.unresolved = i.unresolved
        order by f.id for no key update of f),
      file as materialized (
        select a.id from alike a where a.digest = (
          select md5(coalesce(string_agg(concat_ws(' ', e.source_id, e.target_id, e.kind, e.confidence,
            e.found_by, e.line, e.lines, e.reference_count), ';'
            order by e.source_id, e.target_id, e.kind collate "C"), ''))
          from code_edges e where e.workspace_id = ${workspace} and e.file_id = a.id))
      update code_files f set resolved_revision = ${revision}::int from file i
      where f.workspace_id = ${workspace} and f.id = i.id returning ${confirmed.columns} ${sql.raw(PLANNED_ONCE)}`;
  return new Set(rows.map(({ id }) => id));
}

/** As the statement above makes it of the rows. */
function digestOf(edges: readonly NewCodeEdge[]): string {
  const texts = edges.map((edge) => ({
    key: `${edge.source_id} ${edge.target_id} ${edge.kind}`,
    rest: `${edge.confidence} ${edge.found_by} ${edge.line} {${edge.lines.join(',')}} ${edge.reference_count}`,
  }));
  const sorted = texts.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ key, rest }) => `${key} ${rest}`);
  return createHash('md5').update(sorted.join(';')).digest('hex');
}

/**
 * Gives files their edges as of a write, in one statement: what is no longer true goes, what stays is left alone. A file
 * that was resolved as of a later write already is passed over, so a late delivery undoes nothing.
 * @param files each with all its edges among `edges`
 */
export async function replaceCodeEdges(
  db: Database,
  workspaceId: WorkspaceId,
  {
    files,
    edges,
    revision,
  }: { files: readonly ResolvedCodeFile[]; edges: readonly NewCodeEdge[]; revision: number },
): Promise<void> {
  const workspace = uuid(workspaceId);
  await execute(db)`with file as materialized (
        select f.id, i.unresolved from jsonb_to_recordset(${json(files)}) i(id uuid, unresolved jsonb)
        join code_files f on f.id = i.id
        where f.workspace_id = ${workspace} and f.resolved_revision < ${revision}::int
        order by f.id for no key update of f),
      edge as materialized (
        select i.* from jsonb_to_recordset(${json(edges)}) i(file_id uuid, source_id uuid, target_id uuid, kind text,
          confidence float8, found_by text, line int, lines int[], reference_count int)
        join file f on f.id = i.file_id
        -- A symbol may have gone since the files were read; the write that took it has a message of its own.
        join code_symbols s on s.workspace_id = ${workspace} and s.id = i.source_id
        join code_symbols t on t.workspace_id = ${workspace} and t.id = i.target_id),
      -- A set operation is hashed whatever the planner thinks of the sizes; an anti-join would compare each with each.
      stale as (
        select e.source_id, e.target_id, e.kind from file f cross join lateral (
          select * from code_edges where workspace_id = ${workspace} and file_id = f.id offset 0) e
        except select source_id, target_id, kind from edge),
      gone as (
        delete from code_edges e using stale s where e.workspace_id = ${workspace}
          and e.source_id = s.source_id and e.target_id = s.target_id and e.kind = s.kind),
      written as (
        insert into code_edges as e
          (workspace_id, file_id, source_id, target_id, kind, confidence, found_by, line, lines, reference_count)
        select ${workspace}, i.* from (
          select file_id, source_id, target_id, kind, confidence, found_by, line, lines, reference_count from edge) i
        on conflict (workspace_id, source_id, target_id, kind) do update set file_id = excluded.file_id,
          confidence = excluded.confidence, found_by = excluded.found_by, line = excluded.line, lines = excluded.lines,
          reference_count = excluded.reference_count
        where (e.file_id, e.confidence, e.found_by, e.line, e.lines, e.reference_count)
          is distinct from (excluded.file_id, excluded.confidence, excluded.found_by, excluded.line, excluded.lines,
            excluded.reference_count))
      update code_files f set resolved_revision = ${revision}::int, edge_count = n.edges, call_edge_count = n.calls,
        unresolved = n.unresolved, unresolved_names = array(
          select distinct u.name from jsonb_to_recordset(n.unresolved) u(name text))
      from (select f.id, f.unresolved, count(e.*)::int edges, (count(*) filter (where e.kind = 'calls'))::int calls
        from file f left join edge e on e.file_id = f.id group by f.id, f.unresolved) n
      where f.workspace_id = ${workspace} and f.id = n.id ${sql.raw(PLANNED_ONCE)}`;
}
