-- refreshStatistics in packages/db/src/workspaces/refresh-statistics.ts

with
  sample as materialized (
    select
      least(256, ceil(256 * $1::float8 / greatest(count(*), 1)))::int share
    from
      memories
    where
      workspace_id = $2::uuid
  ),
  fresh as materialized (
    select
      word lexeme,
      round(ndoc * 256.0 / share)::int frequency
    from
      sample,
      ts_stat(
        format('select search_text from memories where workspace_id = %L', $3::uuid) || case
          when share < 256 then format(' and get_byte(uuid_send(id), 15) < %s', share)
          else ''
        end
      )
    where
      ndoc > 1
  ),
  gone as (
    delete from lexeme_frequencies f
    where
      f.workspace_id = $4::uuid
      and not exists (
        select
        from
          fresh
        where
          fresh.lexeme = f.lexeme
      )
  ),
  written as (
    insert into
      lexeme_frequencies as f (workspace_id, lexeme, frequency)
    select
      $5::uuid,
      lexeme,
      frequency
    from
      fresh
    order by
      lexeme
    on conflict (workspace_id, lexeme) do update
    set
      frequency = excluded.frequency
    where
      f.frequency <> excluded.frequency
  ),
  counted as (
    update workspace_statistics s
    set
      memories = m.n,
      average_length = m.length,
      refreshed_at = now(),
      changes = 0,
      upkeep_asked_at = null
    from
      (
        select
          count(*)::int n,
          coalesce(avg(term_count), 1)::real length
        from
          memories
        where
          workspace_id = $6::uuid
      ) m
    where
      s.workspace_id = $7::uuid
    returning
      s.memories
  )
select
  (memories)::int as "memories"
from
  counted
