import { sql } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { json, uuid } from '../sql-values.ts';

export interface EmbeddingRefusal {
  memoryId: string;
  contentDigest: string;
  reason: string;
}

/**
 * Whether the present content of a row of `memories m`, with its counters `c`, was refused by the model that its workspace uses. While that has
 * none, because nothing was ever embedded, a refusal counts for a day: the model may have been replaced since.
 */
export const IS_REFUSED = sql.raw(`(c.content_hash is distinct from m.content_digest and exists (
  select from embedding_refusals r left join workspace_statistics t on t.workspace_id = r.workspace_id
  where r.workspace_id = m.workspace_id and r.memory_id = m.id and r.content_digest = m.content_digest
    and (r.model = t.model or (t.model is null and r.refused_at > now() - interval '1 day'))))`);

export async function noteEmbeddingRefusals(
  db: Database,
  workspaceId: WorkspaceId,
  { model, refusals }: { model: string; refusals: readonly EmbeddingRefusal[] },
): Promise<void> {
  const input = refusals.map(({ memoryId, contentDigest, reason }) => ({
    memory_id: memoryId,
    content_digest: contentDigest,
    reason,
  }));
  await execute(db)`
    insert into embedding_refusals (workspace_id, memory_id, model, content_digest, reason, refused_at)
      select m.workspace_id, m.id, ${model}::text, i.content_digest, i.reason, now()
      from jsonb_to_recordset(${json(input)}) i(memory_id uuid, content_digest text, reason text)
      join memories m on m.workspace_id = ${uuid(workspaceId)} and m.id = i.memory_id
      order by m.id
      on conflict (workspace_id, memory_id, model) do update set content_digest = excluded.content_digest,
        reason = excluded.reason, refused_at = excluded.refused_at`;
}

const forgotten = row({ workspaceId: col.workspaceId`workspace_id`, memoryId: col.uuid`memory_id` });

/**
 * Forgets refusals of memories that have no embedding, of all workspaces, so that their contents are tried again.
 * @param options.limit at most 5,000
 * @returns whose they were
 */
export async function forgetEmbeddingRefusals(
  db: Database,
  { limit }: { limit: number },
): Promise<{ workspaceId: string; memoryId: string }[]> {
  return query(db, forgotten)`with picked as materialized (
        select r.workspace_id, r.memory_id, r.model from embedding_refusals r
        join memories m on m.workspace_id = r.workspace_id and m.id = r.memory_id
        join memory_counters c on c.workspace_id = r.workspace_id and c.memory_id = r.memory_id
          and c.content_hash is distinct from m.content_digest
        order by r.workspace_id, r.memory_id, r.model limit ${limit}::int for update of r),
      forgotten as (
        delete from embedding_refusals r using picked p
        where r.workspace_id = p.workspace_id and r.memory_id = p.memory_id and r.model = p.model)
      select distinct ${forgotten.columns} from picked`;
}
