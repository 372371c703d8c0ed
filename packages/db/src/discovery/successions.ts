import { sql, type SQL } from 'drizzle-orm';
import { type DiscoveryMethod, MEMORY_TYPES } from '@memory/contracts';
import { areAlike, REPLACEABLE_TYPES } from '../browse/succession.ts';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { lookUp } from '../look-up.ts';
import { holdsNoMore } from '../relationships/holds-no-more.ts';
import { col, row, type RowOf } from '../row.ts';
import { isSameProject } from '../same-project.ts';
import { idKeys, json, timestamp, uuid } from '../sql-values.ts';

/** So many of the latest are compared. */
const COMPARED_MAX = sql.raw('500');

/** Types of which two may be versions of one, or say the same. */
const COMPARED = sql.raw(`(${[...REPLACEABLE_TYPES, 'incident'].map((type) => `'${type}'`).join(', ')})`);

const versionColumns = (alias: string) => {
  const of = (name: string): SQL => sql.raw(`${alias}.${name}`);
  return {
    id: col.uuid`${of('id')}`,
    memory_type: col.oneOf(...MEMORY_TYPES)`${of('memory_type')}`,
    title: col.text`${of('title')}`,
    /** The first 600 characters of the narrative. */
    excerpt: col.text`left(${of('narrative')}, 600)`,
    source_files: col.textList`${of('source_files')}`,
    concepts: col.textList`${of('concepts')}`,
    tags: col.textList`${of('tags')}`,
    created_at: col.timestamp`${of('created_at')}`,
  };
};

const labels = (alias: string): SQL => sql.raw(`(${alias}.concepts || ${alias}.tags)`);

/** Labels of one of `me` and `o`: its files where either has no others. */
const told = (alias: string): SQL =>
  sql`case when ${labels('me')} = '{}' or ${labels('o')} = '{}' then ${sql.raw(alias)}.source_files else ${labels(alias)} end`;

const other = row(versionColumns('o'));
export type Version = RowOf<typeof other>;

const rival = row({
  me: col.json<Version>()`${row(versionColumns('me')).json}`,
  other: col.json<Version>()`${other.json}`,
  /** How many of those compared have the rarest label of both; 0 where they have none in common. */
  sharers: col.float`coalesce((select min(c.memories) from label_count c where c.label = any(${told('me')}) and c.label = any(${told('o')})), 0)`,
  compared: col.float`(select count(*) from held)::float8`,
  cosine: col.float`o.cosine`,
});
export type Rival = RowOf<typeof rival>;

/** Of those among some memories that hold, others about the same matter and not of another project, the nearest in meaning first. */
export async function listRivals(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, model, limit }: { ids: readonly string[]; model: string; limit: number },
): Promise<Rival[]> {
  if (ids.length === 0) return [];
  const workspace = uuid(workspaceId);
  const holding = (from: SQL) => sql`
    select m.id, m.memory_type, m.title, m.narrative, m.source_files, m.concepts, m.tags, m.created_at, m.project, e.embedding
    from ${from} ${lookUp(
      'memory_embeddings',
      'e',
      sql`e.workspace_id = m.workspace_id and e.memory_id = m.id and e.model = ${model}::text`,
    )}
    where m.workspace_id = ${workspace} and m.memory_type in ${COMPARED} and not ${holdsNoMore(workspace, sql`m.id`)}`;
  const named = sql`${idKeys(ids, 'g')} ${lookUp('memories', 'm', sql`m.workspace_id = ${workspace} and m.id = g.id`)}`;
  return query(db, rival)`with me as materialized (${holding(named)}),
      held as materialized (${holding(sql`(
        select * from memories where workspace_id = ${workspace} and memory_type in ${COMPARED}
          and exists (select from me) order by created_at desc, id limit ${COMPARED_MAX}) m`)}),
      label_count as materialized (
        select l label, count(distinct h.id)::float8 memories from held h, unnest(${labels('h')} || h.source_files) l
        where l in (select unnest(${labels('m')} || m.source_files) from me m) group by l)
      select ${rival.columns} from me cross join lateral (
        select h.*, -(h.embedding <#> me.embedding) cosine from held h
        where h.id <> me.id and ${areAlike(sql`h`, sql`me`)}
          and coalesce(${isSameProject(sql`h.project`, sql`me.project`)}, true)
        order by h.embedding <#> me.embedding, h.id limit ${limit}::int) o
      order by me.id, o.cosine desc, o.id`;
}

/** That the source says another thing about the subject of the target, which is older; or the same. */
export interface VersionPair {
  source: string;
  target: string;
  type: 'contradicts' | 'similar_to';
  method: DiscoveryMethod;
  /** 0..1 */
  confidence: number;
  context: string;
}

/** A pair that each end found, by what both are labelled with; what a model contradicts is found by its source alone. */
const IS_VERSION = sql.raw(`r.relationship_type in ('contradicts', 'similar_to')
  and r.discovery_method in ('file_overlap', 'concept_overlap') and r.found_by_source and r.found_by_target`);

/** The pairs of some memories, in place of those that they had; what is older has one at most. */
export async function replaceVersions(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, pairs, at }: { ids: readonly string[]; pairs: readonly VersionPair[]; at: Date },
): Promise<void> {
  const workspace = uuid(workspaceId);
  const known = (from: SQL, end: SQL) => sql`
    select r.id, r.source_id, r.target_id, r.relationship_type, r.discovery_method from ${from} ${lookUp(
      'relationships',
      'r',
      sql`r.workspace_id = ${workspace} and ${end} and ${IS_VERSION}`,
    )}`;
  await execute(db)`with pair as materialized (
        select p.* from jsonb_to_recordset(${json(pairs)}) p(
          source uuid, target uuid, type text, method text, confidence float8, context text)
        ${lookUp('memories', 's', sql`s.workspace_id = ${workspace} and s.id = p.source`)}
        ${lookUp('memories', 't', sql`t.workspace_id = ${workspace} and t.id = p.target`)}),
      old as materialized (
        ${known(sql`${idKeys(ids, 'g')}`, sql`r.source_id = g.id`)}
        union ${known(sql`${idKeys(ids, 'g')}`, sql`r.target_id = g.id`)}
        union ${known(sql`(select distinct target id from pair) g`, sql`r.target_id = g.id`)}),
      gone as (
        delete from relationships r using old o where r.workspace_id = ${workspace} and r.id = o.id and not exists (
          select from pair p where p.source = o.source_id and p.target = o.target_id
            and p.type = o.relationship_type and p.method = o.discovery_method))
      insert into relationships as r (workspace_id, id, source_id, target_id, relationship_type, discovery_method,
        confidence, is_bidirectional, created_at, found_by_source, found_by_target, context)
      select ${workspace}, gen_random_uuid(), source, target, type, method, confidence, true, ${timestamp(at)}, true, true, context
      from pair order by source, target, type, method
      on conflict (workspace_id, source_id, target_id, relationship_type, discovery_method)
        where discovery_method <> 'manual'
        do update set confidence = excluded.confidence, context = excluded.context
          where (r.confidence, r.context) is distinct from (excluded.confidence, excluded.context)`;
}
