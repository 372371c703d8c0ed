import { sql } from 'drizzle-orm';
import { branchState } from '../branches/branches.ts';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { idRow } from '../is-there.ts';
import { isMemory, type MemoryRef } from '../memories/memory-row.ts';
import { holdsNoMore } from '../relationships/holds-no-more.ts';
import { col, row, type RowOf } from '../row.ts';
import { projectOfMemory } from '../same-project.ts';
import { json, nullable, timestamp, uuid, uuidArray } from '../sql-values.ts';
import type { AnchorRow } from './anchors-to-judge.ts';

/** An anchor with what the index has in its place now; nulls where there is nothing. */
interface StandingAnchor {
  before: Omit<NewAnchor, 'memory_id'>;
  now: {
    path: string;
    name: string;
    signature_hash: string;
    body_hash: string;
    value: string | null;
  } | null;
  commit_id: string | null;
}

const standing = row({
  id: col.uuid`m.id`,
  memory_id: col.text`m.memory_id`,
  revision: col.int`m.revision`,
  verdict: col.oneOf('current', 'moved', 'changed', 'gone', 'unknown', 'obsolete').orNull`g.verdict`,
  anchors: col.json<StandingAnchor[]>()`(
    select coalesce(json_agg(json_build_object('commit_id', r.commit_id,
      'before', json_build_object('repository_id', a.repository_id, 'path', a.path, 'name', a.name, 'kind', a.kind,
        'reason', a.reason, 'source', a.source, 'signature_hash', a.signature_hash, 'body_hash', a.body_hash,
        'value', a.value, 'commit_id', a.commit_id, 'grounded_at', a.grounded_at),
      'now', (
        select json_build_object('path', f.path, 'name', case when a.kind = 'file' then '' else s.qualified_name end,
          'signature_hash', s.signature_hash, 'body_hash', s.body_hash, 'value', s.value)
        from code_files f join code_symbols s on s.workspace_id = f.workspace_id and s.file_id = f.id
        where f.workspace_id = a.workspace_id and f.repository_id = a.repository_id
          and f.path = coalesce(a.now_path, a.path) and s.body_hash is not null
          and case when a.kind = 'file' then s.id = f.id else s.qualified_name = coalesce(a.now_name, a.name) end
        order by s.signature_hash = a.signature_hash desc, s.id limit 1))
      order by a.path, a.name), '[]')
    from memory_anchors a
    join code_repositories r on r.workspace_id = a.workspace_id and r.id = a.repository_id
    where a.workspace_id = m.workspace_id and a.memory_id = m.id)`,
});
export type StandingGround = RowOf<typeof standing>;

/** How a memory stands to its code, anchor by anchor; undefined when the workspace has none of this identifier. */
export async function findGround(
  db: Database,
  workspaceId: WorkspaceId,
  { ref }: { ref: MemoryRef },
): Promise<StandingGround | undefined> {
  const [found] = await query(db, standing)`select ${standing.columns} from memories m
      left join memory_grounds g on g.workspace_id = m.workspace_id and g.memory_id = m.id
      where ${isMemory(workspaceId, ref)}`;
  return found;
}

/** Says that a memory holds no more. @returns whether it was one whose code changed */
export async function markObsolete(
  db: Database,
  workspaceId: WorkspaceId,
  { memoryId, reason, by, at }: { memoryId: string; reason: string; by: string; at: Date },
): Promise<boolean> {
  const marked = await query(db, idRow)`
    update memory_grounds g set verdict = 'obsolete', reason = left(${reason}::text, 400),
        settled_by = ${by}::text, judged_at = ${timestamp(at)}
      where g.workspace_id = ${uuid(workspaceId)} and g.memory_id = ${uuid(memoryId)}
        and g.verdict in ('changed', 'gone')
      returning g.memory_id as id`;
  return marked.length > 0;
}

export interface NewGroundSettlement {
  id: string;
  memoryId: string;
  verdict: 'still_true' | 'updated' | 'obsolete';
  context: string | null;
  by: string;
  at: Date;
  /** As they were before. */
  anchors: readonly Omit<NewAnchor, 'memory_id'>[];
  relationshipId: string | null;
}

