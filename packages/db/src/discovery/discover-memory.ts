import { sql, type SQL } from 'drizzle-orm';
import { DISCOVERY_METHODS } from '@memory/contracts';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { indexedType } from '../search/nearest.ts';
import { col, row, type RowOf } from '../row.ts';
import { nullable, timestamp, uuid } from '../sql-values.ts';
import { sessionNeighbours } from './session-neighbours.ts';
import { sharedTerms } from './shared-terms.ts';

export interface DiscoverMemoryOptions {
  memoryId: string;
  /** The model whose vectors are compared; null when the workspace has none. */
  model: string | null;
  /** Least cosine similarity of a `similar_to` edge. */
  threshold: number;
  hasSemanticIndex: boolean;
  /** Only a memory that is embedded; without an embedding provider none ever is. */
  onlyEmbedded: boolean;
  /** Also a memory that has been discovered in its present content: the other memories or their vectors are new. */
  again: boolean;
  /** Marks it as discovered; false while something is still to be added. */
  mark: boolean;
  at: Date;
}

/** A pair of the memory and another one. */
const pair = row({
  id: col.uuid`id`,
  method: col.oneOf(...DISCOVERY_METHODS)`discovery_method`,
  confidence: col.float`confidence`,
});

/** Most similar memories that get an edge. */
export const SIMILAR_MAX = sql.raw('5');
const NEAREST_MAX = sql.raw('3');
/** Of shared files, for the next part of a document: a confidence of 0.2. */
const NEIGHBOUR = sql.raw('0.25::float8');

/** What heuristics find; other types come from a model or from people. */
export const HEURISTIC_TYPES = sql.raw(`('references', 'related_to', 'similar_to')`);

/** Whether an edge that was found is an old one, which the reclassifier may have given another type and direction. */
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

const discovery = (id: SQL) =>
  row({
    contentDigest: col.text`me.content_digest`,
    /** The pairs with most confidence, one a neighbour, best first, at most three. */
    nearest: col.listOf(pair)`(
      select coalesce(json_agg(${pair.json} order by confidence desc, id), '[]') from (
        select * from (
          select distinct on (other) other id, discovery_method, confidence
          from (
            select case when source_id = ${id} then target_id else source_id end other, discovery_method, confidence
            from found) f
          order by other, confidence desc, discovery_method) best
        order by confidence desc, id limit ${NEAREST_MAX}) n)`,
  });
export type Discovery = RowOf<ReturnType<typeof discovery>>;

/**
 * Finds the relationships of one memory by the four heuristics and replaces those that it had, in one statement:
 * what it finds is written, what it no longer finds goes unless the other end found it too and its ground still holds.
 * Edges that people made stay, a model's as long as the ground of the pair does, and one that was given another type
 * keeps it. An undirected pair has one row, from the younger memory to the older, whichever of them was discovered first.
 * @returns undefined when there is nothing to discover: the memory is gone, changed, not embedded yet, or done
 */
export async function discoverMemory(
  db: Database,
  workspaceId: WorkspaceId,
  options: DiscoverMemoryOptions,
): Promise<Discovery | undefined> {
  const { memoryId, model, threshold, onlyEmbedded, again, mark, at } = options;
  const modelName = nullable(model, 'text');
  const id = uuid(memoryId);
  const answer = discovery(id);
  const [discovered] = await query(
    db,
    answer,
    sql`with me as materialized (
        select m.id, m.content_digest, m.source_files, m.concepts, m.source_session_id, m.created_at, e.embedding
        from memories m left join memory_embeddings e on e.workspace_id = m.workspace_id and e.memory_id = m.id
          and e.model = ${modelName} and e.content_digest = m.content_digest
        where m.workspace_id = ${uuid(workspaceId)} and m.id = ${id}
          and (m.content_hash = m.content_digest or not ${onlyEmbedded}::bool)
          and (${again}::bool or m.discovered_digest is distinct from m.content_digest)
        for no key update of m),
      ${similar(db, workspaceId, options)},
      ${sharedTerms(workspaceId, 'sharing_files', 'source_files')},
      ${sharedTerms(workspaceId, 'sharing_concepts', 'concepts')},
      ${sessionNeighbours(workspaceId)},
      found as materialized (${foundEdges(workspaceId, id, threshold)}),
      old as materialized (${oldEdges(workspaceId, id, { modelName, threshold })}),
      lost as materialized (
        select o.* from old o where not exists (select from found f where ${SAME_EDGE})),
      gone as (
        delete from relationships r using lost l where r.workspace_id = ${uuid(workspaceId)} and r.id = l.id
          and (not l.holds or (l.heuristic and not l.found_by_other))),
      left_to_other as (
        update relationships r set found_by_source = r.found_by_source and r.source_id <> ${id},
          found_by_target = r.found_by_target and r.target_id <> ${id}
        from lost l where r.workspace_id = ${uuid(workspaceId)} and r.id = l.id
          and l.holds and l.heuristic and l.found_by_other and l.found_by_me),
      written as (
        insert into relationships as r (workspace_id, id, source_id, target_id, relationship_type, discovery_method,
          confidence, is_bidirectional, created_at, found_by_source, found_by_target)
        select ${uuid(workspaceId)}, gen_random_uuid(), source_id, target_id, relationship_type, discovery_method,
          confidence, relationship_type <> 'references', ${timestamp(at)}, source_id = ${id}, target_id = ${id}
        from found f where not exists (select from old o where o.retyped and ${SAME_EDGE})
        order by source_id, target_id, relationship_type, discovery_method
        on conflict (workspace_id, source_id, target_id, relationship_type, discovery_method)
          where discovery_method <> 'manual'
          do update set confidence = excluded.confidence,
            found_by_source = r.found_by_source or excluded.found_by_source,
            found_by_target = r.found_by_target or excluded.found_by_target
          where r.confidence <> excluded.confidence or excluded.found_by_source > r.found_by_source
            or excluded.found_by_target > r.found_by_target),
      marked as (
        update memories m set discovered_digest = m.content_digest, discovered_at = ${timestamp(at)} from me
        where ${mark}::bool and m.workspace_id = ${uuid(workspaceId)} and m.id = me.id)
      select ${answer.columns} from me`,
  );
  return discovered;
}

