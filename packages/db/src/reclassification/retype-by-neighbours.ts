import { lookUp } from '../look-up.ts';
import { sql } from 'drizzle-orm';
import { execute, type Database, type WorkspaceId } from '../database.ts';
import { noted } from '../history/change-source.ts';
import { timestamp, uuid } from '../sql-values.ts';

interface RetypeByNeighboursOptions {
  model: string;
  /** Least cosine similarity of a neighbour that votes. */
  threshold: number;
  /** Memories of type `general` that are looked at; another choice each day. */
  limit: number;
  at: Date;
}

const NEIGHBOURS = sql.raw('7');
const VOTES_MIN = sql.raw('3');
/** Least share of the votes' weight. */
const SHARE_MIN = sql.raw('0.7');

/**
 * Gives memories of type `general` the type of their nearest neighbours where those agree, and records each change. A
 * type that was given so does not vote, or one mistake would spread; a memory whose change was undone is left alone.
 * @returns how many were changed
 */
export async function retypeByNeighbours(
  db: Database,
  workspaceId: WorkspaceId,
  { model, threshold, limit, at }: RetypeByNeighboursOptions,
): Promise<number> {
  const workspace = uuid(workspaceId);
  return execute(db)`with candidate as materialized (
        select m.id, e.embedding from memories m
        ${lookUp(
          'memory_embeddings',
          'e',
          sql`e.workspace_id = m.workspace_id and e.memory_id = m.id and e.model = ${model}::text
            and e.content_digest = m.content_digest`,
        )}
        where m.workspace_id = ${workspace} and m.memory_type = 'general' and m.id not in (
          select t.memory_id from type_changes t
          where t.workspace_id = ${workspace} and t.memory_id is not null and t.undone_at is not null)
        order by md5(m.id::text || (${timestamp(at)} at time zone 'UTC')::date::text), m.id limit ${limit}::int),
      voter as materialized (
        select m.id, m.memory_type, e.embedding from memory_embeddings e
        ${lookUp('memories', 'm', sql`m.workspace_id = e.workspace_id and m.id = e.memory_id`)}
        where e.workspace_id = ${workspace} and e.model = ${model}::text
          and m.memory_type not in ('general', 'wiki', 'sdlc_knowledge') and m.id not in (
            select t.memory_id from type_changes t where t.workspace_id = ${workspace} and t.memory_id is not null
              and t.undone_at is null and t.method = 'nearest_neighbours')),
      vote as (
        select c.id, n.memory_type, sum(n.cosine) weight, count(*) votes,
          sum(sum(n.cosine)) over (partition by c.id) total
        from candidate c cross join lateral (
          select v.memory_type, 1 - (v.embedding <=> c.embedding) cosine from voter v where v.id <> c.id
          order by v.embedding <=> c.embedding, v.id limit ${NEIGHBOURS}) n
        where n.cosine >= ${threshold}::float8 group by c.id, n.memory_type),
      winner as materialized (
        select id, memory_type, votes, weight / total share from vote
        where votes >= ${VOTES_MIN} and weight / total >= ${SHARE_MIN}),
      changed as (
        update memories m set memory_type = w.memory_type from winner w
        where m.workspace_id = ${workspace} and m.id = w.id and m.memory_type = 'general' and ${noted()}
        returning m.id),
      recorded as (
        insert into type_changes (workspace_id, id, memory_id, from_type, to_type, method, reason, confidence,
          created_at)
        select ${workspace}, gen_random_uuid(), w.id, 'general', w.memory_type, 'nearest_neighbours',
          w.votes || ' of the nearest memories are of this type', round(w.share::numeric, 3), ${timestamp(at)}
        from winner w join changed c on c.id = w.id)
      select 1 as changed from changed`;
}
