import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { layOut } from '../support/queries/lay-out.ts';
import { sampledCalls } from '../support/queries/statements.ts';

/** The statements of one call, laid out. `npm run queries NAME` prints any other. */
async function sentBy(wanted: string): Promise<string> {
  for await (const { name, statements } of sampledCalls([wanted.replace(/\..*/u, '')]))
    if (name === wanted) return statements.map(({ sql }) => layOut(sql)).join('\n\n');
  throw new Error(`No call is named ${wanted}.`);
}

test('every repository function has samples with which it sends something', async () => {
  const calls = new Map<string, number>();
  for await (const { name, statements } of sampledCalls()) calls.set(name, statements.length);
  expect(calls.size).toBeGreaterThan(200);
});

test('a key is authenticated, and charged, in one statement', async () => {
  expect(await sentBy('keys/authenticate-key')).toMatchInlineSnapshot(`
    "  /* repeatable */ with key as materialized (
      select workspace_id, id, name, scope, greatest(case when read_tat > now() + interval '1 second' * $::float8
          then now() + interval '1 second' * $::float8 else read_tat end,
          now() + interval '1 second' * $::float8) as time
      from api_keys where key_hash = $::text and revoked_at is null and (expires_at is null or expires_at > now()) for update),
    shared as materialized (
      select w.id, greatest(case when w.relationship_tat > now() + interval '1 second' * $::float8
          then now() + interval '1 second' * $::float8 else w.relationship_tat end,
          now() + interval '1 second' * $::float8) as time
      from workspaces w where $::bool and w.id = (select workspace_id from key) for update),
    fit as materialized (
      select case when least(floor($::float8 + 0.000001
            - extract(epoch from key.time - now())::float8 / $::float8), (select floor($::float8 + 0.000001
              - extract(epoch from shared.time - now())::float8 / $::float8) from shared)) < 1 then 0 else greatest(1, least($::int,
            floor(least(floor($::float8 + 0.000001
                  - extract(epoch from key.time - now())::float8 / $::float8), (select floor($::float8 + 0.000001
                    - extract(epoch from shared.time - now())::float8 / $::float8) from shared)) / 4))) end::int granted, greatest(greatest(0,
            extract(epoch from key.time - now())::float8 - $::float8),
          (select greatest(0, extract(epoch from shared.time - now())::float8 - $::float8) from shared))::float8 wait from key),
    charged as (
      update api_keys k set last_used_at = now(), read_tat = key.time + fit.granted * interval '1 second' * $::float8,
        calls = counted_calls(k.calls, fit.granted)
      from key, fit where k.workspace_id = key.workspace_id and k.id = key.id and fit.granted > 0),
    charged_workspace as (
      update workspaces w set relationship_tat = shared.time + fit.granted * interval '1 second' * $::float8
      from shared, fit where w.id = shared.id and fit.granted > 0)
    select key.id::text key_id, key.name author, key.scope, fit.granted, fit.wait, w.id::text workspace_id, w.language, w.secrets,
      s.model, s.cosine_scale::text cosine_scale,
      coalesce(s.memories, 0) memories, coalesce(s.has_semantic_index, false) has_semantic_index,
      array_to_json(w.tombstone_salts)::text tombstone_salts,
      (select coalesce(json_agg(g.terms order by g.created_at, g.id), '[]')::text from glossary_groups g
      where g.workspace_id = w.id) glossary
    from key cross join fit join workspaces w on w.id = key.workspace_id
    left join workspace_statistics s on s.workspace_id = key.workspace_id /* planned once */"
  `);
});