/** `similar` (id, cosine): the nearest by inner product, which of unit vectors is the cosine. */
function similar(
  db: Database,
  workspaceId: WorkspaceId,
  { memoryId, model, hasSemanticIndex }: DiscoverMemoryOptions,
): SQL {
  const type = hasSemanticIndex && model !== null ? sql`::${indexedType(db, model)}` : sql``;
  return sql`similar_memory as materialized (
      select e.memory_id id, -(e.embedding <#> (select embedding from me)) cosine
      from memory_embeddings e
      where e.workspace_id = ${uuid(workspaceId)} and e.model = ${nullable(model, 'text')}
        and e.memory_id <> ${uuid(memoryId)} and exists (select from me where embedding is not null)
      order by (e.embedding${type}) <#> (select embedding${type} from me) limit ${SIMILAR_MAX})`;
}

/** One row an edge that the memory should have: the confidence of overlaps is 1/2 for one rare entry, 2/3 for two, and so on. */
function foundEdges(workspaceId: WorkspaceId, id: SQL, threshold: number): SQL {
  return sql`
    select greatest(id, ${id}) source_id, least(id, ${id}) target_id, 'similar_to' relationship_type,
      'embedding_similarity' discovery_method, least(cosine, 1)::float8 confidence
    from similar_memory where cosine >= ${threshold}::float8
    union all
    select case when out_ref then ${id} when in_ref then id else greatest(id, ${id}) end,
      case when out_ref then id when in_ref then ${id} else least(id, ${id}) end,
      case when out_ref or in_ref then 'references' else 'related_to' end, 'file_overlap', shared / (shared + 1)
    from (
      select s.id, s.shared, ${references('me', 'o')} out_ref, ${references('o', 'me')} in_ref
      from me cross join (${sharingFilesOrDocument(workspaceId)}) s
      join memories o on o.workspace_id = ${uuid(workspaceId)} and o.id = s.id) f
    union all
    select greatest(id, ${id}), least(id, ${id}), 'related_to', 'concept_overlap', shared / (shared + 1)
    from sharing_concepts
    union all
    select greatest(id, ${id}), least(id, ${id}), 'related_to', 'session_context', confidence from session_neighbour`;
}

/**
 * Memories that share files, without the parts of the document that this one is part of; of those its neighbours, weakly:
 * that a document's parts belong together is known without edges.
 */
function sharingFilesOrDocument(workspaceId: WorkspaceId): SQL {
  return sql`select f.id, f.shared from sharing_files f
      where not exists (
        select from me join document_sections own on own.workspace_id = ${uuid(workspaceId)} and own.memory_id = me.id
        join document_sections n on n.workspace_id = own.workspace_id and n.document_id = own.document_id
          and n.memory_id = f.id)
      union all
      select n.memory_id, ${NEIGHBOUR} from me join document_sections own
        on own.workspace_id = ${uuid(workspaceId)} and own.memory_id = me.id
      join document_sections n on n.workspace_id = own.workspace_id and n.document_id = own.document_id
        and n.ordinal in (own.ordinal - 1, own.ordinal + 1)`;
}

/** Discovered edges of the memory, and whether their ground still holds. */
function oldEdges(
  workspaceId: WorkspaceId,
  id: SQL,
  { modelName, threshold }: { modelName: SQL; threshold: number },
): SQL {
  const touching = (column: string) => sql`select * from relationships
    where workspace_id = ${uuid(workspaceId)} and ${sql.raw(column)} = ${id} and discovery_method <> 'manual'`;
  // Looked up one by one: joined plainly, the planner reads the whole workspace for each edge.
  const end = (alias: string, column: string) => sql`cross join lateral (
    select * from memories
      where workspace_id = ${uuid(workspaceId)} and id = r.${sql.raw(column)} limit 1) ${sql.raw(alias)}`;
  return sql`
    select r.id, r.source_id, r.target_id, r.relationship_type, r.discovery_method,
      coalesce(r.discovered_type, r.relationship_type) discovered_type, r.discovered_type is not null retyped,
      coalesce(r.discovered_type, r.relationship_type) in ${HEURISTIC_TYPES} heuristic,
      case when r.source_id = ${id} then r.found_by_source else r.found_by_target end found_by_me,
      case when r.source_id = ${id} then r.found_by_target else r.found_by_source end found_by_other,
      case r.discovery_method
        when 'embedding_similarity' then coalesce((
          select -(e.embedding <#> me.embedding) >= ${threshold}::float8 from memory_embeddings e
          where e.workspace_id = ${uuid(workspaceId)} and e.model = ${modelName}
            and e.memory_id = case when r.source_id = ${id} then r.target_id else r.source_id end), false)
        when 'concept_overlap' then s.concepts && t.concepts
        when 'file_overlap' then (s.source_files && t.source_files and not ${partsOfOneDocument}
            or ${sectionsOfOneDocument}) and case
          when r.discovered_type is not null then true
          when r.relationship_type = 'references' then ${references('s', 't')}
          when r.relationship_type = 'related_to' then not ${references('s', 't')} and not ${references('t', 's')}
          else true end
        else true end holds
    from me cross join (${touching('source_id')} union all ${touching('target_id')}) r
    ${end('s', 'source_id')}
    ${end('t', 'target_id')}`;
}
