-- finishSummary in packages/db/src/sessions/finish-summary.ts

with
  finished as (
    update sessions s
    set
      summary = case
        when s.summary_origin = 'caller' then s.summary
        else $1::text
      end,
      summary_origin = coalesce(s.summary_origin, 'job'),
      summarized_count = $2::int,
      summary_attempts = 0,
      requested_count = greatest(s.requested_count, $3::int),
      summary_due_at = case
        when s.observation_count > $4::int then $5::timestamptz
      end
    where
      s.workspace_id = $6::uuid
      and s.id = $7::uuid
      and s.summarized_count is not distinct from $8::int
    returning
      1
  ),
  input as materialized (
    select
      i.*,
      row_number() over ()::int place
    from
      jsonb_to_recordset($9::jsonb) as i (
        id uuid,
        memory_id text,
        title text,
        narrative text,
        memory_type text,
        tags text[],
        concepts text[],
        source_files text[],
        importance_score float8,
        confidence_score float8,
        content_digest text,
        source_session_id text,
        is_consolidated bool,
        consolidated_from jsonb,
        created_at timestamptz,
        search_text text,
        term_count real,
        author text,
        project text,
        branch text,
        commit_id text,
        joins_session bool
      )
  ),
  inserted as (
    insert into
      memories (
        workspace_id,
        id,
        memory_id,
        title,
        narrative,
        memory_type,
        tags,
        concepts,
        source_files,
        importance_score,
        confidence_score,
        content_digest,
        source_session_id,
        is_consolidated,
        consolidated_from,
        created_at,
        search_text,
        term_count,
        author,
        project,
        branch,
        commit_id
      )
    select
      $10::uuid,
      i.id,
      i.memory_id,
      i.title,
      i.narrative,
      i.memory_type,
      i.tags,
      i.concepts,
      i.source_files,
      i.importance_score,
      i.confidence_score,
      i.content_digest,
      s.session_id,
      coalesce(i.is_consolidated, false),
      i.consolidated_from,
      i.created_at,
      i.search_text::tsvector,
      i.term_count,
      coalesce(i.author, s.user_email, s.user_id, s.author),
      coalesce(i.project, nullif(s.project_name, '')),
      coalesce(i.branch, nullif(s.branch_name, '')),
      i.commit_id
    from
      input i
      left join sessions s on s.workspace_id = $11::uuid
      and s.session_id = coalesce(
        i.source_session_id,
        case
          when i.joins_session then (
            select
              min(o.session_id)
            from
              sessions o
            where
              o.workspace_id = $12::uuid
              and o.author = i.author
              and o.is_active
              and (
                i.project is null
                or o.project_name = ''
                or (
                  lower(o.project_name) = lower(i.project)
                  or (
                    lower(regexp_replace(o.project_name, '^.*/', '')) = lower(regexp_replace(i.project, '^.*/', ''))
                    and case
                      when strpos(o.project_name, '/') = 0 then 0
                      when starts_with(o.project_name, '…/') then 1
                      else 2
                    end <> case
                      when strpos(i.project, '/') = 0 then 0
                      when starts_with(i.project, '…/') then 1
                      else 2
                    end
                  )
                )
              )
            having
              count(*) = 1
          )
        end
      )
    where
      (
        select
          set_config('memory.change', $13::text, true)
      ) is not null
      and exists (
        select
        from
          finished
      )
    order by
      i.place
    returning
      *
  ),
  counted as (
    insert into
      memory_counters (workspace_id, memory_id)
    select
      workspace_id,
      id
    from
      inserted
    returning
      *
  ),
  processed as (
    update observations o
    set
      processed_at = $14::timestamptz
    where
      o.workspace_id = $15::uuid
      and o.id = any ($16::uuid[])
      and o.processed_at is null
      and exists (
        select
        from
          finished
      )
  ),
  cited as (
    insert into
      memory_sources (workspace_id, memory_id, observation_id)
    select
      $17::uuid,
      c.memory_id,
      c.observation_id
    from
      jsonb_to_recordset($18::jsonb) c (memory_id uuid, observation_id uuid)
    where
      exists (
        select
        from
          finished
      )
    on conflict do nothing
  ),
  linked as (
    insert into
      relationships (
        workspace_id,
        id,
        source_id,
        target_id,
        relationship_type,
        discovery_method,
        confidence,
        is_bidirectional,
        context,
        created_at
      )
    select
      $19::uuid,
      l.id,
      l.source_id,
      l.target_id,
      'supersedes',
      'session_context',
      1,
      false,
      null,
      $20::timestamptz
    from
      jsonb_to_recordset($21::jsonb) l (id uuid, source_id uuid, target_id uuid)
    where
      exists (
        select
        from
          finished
      )
    on conflict do nothing
  )
select
  1 as finished
from
  finished