test('memories are stored in one statement, with the session that they join', async () => {
  expect(await sentBy('memories/insert-memories')).toMatchInlineSnapshot(`
    "with
    input as materialized (
      select i.*, row_number() over ()::int place from jsonb_to_recordset($::jsonb) as i(
          id uuid, memory_id text, title text, narrative text, memory_type text, tags text[], concepts text[],
          source_files text[], importance_score float8, confidence_score float8, content_digest text,
          source_session_id text, is_consolidated bool, consolidated_from jsonb, created_at timestamptz,
          search_text text, term_count real, author text, project text, branch text, commit_id text,
        joins_session bool, caller text)),
    inserted as (
      insert into memories (workspace_id, id, memory_id, title, narrative, memory_type, tags, concepts, source_files,
          importance_score, confidence_score, content_digest, source_session_id, is_consolidated, consolidated_from,
          created_at, search_text, term_count, author, project, branch, commit_id)
      select $::uuid, i.id, i.memory_id, i.title, i.narrative, i.memory_type, i.tags, i.concepts,
        i.source_files, i.importance_score, i.confidence_score, i.content_digest, s.session_id,
        coalesce(i.is_consolidated, false), i.consolidated_from, i.created_at, i.search_text::tsvector, i.term_count,
        coalesce(i.author, s.user_email, s.user_id, nullif(s.author, $)), coalesce(i.project, nullif(s.project_name, '')),
        coalesce(i.branch, nullif(s.branch_name, '')), i.commit_id
      from input i left join lateral (
        select * from sessions s where s.workspace_id = $::uuid and s.session_id = coalesce(i.source_session_id,
            case when i.joins_session then (
            select min(o.session_id) from sessions o
            where o.workspace_id = $::uuid and o.author = i.caller and o.is_active
              and (i.project is null or o.project_name = '' or (lower(o.project_name) = lower(i.project) or (lower(regexp_replace(o.project_name, '^.*/', '')) = lower(regexp_replace(i.project, '^.*/', '')) and case when strpos(o.project_name, '/') = 0 then 0 when starts_with(o.project_name, '…/') then 1 else 2 end <> case when strpos(i.project, '/') = 0 then 0 when starts_with(i.project, '…/') then 1 else 2 end)))
            having count(*) = 1) end) offset 0) s on true
      where (select set_config('memory.change', $::text, true)) is not null and true
      order by i.place
      returning *),
    counted as (
      insert into memory_counters (workspace_id, memory_id) select workspace_id, id from inserted returning *),
    selected as materialized (
      select id, place, extra, body::text body, size size from (select p.id, p.extra, (row_number() over places)::int place,
          octet_length(m.narrative) size,
          case when row_number() over places = 1 or sum(octet_length(m.narrative)) over places <= 500000 then json_build_object('id', m.id,
            'memory_id', m.memory_id, 'workspace_id', m.workspace_id, 'title', m.title, 'narrative', m.narrative, 'memory_type',
            m.memory_type, 'tags', m.tags, 'concepts', m.concepts, 'source_files', m.source_files, 'importance_score', m.importance_score,
            'confidence_score', m.confidence_score, 'content_hash', case when c.content_hash = m.content_digest then c.content_hash end,
            'pagerank_score', c.pagerank_score, 'community_label', c.community_label, 'access_count', c.access_count, 'retrieval_count',
            c.retrieval_count, 'last_accessed_at', c.last_accessed_at, 'feedback_positive_count', c.feedback_positive_count,
            'feedback_negative_count', c.feedback_negative_count, 'source_session_id', m.source_session_id, 'is_consolidated',
            m.is_consolidated, 'consolidated_from', m.consolidated_from, 'created_at', m.created_at, 'updated_at', m.updated_at, 'revision',
            m.revision) end body
        from (select id, place, null::json extra from input) p
        join inserted m on m.id = p.id
        join counted c on c.memory_id = p.id
          window places as (order by p.place)) s),
    sized as materialized (
      select *, coalesce(octet_length(body), size) bytes, (char_length(body) - 1) / 15000 + 1 pieces,
        sum(octet_length(body)) over (order by place) running
      from selected)
    select (place)::int as "place", (pieces)::int as "pieces", (part)::text as "part" from (
      select 0 place, 0 pieces, -1 n,
        coalesce(json_agg(json_build_array(id, extra, bytes) order by place)::text, '[]') part
      from sized
      union all
      select place, pieces, n, substr(body, n * 15000 + 1, 15000)
      from sized, generate_series(0, pieces - 1) n
      where running <= 500000 or place = 1) answer
    order by place, n /* planned once */"
  `);
});

