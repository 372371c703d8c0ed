import { lookUp } from '../look-up.ts';
import { sql } from 'drizzle-orm';
import { type MemoryIdForm, SPEAKERS } from '@memory/contracts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { uuid } from '../sql-values.ts';
import { listedMemory } from './read-overview.ts';

/** Letters of a word that tells something, as the hook counts them. */
const TELLING = sql.raw(`'[[:alnum:]_]{5,}'`);

const LISTED_MAX = sql.raw('200');

const drawn = (form: MemoryIdForm) =>
  row({
    item: col.object(listedMemory(form)),
    observations: col.int`d.observations`,
    speaker: col.oneOf(...SPEAKERS).orNull`case when d.is_own then m.speaker end`,
    prompt: col.int.orNull`case when d.is_own then m.prompt end`,
  });

const told = (form: MemoryIdForm) =>
  row({
    item: col.object(listedMemory(form)),
    told_at: col.timestamp`t.told_at`,
    /** `block`, `prompt`, `file`, …: what it was told for. */
    wanted: col.text`t.wanted`,
    /** How it showed that it was of use; null where nothing shows it. */
    used: col.oneOf('voted', 'named', 'its file was changed', 'its words were said').orNull`case
      when exists (select from feedback f where f.workspace_id = m.workspace_id and f.memory_id = m.id
        and f.session_id = t.session_id and f.useful) then 'voted'
      when u.named then 'named' when u.edited then 'its file was changed' when u.said then 'its words were said' end`,
  });

export interface SessionTrace {
  drawn: RowOf<ReturnType<typeof drawn>>[];
  told: RowOf<ReturnType<typeof told>>[];
}

/** Memories that were drawn from a session, and those told to it with their use, each once. */
export async function readSessionTrace(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionId, form }: { sessionId: string; form: MemoryIdForm },
): Promise<SessionTrace> {
  const workspace = uuid(workspaceId);
  const session = sql`select * from sessions where workspace_id = ${workspace} and session_id = ${sessionId}::text`;
  const [drawnRow, toldRow] = [drawn(form), told(form)];
  const isNamed = form === 'A' ? sql`m.id::text` : sql`m.memory_id`;
  return {
    drawn: await query(db, drawnRow)`with s as (${session}),
        d as (
          select id, count(*) filter (where not is_own)::int observations, bool_or(is_own) is_own from (
            select ms.memory_id id, false is_own from observations o
            ${lookUp('memory_sources', 'ms', sql`ms.workspace_id = o.workspace_id and ms.observation_id = o.id`)}
            where o.workspace_id = ${workspace} and o.session_row_id in (select id from s)
            union all
            select m.id, true from memories m where m.workspace_id = ${workspace}
              and m.source_session_id in (select session_id from s)) x group by id)
        select ${drawnRow.columns} from d join memories m on m.workspace_id = ${workspace} and m.id = d.id
        order by m.created_at, m.id limit ${LISTED_MAX}`,
    told: await query(db, toldRow)`with s as (${session}),
        t as (
          select r.ref, min(o.occurred_at) told_at, (array_agg(split_part(o.content, ':', 1) order by o.occurred_at))[1] wanted,
            s.session_id, s.id session_row_id
          from s join observations o on o.workspace_id = s.workspace_id and o.session_row_id = s.id and o.kind = 'injection'
          cross join lateral regexp_split_to_table(substring(o.content from ':(.*)'), '[,[:space:]]+') r (ref)
          where r.ref <> '' group by r.ref, s.session_id, s.id limit ${LISTED_MAX})
        select ${toldRow.columns} from t
        join memories m on m.workspace_id = ${workspace} and ${isNamed} = t.ref
        cross join lateral (
          select array(select distinct w[1] from regexp_matches(lower(m.title), ${TELLING}, 'g') w) words) v
        cross join lateral (
          select coalesce(bool_or(position(t.ref in o.content) > 0), false) named,
            coalesce(bool_or(o.kind = 'edit' and o.files && m.source_files), false) and not exists (
              select from relationships r join memories n on n.workspace_id = r.workspace_id and n.id = r.source_id
              where r.workspace_id = ${workspace} and r.target_id = m.id and r.relationship_type = 'supersedes'
                and n.source_session_id = t.session_id) edited,
            coalesce(bool_or(o.kind = 'assistant_message' and (
              select count(*) >= 2 and count(*) * 2 >= cardinality(v.words) from unnest(v.words) word
              where position(word in lower(o.content)) > 0)), false) said
          from observations o where o.workspace_id = ${workspace} and o.session_row_id = t.session_row_id
            and o.kind in ('assistant_message', 'edit') and o.occurred_at >= t.told_at) u
        order by t.told_at, m.id`,
  };
}
