import { sql } from 'drizzle-orm';
import type { CodeFileInput } from '@memory/contracts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { PLANNED_ONCE } from '../drivers/planned-once.ts';
import { col, row, type RowOf } from '../row.ts';
import { json, nullable, timestamp, uuid, textKeys } from '../sql-values.ts';

export interface NewCodeFile extends Omit<CodeFileInput, 'symbols' | 'references' | 'local_calls'> {
  id: string;
  symbol_count: number;
  words: readonly string[];
  outline: string;
  calls: string;
  outline_digest: string;
}

export interface NewCodeSymbol extends Omit<
  CodeFileInput['symbols'][number],
  'key' | 'parent' | 'returns' | 'fields' | 'parameters'
> {
  id: string;
  file_id: string;
}

interface StoreCodeFilesOptions {
  /** Null where the sender does not say where it comes from. */
  repository: { id: string; name: string; origin: string | null };
  /** The commit that is checked out; null where the caller names none. */
  head: { branch: string | null; commit_id: string; committed_at: string } | null;
  /** Each path once. */
  files: readonly NewCodeFile[];
  symbols: readonly NewCodeSymbol[];
  deleted: readonly string[];
  /** Symbols that the repository may have before this write. */
  symbolsMax: number;
  at: Date;
}

const storedCodeFiles = row({
  revision: col.int`r.revision`,
  stored: col.int`(select count(*) from stored)`,
  symbols: col.int`(select count(*) from symbol)`,
  deleted: col.int`(select count(*) from removed)`,
});
/**
 * Keeps the files that are new or changed with their symbols, and forgets those that are gone. Edges of symbols that stay
 * stay too, until they are resolved anew.
 * @returns undefined when the repository holds more than `symbolsMax` symbols already, or comes from elsewhere; nothing is
 *   written then
 */