test('embeddings are stored where the content is still the one that was embedded', async () => {
  expect(await sentBy('embedding/upsert-embeddings')).toMatchInlineSnapshot(`
    "with input as materialized (
      select * from jsonb_to_recordset($::jsonb)
        i(memory_id uuid, model text, content_digest text, embedding text)),
    current as materialized (
      select model from workspace_statistics where workspace_id = $::uuid for no key update),
    wanted as materialized (
      select i.* from input i join memories m on m.workspace_id = $::uuid
        and m.id = any(array(select memory_id from input))
        and m.id = i.memory_id and m.content_digest = i.content_digest
      where exists (select from current where model is not distinct from $::text)
      order by i.memory_id for no key update of m),
    stored as (
      insert into memory_embeddings (workspace_id, memory_id, model, content_digest, embedding)
      select $::uuid, memory_id, model, content_digest, l2_normalize(embedding::int[]::vector) from wanted
      where embedding is not null
      on conflict (workspace_id, memory_id, model)
        do update set embedding = excluded.embedding, content_digest = excluded.content_digest),
    dropped as (
      delete from memory_embeddings e using wanted w
      where e.workspace_id = $::uuid and e.memory_id = w.memory_id and e.model = w.model
        and w.embedding is null),
    marked as (
      update memory_counters c set content_hash = w.content_digest from wanted w
      where $::bool and c.workspace_id = $::uuid and c.memory_id = w.memory_id
        and c.content_hash is distinct from w.content_digest
        and not (w.embedding is null and exists (
          select from embedding_refusals r where r.workspace_id = c.workspace_id and r.memory_id = c.memory_id
            and r.model = w.model and r.content_digest = w.content_digest))
      returning c.memory_id),
    counted as (
      update workspace_statistics s set
        model = coalesce(s.model, (select min(model) from wanted)),
        changes = s.changes + c.count,
        upkeep_asked_at = case when s.changes + c.count >= greatest(16 - s.memories, ceil(s.memories / 4.0), 1)
        and coalesce(s.upkeep_asked_at < now() - interval '10 minutes', true) then now() else s.upkeep_asked_at end
      from (select count(*)::int count from marked) c
      where s.workspace_id = $::uuid and c.count > 0
      returning s.upkeep_asked_at = now() due)
    select ((select coalesce(json_agg(memory_id), '[]') from wanted))::text as "stored", (coalesce((select due from counted),
          false))::bool as "upkeepDue" /* planned once */"
  `);
});

