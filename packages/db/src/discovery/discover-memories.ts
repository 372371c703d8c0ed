import { sql, type SQL } from 'drizzle-orm';
import { DISCOVERY_METHODS } from '@memory/contracts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { PLANNED_ONCE } from '../drivers/planned-once.ts';
import { namedMemories } from '../memories/memory-row.ts';
import { col, row, type RowOf } from '../row.ts';
import { nullable, timestamp, uuid } from '../sql-values.ts';
import {
  isHeuristic,
  isLike,
  isSimilar,
  likenessNeeded,
  shareTellingWords,
  type Ground,
  SIMILAR_MAX,
  similarMemories,
} from './likeness.ts';
import { sessionNeighbours, findNeighbours } from './neighbours.ts';

export interface DiscoverMemoriesOptions {
  /** At most a hundred, each once. */
  memoryIds: readonly string[];
  /** The model whose vectors are compared; null when the workspace has none. */
  model: string | null;
  /** Least cosine similarity of a `similar_to` edge. */
  threshold: number;
  /**
   * Whether memories that share files, concepts or a session must be alike as well; false while vectors tell little, as
   * those of a young workspace do.
   */
  needsLikeness: boolean;
  hasSemanticIndex: boolean;
  /** Only memories that are embedded; without an embedding provider none ever is. */
  onlyEmbedded: boolean;
  /** Also memories that have been discovered in their present content: the other memories or their vectors are new. */
  again: boolean;
  /** Marks them as discovered; false while something is still to be added. */
  mark: boolean;
  at: Date;
}

const pair = row({
  id: col.uuid`id`,
  method: col.oneOf(...DISCOVERY_METHODS)`discovery_method`,
  confidence: col.float`confidence`,
});

const NEAREST_MAX = sql.raw('3');
/** Of shared files, for the next part of a document: a confidence of 0.2. */
const NEIGHBOUR = sql.raw('0.25::float8');

/** Whether an edge `f` that was found is an old one `o`, which the reclassifier may have given another type and direction. */
const SAME_EDGE = sql.raw(`f.discovery_method = o.discovery_method and f.relationship_type = o.discovered_type
  and ((f.source_id = o.source_id and f.target_id = o.target_id)
    or (o.retyped and f.source_id = o.target_id and f.target_id = o.source_id))`);

/**
 * A memory's main file is the first of its list. `a` references `b` when the main file of `b` is one of the further files
 * of `a`, and not the other way round: `a` touches what `b` is about.
 */
const references = (a: string, b: string): SQL =>
  sql.raw(`(${b}.source_files[1] <> ${a}.source_files[1] and ${b}.source_files[1] = any(${a}.source_files)
    and not ${a}.source_files[1] = any(${b}.source_files))`);

/** Neighbouring sections of one document, whether or not it has a path. */
const sectionsOfOneDocument = sql.raw(`exists (
  select 1 from document_sections x join document_sections y on y.workspace_id = x.workspace_id
    and y.document_id = x.document_id
    and abs(y.ordinal - x.ordinal) = 1
  where x.workspace_id = s.workspace_id and x.memory_id = s.id and y.memory_id = t.id)`);

const partsOfOneDocument = sql.raw(`exists (
  select 1 from document_sections x join document_sections y on y.workspace_id = x.workspace_id
    and y.document_id = x.document_id
  where x.workspace_id = s.workspace_id and x.memory_id = s.id and y.memory_id = t.id)`);

const discovery = row({
  id: col.uuid`me.id`,
  contentDigest: col.text`me.content_digest`,
  /** The pairs with most confidence, one a neighbour, best first, at most three. */
  nearest: col.listOf(pair)`(
    select coalesce(json_agg(${pair.json} order by confidence desc, id), '[]') from (
      select * from (
        select distinct on (id) id, discovery_method, confidence from found f where f.me = me.id
        order by id, confidence desc, discovery_method) best
      order by confidence desc, id limit ${NEAREST_MAX}) n)`,
});
export type Discovery = RowOf<typeof discovery>;

/**
 * Finds the relationships of memories by the four heuristics and replaces those that they had, in one statement: what is
 * found is written, what is no longer found goes unless an end outside found it too and its ground still holds.
 * Edges that people made stay, a model's as long as the ground of the pair does, and one that was given another type
 * keeps it. An undirected pair has one row, from the younger memory to the older, whichever of them was discovered first.
 * Together, since half of the time of a single one is spent on planning.
 * @returns those there was something to discover of: not what is gone, changed, not embedded yet, or done
 */
