import { sql, type SQL } from 'drizzle-orm';
import { CODE_SYMBOL_KINDS } from '@memory/contracts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { PLANNED_ONCE } from '../drivers/planned-once.ts';
import { idRow } from '../is-there.ts';
import { lookUp } from '../look-up.ts';
import { col, row, type RowOf } from '../row.ts';
import { json, nullable, textArray, timestamp, uuid, idKeys, textKeys } from '../sql-values.ts';

/** Anchor `a`. */
export const anchorColumns = {
  path: col.text`a.path`,
  name: col.text`a.name`,
  kind: col.oneOf('symbol', 'file')`a.kind`,
  reason: col.oneOf('named', 'edited', 'file')`a.reason`,
  signature_hash: col.text.orNull`a.signature_hash`,
  body_hash: col.text.orNull`a.body_hash`,
  value: col.text.orNull`a.value`,
  commit_id: col.text.orNull`a.commit_id`,
  grounded_at: col.timestamp`a.grounded_at`,
  now_path: col.text.orNull`a.now_path`,
  now_name: col.text.orNull`a.now_name`,
  verdict: col.oneOf('current', 'moved', 'changed', 'gone', 'unknown')`a.verdict`,
};
const anchorRow = row({
  memory_id: col.uuid`a.memory_id`,
  repository_id: col.uuid`a.repository_id`,
  ...anchorColumns,
});
export type AnchorRow = RowOf<typeof anchorRow>;

export type AnchorPlace = Pick<AnchorRow, 'memory_id' | 'path' | 'name'>;

/**
 * Anchors in a repository of which the index no longer says what their verdict says, in order. Those that stand where they
 * stood, as they were, are left out here: of a large index nearly all.
 */
export async function listAnchorsToJudge(
  db: Database,
  workspaceId: WorkspaceId,
  { repositoryId, after, limit }: { repositoryId: string; after: AnchorPlace | null; limit: number },
): Promise<AnchorRow[]> {
  return query(db, anchorRow)`select ${anchorRow.columns} from memory_anchors a
      where a.workspace_id = ${uuid(workspaceId)} and a.repository_id = ${uuid(repositoryId)}
        and (${after === null}::bool or (a.memory_id, a.path, a.name) > (
          ${nullable(after?.memory_id ?? null, 'uuid')}, ${after?.path ?? ''}::text, ${after?.name ?? ''}::text))
        and not (a.verdict in ('current', 'moved') and exists (
          select from code_files f join code_symbols s on s.workspace_id = f.workspace_id and s.file_id = f.id
          where f.workspace_id = a.workspace_id and f.repository_id = a.repository_id
            and f.path = coalesce(a.now_path, a.path) and s.body_hash = a.body_hash
            and case when a.kind = 'file' then s.id = f.id
              else s.qualified_name = coalesce(a.now_name, a.name) and s.signature_hash = a.signature_hash end))
      order by a.memory_id, a.path, a.name limit ${limit}::int`;
}

/** Symbols of a repository by some names (in lower case), paths and hashes of bodies. */
export async function readSymbolsToJudge(
  db: Database,
  workspaceId: WorkspaceId,
  {
    repositoryId,
    names,
    paths,
    bodies,
  }: { repositoryId: string; names: readonly string[]; paths: readonly string[]; bodies: readonly string[] },
): Promise<AnchorSymbolRow[]> {
  const workspace = uuid(workspaceId);
  return query(db, anchorSymbolRow)`with found as (
        select s.id from ${symbolsNamed(workspaceId, textArray(names))}
        where f.repository_id = ${uuid(repositoryId)}
        union
        select f.id from ${textKeys(paths, 'p')} join code_files f
          on f.workspace_id = ${workspace} and f.repository_id = ${uuid(repositoryId)} and f.path = p.id
        union
        -- What was renamed beside: of a short value many have the hash.
        select s.id from ${textKeys(paths, 'p')} join code_files f
          on f.workspace_id = ${workspace} and f.repository_id = ${uuid(repositoryId)} and f.path = p.id
        join code_symbols s on s.workspace_id = f.workspace_id and s.file_id = f.id
          and s.body_hash = any(${textArray(bodies)})
        union
        select b.id from ${textKeys(bodies, 'h')} cross join lateral (
          select id from code_symbols where workspace_id = ${workspace} and body_hash = h.id limit 20) b)
      select ${anchorSymbolRow.columns} from found
      ${lookUp('code_symbols', 's', sql`s.workspace_id = ${workspace} and s.id = found.id`)}
      ${lookUp('code_files', 'f', sql`f.workspace_id = s.workspace_id and f.id = s.file_id`)}
      where f.repository_id = ${uuid(repositoryId)}`;
}

interface AnchorVerdictRow extends AnchorPlace {
  verdict: string;
  now_path: string | null;
  now_name: string | null;
  part: string | null;
}

/** Keeps verdicts of anchors; what the memories themselves are is written by `writeGrounds`. */
export async function writeVerdicts(
  db: Database,
  workspaceId: WorkspaceId,
  { repositoryId, verdicts }: { repositoryId: string; verdicts: readonly AnchorVerdictRow[] },
): Promise<void> {
  if (verdicts.length === 0) return;
  await query(db, idRow)`with changed as (
        update memory_anchors a set verdict = i.verdict, now_path = i.now_path, now_name = i.now_name, part = i.part
        from jsonb_to_recordset(${json(verdicts)}) i(memory_id uuid, path text, name text, verdict text, now_path text,
          now_name text, part text)
        where a.workspace_id = ${uuid(workspaceId)} and a.repository_id = ${uuid(repositoryId)}
          and a.memory_id = i.memory_id and a.path = i.path and a.name = i.name
        returning a.memory_id)
      select memory_id as id from changed limit 1`;
}