test('a search of a large workspace ranks by words and meaning, and reads its page', async () => {
  expect(await sentBy('search/search-memories.many')).toMatchInlineSnapshot(`
    "with query as materialized (select $::halfvec v),
    word as materialized (
      select x.lexeme, x.n, x.alternative, x.query::tsquery query, s.average_length, coalesce(f.frequency, 0) frequency,
        -- As float8: these few numbers enter every product below, and numeric costs a conversion each time.
        ln(1 + (greatest(s.memories - coalesce(f.frequency, 0), 0) + 0.5)
          / (coalesce(f.frequency, 0) + 0.5))::float8 idf
      from workspace_statistics s cross join jsonb_to_recordset($::jsonb)
        x(lexeme text, query text, n float8, alternative bool)
      left join lateral (
        select frequency from lexeme_frequencies f
        where f.workspace_id = $::uuid and f.lexeme = x.lexeme offset 0) f on true
      where s.workspace_id = $::uuid),
    q as materialized (
      select *, sum(idf) filter (where not alternative) over () total,
        case when alternative then 0.5 * idf else idf end covers,
        sum(frequency) over (order by frequency, lexeme) <= $::int
        or frequency = (select min(frequency) from word where frequency > 0) generates
      from word),
    hit as materialized (
      select m.id, true passes, q.covers / q.total share,
        bm25(q.n, q.idf, t.tf, m.term_count, q.average_length) b
      from q cross join lateral (
          -- The rarest word of a query may stand in every third memory of a million.
        select * from memories m
        where m.workspace_id = $::uuid and m.search_text @@ q.query
        limit 20000 offset 0) m
      cross join lateral (
        select case when q.alternative then 1 else term_frequency(m.search_text, q.query) end tf offset 0) t
      where q.generates),
    ranked as materialized (
      select *, row_number() over (order by b * (0.7 + 0.3 * c) desc, id) place
      from (select id, true passes, sum(b) b, least(1, sum(share)) c
        from hit group by id) summed),
    found as (
      select id, bool_or(wanted) wanted, min(place) place, coalesce(max(b), 0) b, coalesce(max(c), 0) c
      from (
        select id, passes
          and place <= 200 wanted,
          place, b, c
        from ranked
        union all select id, true, null, null, null from (select e.memory_id id,
            -(e.embedding <#> (select v from query)) cosine from memory_embeddings e
          where e.workspace_id = $::uuid and e.model = $::text
          order by (e.embedding::halfvec(192)) <#> (select v::halfvec(192) from query) limit (select $::int)) o) f
      group by id having bool_or(wanted) or min(place) <= 50),
    scored as materialized (
      select m.id, f.wanted, f.place, m.importance_score, least(1, f.c + o.c) coverage,
        (f.b + o.b) * (0.7 + 0.3 * least(1, f.c + o.c)) * (1 + 0.3 * ((m.search_text @@ $::text::tsquery)::int)::float8 / $::int) k
      from found f cross join lateral (
        select * from memories m where m.workspace_id = $::uuid and m.id = f.id offset 0) m
      cross join lateral (
        select coalesce(sum(bm25(n, idf, tf, m.term_count, average_length)), 0) b,
          coalesce(sum(covers * least(tf, 1) / total), 0) c
        from (
          select q.*, case when alternative then (m.search_text @@ q.query)::int
            else term_frequency(m.search_text, q.query) end tf from q where not generates offset 0) t) o),
    best_k as materialized (
      select max(k) k, power(least(1, max(coverage) * greatest(1, (select max(total) from q) / 10::float8)), 2) decides
      from scored where place <= 50),
    candidate as materialized (
      select s.id, s.importance_score, case when best_k.k > 0 then least(1, coalesce(s.k,
            0) / best_k.k) * best_k.decides else 0 end keyword , coalesce(least(1, greatest(0,
              (-(e.embedding <#> (select v from query)) - $::float8) / $::float8)), 0) likeness
      from scored s cross join best_k left join lateral (
        select e.embedding from memory_embeddings e
        where e.workspace_id = $::uuid and e.memory_id = s.id and e.model = $::text
        offset 0) e on true where s.wanted),
    direct as materialized (
      select id, 0.3 * keyword + 0.6 * (0.315 * keyword + 0.685 * likeness) + 0.1 * importance_score score,
        case when keyword > 0 and likeness > 0 then 'combined' when keyword > 0 then 'keyword' else 'semantic' end match_type
      from candidate where keyword > 0 or likeness > 0),
    neighbour as materialized (
      select n.id
      from (select id from direct order by score desc, id limit 10) best
      cross join lateral (
          (select r.target_id id, r.confidence from relationships r
          where r.workspace_id = $::uuid and r.source_id = best.id
            and r.confidence >= 0.5
          order by r.confidence desc limit 50) union all (select r.source_id id, r.confidence from relationships r
          where r.workspace_id = $::uuid and r.target_id = best.id
            and r.confidence >= 0.5
          order by r.confidence desc limit 50)) n
      where not exists (select from direct d where d.id = n.id)
      group by n.id order by max(n.confidence) desc, n.id limit 50),
    derived as (
      select m.id, 'semantic' match_type, 0.6 * (0.685 * coalesce(least(1, greatest(0,
                (-(e.embedding <#> (select v from query)) - $::float8) / $::float8)), 0)) + 0.1 * m.importance_score score
      from neighbour n cross join lateral (
        select * from memories m where m.workspace_id = $::uuid and m.id = n.id offset 0) m
      left join lateral (
        select e.embedding from memory_embeddings e
        where e.workspace_id = $::uuid and e.memory_id = m.id and e.model = $::text
        offset 0) e on true
      where true), selected as materialized (
      select id, place, extra, body::text body, size size from (select p.id, p.extra, (row_number() over places)::int place,
          octet_length(m.narrative) size,
          case when row_number() over places = 1 or sum(octet_length(m.narrative)) over places <= 500000 then json_build_object('id', m.id,
            'memory_id', m.memory_id, 'workspace_id', m.workspace_id, 'title', m.title, 'narrative', m.narrative, 'memory_type',
            m.memory_type, 'tags', m.tags, 'concepts', m.concepts, 'source_files', m.source_files, 'importance_score', m.importance_score,
            'confidence_score', m.confidence_score, 'content_hash', case when c.content_hash = m.content_digest then c.content_hash end,
            'pagerank_score', c.pagerank_score, 'community_label', c.community_label, 'access_count', c.access_count, 'retrieval_count',
            c.retrieval_count, 'last_accessed_at', c.last_accessed_at, 'feedback_positive_count', c.feedback_positive_count,
            'feedback_negative_count', c.feedback_negative_count, 'source_session_id', m.source_session_id, 'is_consolidated',
            m.is_consolidated, 'consolidated_from', m.consolidated_from, 'created_at', m.created_at, 'updated_at', m.updated_at, 'revision',
            m.revision) end body
        from (select id, (row_number() over (order by score desc, superseded, id))::int place,
            json_build_object('score', score, 'match_type', match_type) extra
          from (
            select t.*, exists (
              select from relationships s where s.workspace_id = $::uuid and s.target_id = t.id
                and s.relationship_type = 'supersedes') superseded
            from (
              select r.*, rank() over (order by r.score desc) place
              from (select id, round(score * 1e6) / 1e6 score, match_type from (select id, score, match_type from direct union all select id,
                    score, match_type from derived) given) r) t
            where t.place <= $::bigint + $::bigint) near
          order by score desc, superseded, id limit $::int offset $::int) p
        cross join lateral (
          select * from memories m where m.workspace_id = $::uuid and m.id = p.id offset 0) m
        cross join lateral (
          select * from memory_counters c where c.workspace_id = $::uuid and c.memory_id = p.id offset 0) c
          window places as (order by p.place)) s),
    sized as materialized (
      select *, coalesce(octet_length(body), size) bytes, (char_length(body) - 1) / 15000 + 1 pieces,
        sum(octet_length(body)) over (order by place) running
      from selected)
    select (place)::int as "place", (pieces)::int as "pieces", (part)::text as "part" from (
      select 0 place, 0 pieces, -1 n,
        coalesce(json_agg(json_build_array(id, extra, bytes) order by place)::text, '[]') part
      from sized
      union all
      select place, pieces, n, substr(body, n * 15000 + 1, 15000)
      from sized, generate_series(0, pieces - 1) n
      where running <= 500000 or place = 1) answer
    order by place, n"
  `);
});

