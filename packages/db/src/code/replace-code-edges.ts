import { sql } from 'drizzle-orm';
import { execute, type Database, type WorkspaceId } from '../database.ts';
import { json, uuid } from '../sql-values.ts';

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
  /** Calls that found no target. */
  unresolved: readonly UnresolvedCodeCall[];
}

interface UnresolvedCodeCall {
  /** Id of the symbol they stand in. */
  source: string;
  name: string;
  /** Line of the first of them. */
  line: number;
  count: number;
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
  await execute(
    db,
    sql`with file as materialized (
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
      where f.workspace_id = ${workspace} and f.id = n.id`,
  );
}
