import { sql } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { idRow } from '../is-there.ts';
import { json, nullable, timestamp, uuid, uuidArray } from '../sql-values.ts';

export interface NewAnchor {
  memory_id: string;
  repository_id: string;
  path: string;
  name: string;
  kind: 'symbol' | 'file';
  reason: 'named' | 'edited' | 'file';
  source: 'index' | 'commit' | 'tree' | 'settled';
  signature_hash: string | null;
  body_hash: string | null;
  value: string | null;
  commit_id: string | null;
  grounded_at: string;
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