test('a page of memories is found before its rows are read', async () => {
  expect(await sentBy('memories/list-memories')).toMatchInlineSnapshot(`
    "with  selected as materialized (
      select id, place, extra, body::text body, size size from (select p.id, p.extra, (row_number() over places)::int place,
          octet_length(m.narrative) size,
          case when row_number() over places = 1 or sum(octet_length(m.narrative)) over places <= 500000 then json_build_object('id', m.id,
            'memory_id', m.memory_id, 'workspace_id', m.workspace_id, 'title', m.title, 'narrative', m.narrative, 'memory_type',
            m.memory_type, 'tags', m.tags, 'concepts', m.concepts, 'source_files', m.source_files, 'importance_score', m.importance_score,
            'confidence_score', m.confidence_score, 'content_hash', case when c.content_hash = m.content_digest then c.content_hash end,
            'pagerank_score', c.pagerank_score, 'community_label', c.community_label, 'access_count', c.access_count, 'retrieval_count',
            c.retrieval_count, 'last_accessed_at', c.last_accessed_at, 'feedback_positive_count', c.feedback_positive_count,
            'feedback_negative_count', c.feedback_negative_count, 'source_session_id', m.source_session_id, 'is_consolidated',
            m.is_consolidated, 'consolidated_from', m.consolidated_from, 'created_at', m.created_at, 'updated_at', m.updated_at, 'revision',
            m.revision) end body
        from (select m.id, (row_number() over (order by m.importance_score desc,
                m.created_at desc, m.id))::int place, null::json extra
          from memories m  where m.workspace_id = $::uuid and m.memory_type = $::text and m.tags @> array(select jsonb_array_elements_text($::jsonb))
          order by m.importance_score desc,
            m.created_at desc, m.id limit $::int offset $::int) p
        cross join lateral (
          select * from memories m where m.workspace_id = $::uuid and m.id = p.id offset 0) m
        cross join lateral (
          select * from memory_counters c where c.workspace_id = $::uuid and c.memory_id = p.id offset 0) c
          window places as (order by p.place)) s),
    sized as materialized (
      select *, coalesce(octet_length(body), size) bytes, (char_length(body) - 1) / 15000 + 1 pieces,
        sum(octet_length(body)) over (order by place) running
      from selected)
    select (place)::int as "place", (pieces)::int as "pieces", (part)::text as "part" from (
      select 0 place, 0 pieces, -1 n,
        coalesce(json_agg(json_build_array(id, extra, bytes) order by place)::text, '[]') part
      from sized
      union all
      select place, pieces, n, substr(body, n * 15000 + 1, 15000)
      from sized, generate_series(0, pieces - 1) n
      where running <= 500000 or place = 1) answer
    order by place, n"
  `);
});