export async function discoverMemories(
  db: Database,
  workspaceId: WorkspaceId,
  options: DiscoverMemoriesOptions,
): Promise<Discovery[]> {
  const { memoryIds, model, onlyEmbedded, again, mark, at } = options;
  const modelName = nullable(model, 'text');
  const neighbours = await findNeighbours(db, workspaceId, { ...options, limit: SIMILAR_MAX });
  return query(db, discovery)`with me as materialized (
        select m.id, m.content_digest, m.source_files, m.concepts, m.source_session_id, m.created_at, e.embedding
        from ${namedMemories(workspaceId, { ids: memoryIds })}
        join memory_counters c on c.workspace_id = m.workspace_id and c.memory_id = m.id
        left join memory_embeddings e on e.workspace_id = m.workspace_id and e.memory_id = m.id
          and e.model = ${modelName} and e.content_digest = m.content_digest
        where (c.content_hash = m.content_digest or not ${onlyEmbedded}::bool)
          and (${again}::bool or c.discovered_digest is distinct from m.content_digest)
        order by m.id for no key update of m),
      ${similarMemories(db, workspaceId, { ...options, neighbours })},
      ${sharedTerms(workspaceId, 'sharing_files', 'source_files')},
      ${sharedTerms(workspaceId, 'sharing_concepts', 'concepts')},
      ${sessionNeighbours(workspaceId)},
      judged as materialized (${judgedEdges(workspaceId)}),
      found as materialized (${foundEdges(workspaceId, options)}),
      found_edge as materialized (
        select source_id, target_id, relationship_type, discovery_method, max(confidence) confidence,
          bool_or(me = source_id) by_source, bool_or(me = target_id) by_target
        from found group by 1, 2, 3, 4),
      old as materialized (${oldEdges(workspaceId, options)}),
      lost as materialized (
        select o.* from old o where not exists (select from found_edge f where ${SAME_EDGE})),
      gone as (
        delete from relationships r using lost l where r.workspace_id = ${uuid(workspaceId)} and r.id = l.id
          and (not l.holds or (l.heuristic and not l.by_source and not l.by_target))),
      left_to_other as (
        update relationships r set found_by_source = l.by_source, found_by_target = l.by_target
        from lost l where r.workspace_id = ${uuid(workspaceId)} and r.id = l.id
          and l.holds and l.heuristic and (l.by_source or l.by_target)
          and (r.found_by_source <> l.by_source or r.found_by_target <> l.by_target)),
      written as (
        insert into relationships as r (workspace_id, id, source_id, target_id, relationship_type, discovery_method,
          confidence, is_bidirectional, created_at, found_by_source, found_by_target)
        select ${uuid(workspaceId)}, gen_random_uuid(), source_id, target_id, relationship_type, discovery_method,
          confidence, relationship_type <> 'references', ${timestamp(at)}, by_source, by_target
        from found_edge f where not exists (select from old o where o.retyped and ${SAME_EDGE})
        order by source_id, target_id, relationship_type, discovery_method
        on conflict (workspace_id, source_id, target_id, relationship_type, discovery_method)
          where discovery_method <> 'manual'
          do update set confidence = excluded.confidence,
            found_by_source = excluded.found_by_source
              or (r.found_by_source and not exists (select from me where me.id = r.source_id)),
            found_by_target = excluded.found_by_target
              or (r.found_by_target and not exists (select from me where me.id = r.target_id))
          where r.confidence <> excluded.confidence or excluded.found_by_source > r.found_by_source
            or excluded.found_by_target > r.found_by_target
            or (r.found_by_source > excluded.found_by_source
              and exists (select from me where me.id = r.source_id))
            or (r.found_by_target > excluded.found_by_target
              and exists (select from me where me.id = r.target_id))),
      marked as (
        update memory_counters c set discovered_digest = me.content_digest, discovered_at = ${timestamp(at)} from me
        where ${mark}::bool and c.workspace_id = ${uuid(workspaceId)} and c.memory_id = me.id)
      select ${discovery.columns} from me order by me.id
      ${sql.raw(options.hasSemanticIndex ? '' : PLANNED_ONCE)}`;
}

/** Of a memory that names more files or labels than this, each tells less of it in proportion. */
const TELLING = sql.raw('f.shared * least(1, 6 / greatest(f.size, 1)::float8)');

/** Edges that the reclassifier gave another type: they have been looked at, and need no likeness. */
function judgedEdges(workspaceId: WorkspaceId): SQL {
  const touching = (me: string, other: string) => sql`
    select me.id me, r.${sql.raw(other)} id, r.discovery_method from me join relationships r
      on r.workspace_id = ${uuid(workspaceId)} and r.${sql.raw(me)} = me.id
      where r.discovered_type is not null`;
  return sql`${touching('source_id', 'target_id')} union all ${touching('target_id', 'source_id')}`;
}