export async function storeCodeFiles(
  db: Database,
  workspaceId: WorkspaceId,
  { repository, head, files, symbols, deleted, symbolsMax, at }: StoreCodeFilesOptions,
): Promise<RowOf<typeof storedCodeFiles> | undefined> {
  const workspace = uuid(workspaceId);
  const origin = nullable(repository.origin, 'text');
  const removes = sql`${deleted.length > 0}::bool`;
  const [stored] = await query(db, storedCodeFiles)`with repository as (
        insert into code_repositories as r
          (workspace_id, id, name, origin, branch, commit_id, committed_at, revision, removed_revision, unresolved_since,
            created_at, updated_at)
        values (
          ${workspace}, ${uuid(repository.id)}, ${repository.name}::text, ${origin},
          ${nullable(head?.branch ?? null, 'text')}, ${nullable(head?.commit_id ?? null, 'text')},
          ${nullable(head?.committed_at ?? null, 'text')}::timestamptz, 1, 0, ${timestamp(at)}, ${timestamp(at)},
          ${timestamp(at)})
        on conflict (workspace_id, id) do update set revision = r.revision + 1,
          origin = coalesce(r.origin, excluded.origin),
          branch = case when excluded.commit_id is null then r.branch else excluded.branch end,
          commit_id = coalesce(excluded.commit_id, r.commit_id),
          committed_at = coalesce(excluded.committed_at, r.committed_at),
          removed_revision = case when ${removes} then r.revision + 1 else r.removed_revision end,
          unresolved_since = coalesce(r.unresolved_since, excluded.updated_at), updated_at = excluded.updated_at
        where coalesce(r.origin = excluded.origin, true) and (${removes} or ${symbolsMax}::int >= (
          select coalesce(sum(f.symbol_count), 0) from code_files f
          where f.workspace_id = r.workspace_id and f.repository_id = r.id))
        returning id, revision),
      stored as (
        insert into code_files as f (workspace_id, id, repository_id, path, language, package_name,
          content_hash, partial,
          symbol_count, words, outline, calls, outline_digest, stored_revision, outline_revision)
        select ${workspace}, i.id, r.id, i.path, i.language, i.package_name, i.content_hash, i.partial, i.symbol_count,
          i.words, i.outline, i.calls, i.outline_digest, r.revision, r.revision
        from jsonb_to_recordset(${json(files)}) i(id uuid, path text, language text, package_name text,
          content_hash text,
          partial bool, symbol_count int, words text[], outline text, calls text, outline_digest text)
        cross join repository r
        on conflict (workspace_id, id) do update set language = excluded.language, package_name = excluded.package_name,
          content_hash = excluded.content_hash, partial = excluded.partial, symbol_count = excluded.symbol_count,
          words = excluded.words, outline = excluded.outline, calls = excluded.calls,
          outline_digest = excluded.outline_digest, stored_revision = excluded.stored_revision,
          outline_revision = case when f.outline_digest = excluded.outline_digest then f.outline_revision
            else excluded.outline_revision end
        where f.content_hash <> excluded.content_hash
        returning id),
      symbol as materialized (
        select i.* from jsonb_to_recordset(${json(symbols)}) i(id uuid, file_id uuid, kind text, name text,
          qualified_name text, class_name text, start_line int, end_line int, signature text, doc text,
          signature_hash text, body_hash text, body_size int, value text)
        join stored s on s.id = i.file_id),
      -- A set operation is hashed whatever the planner thinks of the sizes; an anti-join would compare each with each.
      stale as (
        select s.id from stored f cross join lateral (
          select id from code_symbols where workspace_id = ${workspace} and file_id = f.id offset 0) s
        except select id from symbol),
      gone as (
        delete from code_symbols s using stale g where s.workspace_id = ${workspace} and s.id = g.id),
      written as (
        insert into code_symbols as s (workspace_id, id, file_id, kind, name, qualified_name, class_name, start_line,
          end_line, signature, doc, signature_hash, body_hash, body_size, value)
        select ${workspace}, i.* from symbol i
        on conflict (workspace_id, id) do update set kind = excluded.kind, name = excluded.name,
          qualified_name = excluded.qualified_name, class_name = excluded.class_name, start_line = excluded.start_line,
          end_line = excluded.end_line, signature = excluded.signature, doc = excluded.doc,
          signature_hash = excluded.signature_hash, body_hash = excluded.body_hash, body_size = excluded.body_size,
          value = excluded.value
        where s.file_id = excluded.file_id
          and (s.kind, s.name, s.qualified_name, s.class_name, s.start_line, s.end_line, s.signature, s.doc,
              s.signature_hash, s.body_hash, s.body_size, s.value)
            is distinct from (excluded.kind, excluded.name, excluded.qualified_name, excluded.class_name,
              excluded.start_line, excluded.end_line, excluded.signature, excluded.doc, excluded.signature_hash,
              excluded.body_hash, excluded.body_size, excluded.value)),
      removed as (
        delete from code_files f using repository r, ${textKeys(deleted, 'k')}
        where f.workspace_id = ${workspace} and f.repository_id = r.id and f.path = k.id
        returning f.id),
      lost as (
        select e.source_id, e.target_id, e.kind from (
          select id from stale
          union all
          select s.id from removed f cross join lateral (
            select id from code_symbols where workspace_id = ${workspace} and file_id = f.id offset 0) s) l
        cross join lateral (
          select source_id, target_id, kind from code_edges where workspace_id = ${workspace} and source_id = l.id
          union
          select source_id, target_id, kind from code_edges where workspace_id = ${workspace} and target_id = l.id) e),
      unlinked as (
        delete from code_edges e using lost l where e.workspace_id = ${workspace}
          and e.source_id = l.source_id and e.target_id = l.target_id and e.kind = l.kind)
      select ${storedCodeFiles.columns} from repository r ${sql.raw(PLANNED_ONCE)}`;
  return stored;
}