test('the graph around seeds is walked in one statement', async () => {
  expect(await sentBy('graph/explore-graph')).toMatchInlineSnapshot(`
    "with recursive level as (
      select 0 depth, s.ids frontier, s.ids seen from (
        select array_agg(m.id order by u.place) ids
        from unnest($::uuid[]) with ordinality u(id, place)
        join memories m on m.workspace_id = $::uuid and m.id = u.id) s
      where s.ids is not null
      union all
      select level.depth + 1, next.ids, level.seen || next.ids from level cross join lateral (
        select array_agg(best.id order by best.confidence desc, best.id) ids from (
          select n.id, max(n.confidence) confidence
          from (select id from unnest(level.frontier) u(id) where in_time(statement_timestamp(), 5000) offset 0) f cross join lateral (
              (
              select r.target_id id, r.confidence from relationships r
              where r.workspace_id = $::uuid and r.confidence >= $::float8
                and r.source_id = f.id
              order by r.confidence desc limit 50) union all (
              select r.source_id id, r.confidence from relationships r
              where r.workspace_id = $::uuid and r.confidence >= $::float8
                and r.target_id = f.id
              order by r.confidence desc limit 50) offset 0) n
          where n.id not in (select unnest(level.seen))
          group by n.id order by max(n.confidence) desc, n.id
          limit greatest($::int - cardinality(level.seen), 0)) best) next
      where cardinality(level.seen) < $::int and level.depth < 10 and next.ids is not null),
    node as materialized (
      select u.id, u.position::int position, u.position <= cardinality(seeds.seen) is_seed
      from (select seen from level where depth = 0) seeds, (select seen from level order by depth desc limit 1) deepest,
        unnest(deepest.seen) with ordinality u(id, position)),
    edge as materialized (
      select s.position source, t.position target, r.relationship_type, max(r.confidence) confidence
      from (select id, position from node where in_time(statement_timestamp(), 5000) offset 0) s cross join lateral (
        select r.target_id, r.relationship_type, r.confidence from relationships r
        where r.workspace_id = $::uuid and r.confidence >= $::float8
          and r.source_id = s.id
          -- An order that one index has: without statistics the planner would take another.
        order by r.confidence desc) r
      join node t on t.id = r.target_id
      group by s.position, t.position, r.relationship_type
      order by max(r.confidence) desc, s.position, t.position, r.relationship_type limit 5000), selected as materialized (
      select id, place, extra, body::text body, null::int size from (select id, (row_number() over (order by kind,
              position))::int place, extra, body from (
          select ('00000000-0000-0000-0000-' || lpad(part::text, 12, '0'))::uuid id, 0 kind, part position,
            null::json extra, json_agg(json_build_array(source, target, relationship_type, confidence)
            order by confidence desc, source, target, relationship_type) body
          from (
            select *, (row_number() over (order by confidence desc, source, target, relationship_type) - 1)
              / 1000 part from edge) numbered
          group by part
          union all
          select m.id, 1, n.position, json_build_array(n.position, n.is_seed), json_build_object('id', m.id, 'memory_id', m.memory_id,
              'title', m.title, 'memory_type', m.memory_type, 'importance_score', m.importance_score, 'pagerank_score', c.pagerank_score,
              'community_label', c.community_label)
          from node n join memories m on m.workspace_id = $::uuid and m.id = n.id cross join lateral (
            select * from memory_counters c where c.workspace_id = m.workspace_id and c.memory_id = m.id offset 0) c) document) s),
    sized as materialized (
      select *, coalesce(octet_length(body), size) bytes, (char_length(body) - 1) / 15000 + 1 pieces,
        sum(octet_length(body)) over (order by place) running
      from selected)
    select (place)::int as "place", (pieces)::int as "pieces", (part)::text as "part" from (
      select 0 place, 0 pieces, -1 n,
        coalesce(json_agg(json_build_array(id, extra, bytes) order by place)::text, '[]') part
      from sized
      union all
      select place, pieces, n, substr(body, n * 15000 + 1, 15000)
      from sized, generate_series(0, pieces - 1) n
      where running <= 500000 or place = 1) answer
    order by place, n /* planned once */"
  `);
});