/**
 * Says of each memory, or each with anchors in a repository, how it stands: gone where all of its anchors are, changed where any is
 * changed or gone. What somebody settled as obsolete stays so.
 */
export async function writeGrounds(
  db: Database,
  workspaceId: WorkspaceId,
  of: { repositoryId: string | null; memoryIds: readonly string[] | null; at: Date },
): Promise<void> {
  await query(db, idRow)`with stood as (
        select a.memory_id, count(*) n,
          count(*) filter (where a.verdict = 'gone') gone,
          count(*) filter (where a.verdict in ('changed', 'gone')) changed,
          count(*) filter (where a.verdict = 'moved') moved,
          count(*) filter (where a.verdict = 'unknown') unknown,
          (array_agg(a order by
            array_position(array['gone', 'changed', 'moved', 'current', 'unknown'], a.verdict),
            a.path, a.name))[1] worst
        from ${
          of.memoryIds
            ? idKeys(of.memoryIds, 'k')
            : sql`(
                select distinct memory_id id from memory_anchors where workspace_id = ${uuid(workspaceId)}
                  and repository_id = ${nullable(of.repositoryId, 'uuid')}) k`
        } join memory_anchors a on a.workspace_id = ${uuid(workspaceId)} and a.memory_id = k.id
        group by a.memory_id),
      judged as (
        select memory_id,
          case when gone = n then 'gone' when changed > 0 then 'changed' when moved > 0 then 'moved'
            when unknown = n then 'unknown' else 'current' end verdict,
          concat(
            case when (worst).kind = 'file' then concat('file ', (worst).path)
              else concat((worst).name, ' in ', (worst).path) end,
            case (worst).verdict
              when 'moved' then concat(' → ',
                case when (worst).now_name <> (worst).name then concat((worst).now_name, ' in ') end, (worst).now_path)
              when 'changed' then concat(
                case when (worst).now_path <> (worst).path then concat(', now in ', (worst).now_path)
                  when (worst).part = 'signature' then ', its signature' end,
                case when (worst).part not in ('signature', 'body') then concat(': ', (worst).part) end)
              else '' end,
            case when changed > 0 and n > 1 then concat(' (', changed, ' of the ', n, ' pieces of code it names)') else '' end) what,
          concat_ws(', ', left((worst).commit_id, 7),
            to_char((worst).grounded_at at time zone 'UTC', 'YYYY-MM-DD')) since
        from stood),
      said as (
        select memory_id, verdict, case verdict
          when 'gone' then concat('gone: ', what, ', there at ', since)
          when 'changed' then concat('changed since ', since, ': ', what)
          when 'moved' then concat('moved: ', what)
          when 'unknown' then concat('unknown: ', what, ' was indexed before this was kept')
          else 'current' end reason
        from judged)
      update memory_grounds g set verdict = s.verdict, reason = left(s.reason, 400),
        judged_at = case when g.verdict = s.verdict then g.judged_at else ${timestamp(of.at)} end
      from said s
      where g.workspace_id = ${uuid(workspaceId)} and g.memory_id = s.memory_id and g.verdict <> 'obsolete'
        and (g.verdict, g.reason) is distinct from (s.verdict, left(s.reason, 400))
      returning g.memory_id as id ${sql.raw(PLANNED_ONCE)}`;
}

/** Symbol `s` with its file `f`. */
const anchorSymbolRow = row({
  repository_id: col.uuid`f.repository_id`,
  path: col.text`f.path`,
  kind: col.oneOf(...CODE_SYMBOL_KINDS)`s.kind`,
  name: col.text`s.name`,
  qualified_name: col.text`s.qualified_name`,
  signature_hash: col.text.orNull`s.signature_hash`,
  body_hash: col.text.orNull`s.body_hash`,
  body_size: col.int.orNull`s.body_size`,
  value: col.text.orNull`s.value`,
});
export type AnchorSymbolRow = RowOf<typeof anchorSymbolRow>;

/** Of one name, in any case: a name of more symbols than this says nothing. */
const SAME_NAME = sql.raw('200');

const symbolsNamed = (workspaceId: WorkspaceId, names: SQL): SQL => sql`unnest(${names}) n(name)
  cross join lateral (
    select * from code_symbols where workspace_id = ${uuid(workspaceId)} and lower(name) = n.name
    limit ${SAME_NAME}) s
  join code_files f on f.workspace_id = s.workspace_id and f.id = s.file_id`;

const named = row({
  symbol: col.object(anchorSymbolRow),
  repository: col.text`r.name`,
  origin: col.text.orNull`r.origin`,
  commit_id: col.text.orNull`r.commit_id`,
  committed_at: col.timestamp.orNull`r.committed_at`,
  indexed_at: col.timestamp`r.updated_at`,
});
export type NamedSymbolRow = RowOf<typeof named>;

/** Symbols and modules that have one of the names, with the repository that they are of. @param names in lower case */
export async function findNamedSymbols(
  db: Database,
  workspaceId: WorkspaceId,
  { names }: { names: readonly string[] },
): Promise<NamedSymbolRow[]> {
  if (names.length === 0) return [];
  return query(db, named)`select ${named.columns} from ${symbolsNamed(workspaceId, textArray(names))}
      join code_repositories r on r.workspace_id = f.workspace_id and r.id = f.repository_id`;
}