/** Whether a pair `f` that shares something is alike enough, or needs not be: nothing is known of a memory without a vector. */
function hasGround(workspaceId: WorkspaceId, options: DiscoverMemoriesOptions, ground: Ground): SQL {
  if (!options.needsLikeness) return sql`true`;
  const hasWords =
    ground.method === 'session_context' && ground.same ? sql`true` : shareTellingWords(workspaceId);
  return sql`(me.embedding is null
    or (
      select case when cosine >= ${options.threshold}::float8 then true
        when cosine >= ${likenessNeeded(options, ground)} then ${hasWords} end
      from (
        select -(e.embedding <#> me.embedding) cosine from memory_embeddings e
        where e.workspace_id = ${uuid(workspaceId)} and e.model = ${nullable(options.model, 'text')}
          and e.memory_id = f.id) e)
    or exists (select from judged j where j.me = f.me and j.id = f.id and j.discovery_method = ${ground.method}::text))`;
}

/**
 * One row an edge that a memory should have: the confidence of overlaps is 1/2 for one rare entry, 2/3 for two, and so on.
 * Sharing alone is no ground for one: of 60 commits that shared files and little else 21 were worth reading together.
 */
function foundEdges(workspaceId: WorkspaceId, options: DiscoverMemoriesOptions): SQL {
  const grounded = (ground: Ground) => hasGround(workspaceId, options, ground);
  return sql`
    select me, id, greatest(id, me) source_id, least(id, me) target_id, 'similar_to' relationship_type,
      'embedding_similarity' discovery_method, least(cosine, 1)::float8 confidence
    from similar_memory where ${isSimilar(workspaceId, options, { cosine: sql.raw('cosine'), pair: 'similar_memory.me, similar_memory.id' })}
    union all
    select me, id, case when out_ref then me when in_ref then id else greatest(id, me) end,
      case when out_ref then id when in_ref then me else least(id, me) end,
      case when out_ref or in_ref then 'references' else 'related_to' end, 'file_overlap', shared / (shared + 1)
    from (
      select f.me, f.id, f.shared, ${references('me', 'o')} out_ref, ${references('o', 'me')} in_ref
      from (${sharingFilesOrDocument(workspaceId)}) f join me on me.id = f.me
      ${memoryOf(workspaceId, 'o', 'f.id')}
      where f.alone or ${grounded({ method: 'file_overlap', shared: TELLING })}) f
    union all
    select f.me, f.id, greatest(f.id, f.me), least(f.id, f.me), 'related_to', 'concept_overlap',
      f.shared / (f.shared + 1)
    from sharing_concepts f join me on me.id = f.me
    where f.alone or ${grounded({ method: 'concept_overlap', shared: TELLING })}
    union all
    select f.me, f.id, greatest(f.id, f.me), least(f.id, f.me), 'related_to', 'session_context', f.confidence
    from session_neighbour f join me on me.id = f.me
    where case when f.same then ${grounded({ method: 'session_context', same: true })}
      else ${grounded({ method: 'session_context', same: false })} end`;
}

/** Looked up one by one: joined plainly, the planner reads the whole workspace for each edge. */
const memoryOf = (workspaceId: WorkspaceId, alias: string, id: string): SQL => sql`cross join lateral (
  select * from memories where workspace_id = ${uuid(workspaceId)} and id = ${sql.raw(id)} limit 1) ${sql.raw(alias)}`;

/**
 * Memories that share files, without the parts of the document that this one is part of; of those its neighbours, weakly:
 * that a document's parts belong together is known without edges.
 */
function sharingFilesOrDocument(workspaceId: WorkspaceId): SQL {
  return sql`select f.me, f.id, f.shared, f.alone, f.size from sharing_files f
      where not exists (
        select from document_sections own join document_sections n
          on n.workspace_id = own.workspace_id and n.document_id = own.document_id
        where own.workspace_id = ${uuid(workspaceId)} and own.memory_id = f.me and n.memory_id = f.id)
      union all
      select me.id, n.memory_id, ${NEIGHBOUR}, true, 1 from me join document_sections own
        on own.workspace_id = ${uuid(workspaceId)} and own.memory_id = me.id
      join document_sections n on n.workspace_id = own.workspace_id and n.document_id = own.document_id
        and n.ordinal in (own.ordinal - 1, own.ordinal + 1)`;
}

/**
 * Discovered edges of the memories, each once: which ends outside found it, and whether its ground still holds.
 */