test('a path is found within a time', async () => {
  expect(await sentBy('graph/find-path')).toMatchInlineSnapshot(`
    "with ends as materialized (
      select (select m.id from memories m where m.workspace_id = $::uuid and m.id = $::uuid) source,
        (select m.id from memories m where m.workspace_id = $::uuid and m.id = $::uuid) target),
    allowed as materialized (select null::text[] types),
    found as materialized (
      select case
        when source is null or target is null then '{}'
        when source = target then array[source]
        else relationship_path($::uuid, source, target, $::int, types, $::int,
          null::int)
        end path from ends, allowed),
    step as (
      select u.place, u.id source, path[u.place + 1] target
      from found, keys(path) with ordinality u(id, place) where u.place < cardinality(path)),
    edge as materialized (
      select step.place, best.* from step cross join lateral (
        select r.source_id, r.target_id, r.relationship_type, r.confidence from relationships r, allowed
        where r.workspace_id = $::uuid and (types is null or r.relationship_type = any(types))
          and ((r.source_id = step.source and r.target_id = step.target)
            or (r.source_id = step.target and r.target_id = step.source))
        order by r.confidence desc, r.id limit 1) best)
    select (source is not null)::bool as "sourceExists", (target is not null)::bool as "targetExists",
      ((select json_build_array(source, target) from found where path is null))::text as "unfinished", ((
        select coalesce(json_agg(json_build_object('id', m.id, 'memory_id', m.memory_id) order by u.place), '[]')
        from found, keys(path) with ordinality u(id, place)
        join memories m on m.workspace_id = $::uuid and m.id = u.id))::text as "path", ((
        select coalesce(json_agg(json_build_object('source', json_build_object('id', s.id, 'memory_id', s.memory_id), 'target',
                json_build_object('id', t.id, 'memory_id', t.memory_id), 'relationship_type', e.relationship_type, 'confidence',
                e.confidence) order by e.place), '[]')
        from edge e
        join memories s on s.workspace_id = $::uuid and s.id = e.source_id
        join memories t on t.workspace_id = $::uuid and t.id = e.target_id))::text as "edges"
    from ends /* planned once */"
  `);
});

