import { isDeclared } from '../relationships/holds-no-more.ts';
import { sql } from 'drizzle-orm';
import { ATTENTION_MAX, type JobName, type MemoryIdForm } from '@memory/contracts';
import { query, queryRows, type Database, type WorkspaceId } from '../database.ts';
import { col, row, type RowOf } from '../row.ts';
import { nullable, timestamp, uuid } from '../sql-values.ts';
import { firstIdOf } from '../history/delete-expired.ts';
import { listedMemory, type ListedMemory } from './read-overview.ts';

const LISTED_MAX = sql.raw(`${ATTENTION_MAX}`);

/** Texts that say the same in hardly other words; 0.5 and 0.75 are what discovery calls similar. */
const NEAR_DUPLICATE = sql.raw('0.93');

interface PairedMemory extends ListedMemory {
  narrative: string;
}

const paired = (form: MemoryIdForm, id: string) =>
  sql`(select ((${listedMemory(form).json})::jsonb || jsonb_build_object('narrative', left(m.narrative, 300)))::json
    from memories m where m.workspace_id = p.workspace_id and m.id = ${sql.raw(id)})`;

const duplicatePair = (form: MemoryIdForm) =>
  row({
    /** The later one. */
    source: col.json<PairedMemory>()`${paired(form, 'p.source_id')}`,
    target: col.json<PairedMemory>()`${paired(form, 'p.target_id')}`,
    likeness: col.float`p.likeness`,
  });

const failedUpload = row({
  id: col.uuid`u.id`,
  failure: col.text`coalesce(u.failure, 'No file came in time.')`,
  state: col.oneOf('failed', 'expired')`u.state`,
  error_count: col.int`u.error_count`,
  created_at: col.timestamp`u.created_at`,
});

const failedWork = row({
  job: col.text`a.job`,
  work: col.text`a.work`,
  attempts: col.int`a.attempts`,
  last_error: col.text.orNull`left(a.last_error, 1000)`,
  at: col.timestamp`a.dead_at`,
});

const unusedMemory = (form: MemoryIdForm) =>
  row({
    item: col.object(listedMemory(form)),
    id: col.uuid`m.id`,
    narrative: col.text`left(m.narrative, 300)`,
  });

export interface Attention {
  duplicates: RowOf<ReturnType<typeof duplicatePair>>[];
  unused: RowOf<ReturnType<typeof unusedMemory>>[];
  uploads: RowOf<typeof failedUpload>[];
  work: RowOf<typeof failedWork>[];
}

/**
 * Matters that a person may want to settle: memories that say the same, those that nobody ever asked for, and failures.
 * @param options.unusedBefore memories that arrived before, whatever date they bear, and found, opened and voted for by nobody since
 */
export async function listAttention(
  db: Database,
  workspaceId: WorkspaceId,
  { unusedBefore, form }: { unusedBefore: Date; form: MemoryIdForm },
): Promise<Attention> {
  const workspace = uuid(workspaceId);
  const [pair, unused] = [duplicatePair(form), unusedMemory(form)];
  return {
    duplicates: await query(db, pair)`with same as (
          select b.id source_id, a.id target_id, 1::float8 likeness
          from (
            -- One reading of the workspace: a join on the texts compares all with all where the planner takes it for small.
            select array_agg(id) ids from memories where workspace_id = ${workspace}
            group by memory_text_key(title, narrative) having count(*) > 1 limit ${LISTED_MAX}) g
          cross join lateral unnest(g.ids) a(id) cross join lateral unnest(g.ids) b(id)
          where b.id > a.id limit ${LISTED_MAX}),
        near as (
          select source_id, target_id, confidence from relationships
          where workspace_id = ${workspace} and discovery_method = 'embedding_similarity'
            and confidence >= ${NEAR_DUPLICATE} and source_id > target_id
          order by confidence desc, id limit 200),
        pair as (
          select ${workspace} workspace_id, source_id, target_id, max(likeness) likeness
          from (select * from same union all select * from near) x group by source_id, target_id)
        select ${pair.columns} from pair p
        where not ${isDeclared(workspace, sql`p.source_id`, sql`p.target_id`)}
          -- Parts of one document stand beside each other on purpose.
          and coalesce((
            select a.document_id from document_sections a
            where a.workspace_id = p.workspace_id and a.memory_id = p.source_id) <> (
            select b.document_id from document_sections b
            where b.workspace_id = p.workspace_id and b.memory_id = p.target_id), true)
        order by p.likeness desc, p.source_id, p.target_id limit ${LISTED_MAX}`,
    unused: await query(db, unused)`select ${unused.columns} from memory_counters c
        join memories m on m.workspace_id = c.workspace_id and m.id = c.memory_id
        where c.workspace_id = ${workspace} and c.access_count = 0 and c.retrieval_count = 0
          and c.feedback_positive_count = 0 and m.created_at < ${timestamp(unusedBefore)}
          and m.id < ${uuid(firstIdOf(unusedBefore))}
        order by m.importance_score, m.created_at, m.id limit ${LISTED_MAX}`,
    uploads: await query(db, failedUpload)`select ${failedUpload.columns} from document_uploads u
        where u.workspace_id = ${workspace} and u.state in ('failed', 'expired') and u.settled_at is null
        order by u.created_at desc limit ${LISTED_MAX}`,
    work: await query(db, failedWork)`select ${failedWork.columns} from job_attempts a
        where a.workspace_id = ${workspace} and a.dead_at is not null and a.settled_at is null
        order by a.dead_at desc, a.work limit ${LISTED_MAX}`,
  };
}

/** Says that a failed upload was seen, or takes that back. @returns false where there is none */
export async function settleUpload(
  db: Database,
  workspaceId: WorkspaceId,
  { id, at }: { id: string; at: Date | null },
): Promise<boolean> {
  const rows = await queryRows(db)`update document_uploads set settled_at = ${timestamp(at)}
      where workspace_id = ${uuid(workspaceId)} and id = ${uuid(id)} and state in ('failed', 'expired')
      returning id::text id`;
  return rows.length > 0;
}

/** Says that work which was given up was seen, or takes that back. @returns false where there is none */
export async function settleWork(
  db: Database,
  workspaceId: WorkspaceId,
  { job, work, at }: { job: JobName; work: string; at: Date | null },
): Promise<boolean> {
  const rows = await queryRows(db)`update job_attempts set settled_at = ${timestamp(at)}
      where workspace_id = ${uuid(workspaceId)} and job = ${nullable(job, 'text')} and work = ${work}::text
        and dead_at is not null
      returning work`;
  return rows.length > 0;
}