function oldEdges(workspaceId: WorkspaceId, options: DiscoverMemoriesOptions): SQL {
  const modelName = nullable(options.model, 'text');
  const likeness = isLike(workspaceId, options);
  const touching = (column: string) => sql`select * from relationships
    where workspace_id = ${uuid(workspaceId)} and ${sql.raw(column)} = me.id and discovery_method <> 'manual'`;
  return sql`
    select distinct on (r.id) r.id, r.source_id, r.target_id, r.relationship_type, r.discovery_method,
      coalesce(r.discovered_type, r.relationship_type) discovered_type, r.discovered_type is not null retyped,
      ${isHeuristic('coalesce(r.discovered_type, r.relationship_type)')} heuristic,
      r.found_by_source and not exists (select from me where me.id = r.source_id) by_source,
      r.found_by_target and not exists (select from me where me.id = r.target_id) by_target,
      case r.discovery_method
        when 'embedding_similarity' then coalesce((
          select ${isSimilar(workspaceId, options, {
            cosine: sql.raw('-(e.embedding <#> me.embedding)'),
            pair: 'r.source_id, r.target_id',
          })}
          from memory_embeddings e where e.workspace_id = ${uuid(workspaceId)} and e.model = ${modelName}
            and e.memory_id = case when r.source_id = me.id then r.target_id else r.source_id end), false)
        when 'concept_overlap' then s.concepts && t.concepts
          and (s.concepts <@ t.concepts and t.concepts <@ s.concepts or ${likeness})
        when 'file_overlap' then (s.source_files && t.source_files and not ${partsOfOneDocument}
            and (s.source_files <@ t.source_files and t.source_files <@ s.source_files or ${likeness})
            or ${sectionsOfOneDocument}) and case
          when r.discovered_type is not null then true
          when r.relationship_type = 'references' then ${references('s', 't')}
          when r.relationship_type = 'related_to' then not ${references('s', 't')} and not ${references('t', 's')}
          else true end
        else ${likeness} end holds
    from me cross join lateral (${touching('source_id')} union all ${touching('target_id')}) r
    ${memoryOf(workspaceId, 's', 'r.source_id')}
    ${memoryOf(workspaceId, 't', 'r.target_id')}
    order by r.id, me.id`;
}

/** A term that more memories hold says little; its holders are walked from the newest on instead of read all. */
const HOLDERS_MAX = sql.raw('500');
const WALKED = sql.raw('50');

/**
 * As many memories may share a term before it counts less: a label that 50 memories bear says a tenth of one that 5 bear. Of 40
 * edges between commits that shared a file of up to 20 of 120, seven were worth having: they changed the file for other reasons.
 */
const FEW_HOLDERS = sql.raw('5');

/** Memories kept, those that share most first, then the newest. */
const FOUND_MAX = sql.raw('20');

/** Holders of a term that is shared by two memories alone. */
const PAIR = sql.raw('2');

/**
 * `<name>` (me, id, shared, alone, size): for each of `me` memories that share entries of a list with it, and how many; common ones count
 * for less than one. `alone`: the lists of the two are the same, and no other memory has anything of it; `size`: entries of the longer list. A file that 10,000 memories hold would cost 18 ms and mean nothing; so it costs 0.2, and what several
 * of `me` hold is looked for once.
 */
function sharedTerms(workspaceId: WorkspaceId, name: string, list: 'source_files' | 'concepts'): SQL {
  const column = sql.raw(list);
  const term = sql.raw(`${name}_term`);
  const holder = sql.raw(`${name}_holder`);
  return sql`
    ${term} as materialized (
      select t.term, held, held > ${HOLDERS_MAX} common, least(1, ${FEW_HOLDERS} / greatest(held, 1)::float8) weight
      from (select distinct unnest(me.${column}) term from me) t cross join lateral (
        select count(*) held from (
          select from memories x
          where x.workspace_id = ${uuid(workspaceId)} and x.${column} @> array[t.term] limit ${HOLDERS_MAX} + 1) x) h),
    ${holder} as materialized (
      select t.term, x.* from ${term} t cross join lateral (
        select x.id, x.created_at, x.${column} terms from memories x
        where x.workspace_id = ${uuid(workspaceId)} and x.${column} @> array[t.term]
        order by x.created_at desc limit case when t.common then ${WALKED} end) x),
    ${sql.raw(name)} as materialized (
      select me, id, shared, alone, size from (
        select p.*, row_number() over (partition by me order by shared desc, created_at desc, id desc) place
        from (
          select p.me, p.id, p.created_at, s.shared,
            s.held <= ${PAIR} and p.own <@ p.terms and p.terms <@ p.own alone,
            greatest(cardinality(p.own), cardinality(p.terms)) size
          from (
            select distinct on (me.id, h.id) me.id me, h.id, h.created_at, h.terms, me.${column} own
            from me join ${holder} h on h.term = any(me.${column})
            where h.id <> me.id order by me.id, h.id) p
          cross join lateral (
            select coalesce(sum(t.weight), 0) shared, max(t.held) held from ${term} t
            where t.term = any(p.own) and t.term = any(p.terms)) s) p) p
      where place <= ${FOUND_MAX})`;
}