test('the context of a session is weighed and bounded by the database', async () => {
  expect(await sentBy('sessions/read-session-context')).toMatchInlineSnapshot(`
    "with
    target as materialized (select s.* from sessions s where s.workspace_id = $::uuid and s.session_id = $::text),
    candidate as (
        (select m.id from memories m where m.workspace_id = $::uuid and exists (select from target)
        order by m.importance_score desc, m.created_at desc, m.id limit 200)
      union (select m.id from memories m where m.workspace_id = $::uuid and exists (select from target)
        order by m.created_at desc, m.id limit 200)
      union (select m.id from target t
        join lateral (select s.session_id from sessions s
          where s.workspace_id = $::uuid and s.project_name = t.project_name and t.project_name <> ''
          order by s.started_at desc, s.id limit 200) s on true
        join memories m on m.workspace_id = $::uuid and m.source_session_id = s.session_id
        order by m.importance_score desc, m.created_at desc, m.id limit 200)),
    weighed as (
      select m.id, m.created_at, octet_length(m.narrative) bytes,
        m.importance_score
        + 0.4 / (1 + extract(epoch from max(m.created_at) over () - m.created_at)::float8 / 2592000)
        + case when t.project_name = '' or coalesce(s.project_name, '') = '' then 0.1
        when s.project_name <> t.project_name then 0
        when s.branch_name = t.branch_name then 0.3 else 0.2 end
        - case when m.memory_type in ('wiki', 'sdlc_knowledge') then 0.3 else 0 end
        - case when exists (select from relationships r where r.workspace_id = $::uuid and r.target_id = m.id
          and r.relationship_type = 'supersedes') then 1 else 0 end weight
      from candidate c cross join target t
      join memories m on m.workspace_id = $::uuid and m.id = c.id
      left join sessions s on s.workspace_id = $::uuid and s.session_id = m.source_session_id),
    ranked as (
      select id, row_number() over best place, sum(bytes) over best bytes from weighed
        window best as (order by weight desc, created_at desc, id)),
    recent as (
      select s.id, s.ended_at from target t join sessions s on s.workspace_id = $::uuid and s.id <> t.id
      where not s.is_active
      order by (s.project_name = t.project_name) desc, s.ended_at desc, s.id limit 5), selected as materialized (
      select id, place, extra, body::text body, null::int size from (select id, (row_number() over (order by kind, place))::int place,
          null::json extra, body
        from (
          select s.id, 0 kind, 1 place, json_build_object('session_id', s.session_id, 'project_name', s.project_name, 'branch_name',
              s.branch_name, 'is_active', s.is_active, 'started_at', s.started_at) body from target s
          union all
          select m.id, 1, r.place, json_build_object('id', m.id, 'memory_id', m.memory_id, 'title', m.title, 'memory_type', m.memory_type,
              'importance_score', m.importance_score, 'narrative', m.narrative) from ranked r
          join memories m on m.workspace_id = $::uuid and m.id = r.id
          where r.place <= $::int and (r.place = 1 or r.bytes <= 3000000)
          union all
          select s.id, 2, row_number() over (order by r.ended_at desc, r.id), json_build_object('session_id', s.session_id, 'summary',
              s.summary, 'ended_at', s.ended_at) from recent r
          join sessions s on s.workspace_id = $::uuid and s.id = r.id) document) s),
    sized as materialized (
      select *, coalesce(octet_length(body), size) bytes, (char_length(body) - 1) / 15000 + 1 pieces,
        sum(octet_length(body)) over (order by place) running
      from selected)
    select (place)::int as "place", (pieces)::int as "pieces", (part)::text as "part" from (
      select 0 place, 0 pieces, -1 n,
        coalesce(json_agg(json_build_array(id, extra, bytes) order by place)::text, '[]') part
      from sized
      union all
      select place, pieces, n, substr(body, n * 15000 + 1, 15000)
      from sized, generate_series(0, pieces - 1) n
      where running <= 500000 or place = 1) answer
    order by place, n"
  `);
});

const ROOT = new URL('../../', import.meta.url).pathname;

/** The faults of a migration: squawk's rules, and statements that change rows, which no call is long enough for. */
function faultsOf(migration: string): string[] {
  const linted = spawnSync(
    'node_modules/.bin/squawk',
    ['--stdin-filepath', '9999.sql', '--reporter', 'json'],
    {
      cwd: ROOT,
      input: migration,
      encoding: 'utf8',
    },
  );
  const rules = (JSON.parse(linted.stdout) as { rule_name: string }[]).map(({ rule_name: rule }) => rule);
  const changes = migration
    .split(/;\n\n/u)
    .map((statement) => statement.replaceAll(/^--.*\n/gmu, '').trim())
    .filter((statement) =>
      /^(?:update|delete|merge|with|insert(?!\s+into\s+\S+\s+(?:\(|values)))\b/iu.test(statement),
    );
  return [...rules, ...changes.map((statement) => `changes rows: ${statement.slice(0, 40)}`)];
}

verifies(
  'aws.migrations',
  () => {
    const folder = `${ROOT}packages/db/migrations/`;
    // The first is the whole schema, of a database that is empty.
    const later = readdirSync(folder).toSorted().slice(1);
    expect(later.map((file) => faultsOf(readFileSync(folder + file, 'utf8')))).toEqual(later.map(() => []));
    const good = 'create index concurrently if not exists memories_title on memories (title);\n\n';
    expect(faultsOf(`${good}alter table memories add column origin text;\n`)).toEqual([]);
    expect(
      faultsOf(`create index memories_title on memories (title);

alter table memories alter column title type varchar(10);

-- All of them.
update memories set title = '';
`),
    ).toEqual([
      'require-concurrent-index-creation',
      'changing-column-type',
      "changes rows: update memories set title = '';",
    ]);
  },
  { title: 'a migration locks no table for long, rewrites none and changes no rows' },
);