export async function insertGroundSettlement(
  db: Database,
  workspaceId: WorkspaceId,
  { id, memoryId, verdict, context, by, at, anchors, relationshipId }: NewGroundSettlement,
): Promise<void> {
  await execute(db)`
    insert into ground_settlements (workspace_id, id, memory_id, verdict, context, settled_by, settled_at, anchors,
        relationship_id)
      values (${uuid(workspaceId)}, ${uuid(id)}, ${uuid(memoryId)}, ${verdict}::text, ${nullable(context, 'text')},
        ${by}::text, ${timestamp(at)}, ${json(anchors)}, ${nullable(relationshipId, 'uuid')})`;
}

const kept = row({
  id: col.uuid`s.id`,
  verdict: col.oneOf('still_true', 'updated', 'obsolete')`s.verdict`,
  anchors: col.json<Omit<NewAnchor, 'memory_id'>[]>()`s.anchors`,
  relationship_id: col.uuid.orNull`s.relationship_id`,
  is_last: col.bool`not exists (
    select from ground_settlements l where l.workspace_id = s.workspace_id and l.memory_id = s.memory_id
      and (l.settled_at, l.id) > (s.settled_at, s.id))`,
  memory: col.object(row({ id: col.uuid`m.id`, memory_id: col.text`m.memory_id` })),
});
export type KeptGroundSettlement = RowOf<typeof kept>;

export async function findGroundSettlement(
  db: Database,
  workspaceId: WorkspaceId,
  named: { id: string } | { ref: MemoryRef },
): Promise<KeptGroundSettlement | undefined> {
  const [found] = await query(db, kept)`select ${kept.columns} from ground_settlements s
      join memories m on m.workspace_id = s.workspace_id and m.id = s.memory_id
      where s.workspace_id = ${uuid(workspaceId)}
        and ${'id' in named ? sql`s.id = ${uuid(named.id)}` : isMemory(workspaceId, named.ref)}
      order by s.settled_at desc, s.id desc limit 1`;
  return found;
}

export async function deleteGroundSettlement(
  db: Database,
  workspaceId: WorkspaceId,
  { id }: { id: string },
): Promise<boolean> {
  const gone = await query(db, idRow)`
    delete from ground_settlements s where s.workspace_id = ${uuid(workspaceId)} and s.id = ${uuid(id)}
      returning s.id as id`;
  return gone.length > 0;
}

/**
 * Makes the lists of a night: of what each author of some workspaces wrote the memories that are recalled most and whose code
 * changed or is gone; an index of another branch says nothing of what is not merged. What stays on its list keeps the moment it came there.
 */
export async function askForGrounds(
  db: Database,
  { workspaceIds, each, at }: { workspaceIds: readonly string[]; each: number; at: Date },
): Promise<void> {
  if (workspaceIds.length === 0) return;
  await execute(db)`with lost as materialized (
        select g.workspace_id, g.memory_id, row_number() over (
          partition by g.workspace_id, m.author order by c.retrieval_count desc, g.judged_at, g.memory_id) place
        from memory_grounds g
        join memories m on m.workspace_id = g.workspace_id and m.id = g.memory_id and m.author is not null
        join memory_counters c on c.workspace_id = g.workspace_id and c.memory_id = g.memory_id
        where g.workspace_id = any(${uuidArray(workspaceIds)}) and g.verdict in ('changed', 'gone')
          and c.retrieval_count > 0
          and (m.branch is null or ${branchState(projectOfMemory)} is distinct from 'open') and not ${holdsNoMore(sql`g.workspace_id`, sql`g.memory_id`)}),
      wanted as (
        -- A value, for which the list is hashed once: a join compares each memory with the whole list.
        select * from (
          select g.workspace_id, g.memory_id, g.asked_at is not null is_asked, (g.workspace_id, g.memory_id) in (
            select l.workspace_id, l.memory_id from lost l where l.place <= ${each}::int) is_wanted
          from memory_grounds g where g.workspace_id = any(${uuidArray(workspaceIds)}) offset 0) g
        where is_asked <> is_wanted)
      update memory_grounds g set asked_at = case when w.is_wanted then ${timestamp(at)} end from wanted w
      where g.workspace_id = w.workspace_id and g.memory_id = w.memory_id`;
}

export interface NewAnchor extends Omit<AnchorRow, 'now_path' | 'now_name' | 'verdict'> {
  source: 'index' | 'commit' | 'tree' | 'settled';
}

/** Gives memories their anchors in place of those they had. A memory that was changed since it was read keeps them: it comes again. */
export async function writeAnchors(
  db: Database,
  workspaceId: WorkspaceId,
  {
    memories,
    anchors,
    at,
    treeOf = null,
    readAt = null,
  }: {
    /** With names of code, in lower case, of which a file that is indexed later may make anchors; each index may where they are absent. */
    memories: readonly { id: string; revision: number; mentions?: readonly string[] | null }[];
    anchors: readonly NewAnchor[];
    at: Date;
    /** The repository whose history or tree was asked: anchors in others stay. */
    treeOf?: string | null;
    /** When a job read the memories: one that was tied since keeps what it was tied to. */
    readAt?: Date | null;
  },
): Promise<void> {
  if (memories.length === 0) return;
  const tree = nullable(treeOf, 'uuid');
  const workspace = uuid(workspaceId);
  // A caller that has seen the tree judges at once: until then a memory says what it said.
  const told = treeOf === null ? [] : [...new Set(anchors.map(({ memory_id: id }) => id))];
  const isJudgedNext = sql`(g.memory_id = any(${uuidArray(told)}) and g.verdict <> 'obsolete')`;
  await query(db, idRow)`with ground as (
        insert into memory_grounds as g (workspace_id, memory_id, revision, anchored_at, judged_at, grounded_revision, mentions)
        select ${workspace}, m.id, m.revision, ${timestamp(at)}, ${timestamp(at)},
          case when ${tree} is not null then m.revision end,
          case when i.mentions is not null then array(select hashtext(name) from unnest(i.mentions) n(name)) end
        from jsonb_to_recordset(${json(memories)}) i(id uuid, revision int, mentions text[])
        join memories m on m.workspace_id = ${workspace} and m.id = i.id and m.revision = i.revision
        order by m.id for key share of m
        on conflict (workspace_id, memory_id) do update set revision = excluded.revision,
          anchored_at = excluded.anchored_at, mentions = excluded.mentions, judged_at = excluded.judged_at,
          verdict = case when ${isJudgedNext} then g.verdict else 'unknown' end,
          reason = case when ${isJudgedNext} then g.reason end, settled_by = null, asked_at = null,
          grounded_revision = coalesce(excluded.grounded_revision, g.grounded_revision)
        where ${timestamp(readAt)} is null or g.anchored_at < ${timestamp(readAt)}
        returning memory_id),
      input as materialized (
        select i.* from jsonb_to_recordset(${json(anchors)}) i(memory_id uuid, repository_id uuid, path text, name text,
          kind text, reason text, source text, signature_hash text, body_hash text, value text, commit_id text,
          grounded_at timestamptz)
        join ground g on g.memory_id = i.memory_id
        join code_repositories r on r.workspace_id = ${workspace} and r.id = i.repository_id),
      gone as (
        delete from memory_anchors a using ground g
        where a.workspace_id = ${workspace} and a.memory_id = g.memory_id
          and coalesce(a.repository_id = ${tree}, true) and not exists (
          select from input i where i.memory_id = a.memory_id and i.repository_id = a.repository_id
            and i.path = a.path and i.name = a.name)),
      written as (
        insert into memory_anchors (workspace_id, memory_id, repository_id, path, name, kind, reason, source,
          signature_hash, body_hash, value, commit_id, grounded_at, verdict)
        select ${workspace}, i.memory_id, i.repository_id, i.path, i.name, i.kind, i.reason, i.source, i.signature_hash,
          i.body_hash, i.value, i.commit_id, i.grounded_at, case when i.body_hash is null then 'unknown' else 'current' end
        from input i
        on conflict (workspace_id, memory_id, repository_id, path, name) do update set kind = excluded.kind,
          reason = excluded.reason, source = excluded.source, signature_hash = excluded.signature_hash,
          body_hash = excluded.body_hash, value = excluded.value, commit_id = excluded.commit_id, grounded_at = excluded.grounded_at,
          verdict = excluded.verdict, now_path = null, now_name = null, part = null)
      select memory_id as id from ground limit 1`;
}
