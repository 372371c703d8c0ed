import { sql } from 'drizzle-orm';
import { execute, query, type Database, type WorkspaceId } from '../database.ts';
import { col, row } from '../row.ts';
import { idKeys, json, textKeys, timestamp, uuid } from '../sql-values.ts';

export async function countFeedback(
  db: Database,
  workspaceId: WorkspaceId,
  feedbackIds: readonly string[],
): Promise<void> {
  await execute(db)`
    update memory_counters c set feedback_positive_count = c.feedback_positive_count + v.positive,
        feedback_negative_count = c.feedback_negative_count + v.negative
      from (
        select f.memory_id, (count(*) filter (where f.useful))::int positive,
          (count(*) filter (where not f.useful))::int negative
        from ${idKeys(feedbackIds, 'k')} join feedback f on f.workspace_id = ${uuid(workspaceId)} and f.id = k.id
        group by f.memory_id) v
      where c.workspace_id = ${uuid(workspaceId)} and c.memory_id = v.memory_id`;
}

export async function countSections(
  db: Database,
  workspaceId: WorkspaceId,
  documentIds: readonly string[],
): Promise<void> {
  await execute(db)`update documents d set section_count = (select count(*)::int from document_sections s
        where s.workspace_id = d.workspace_id and s.document_id = d.id)
      from ${idKeys(documentIds, 'k')} where d.workspace_id = ${uuid(workspaceId)} and d.id = k.id`;
}

const settled = row({ id: col.uuid`s.id` });

/**
 * Counts the observations of imported sessions anew.
 * @param options.summaryDueAt when the sweep asks for a summary, should the message be lost
 * @returns ids of the rows of those that have ended, and have observations since a summary was last asked for
 */
export async function settleSessions(
  db: Database,
  workspaceId: WorkspaceId,
  { sessionIds, summaryDueAt }: { sessionIds: readonly string[]; summaryDueAt: Date },
): Promise<string[]> {
  const counted = await query(db, settled)`with counted as materialized (
        select s.id, c.number, not s.is_active and c.number > coalesce(s.requested_count, 0) wanted
        from ${textKeys(sessionIds, 'k')}
        join sessions s on s.workspace_id = ${uuid(workspaceId)} and s.session_id = k.id
        cross join lateral (
          select count(*)::int number from observations o
          where o.workspace_id = s.workspace_id and o.session_row_id = s.id) c
        where s.imported_at is not null),
      changed as (
        update sessions s set observation_count = c.number,
          requested_count = case when c.wanted then c.number else s.requested_count end,
          summary_due_at = case when c.wanted then ${timestamp(summaryDueAt)} else s.summary_due_at end,
          summary_attempts = case when c.wanted then 0 else s.summary_attempts end
        from counted c where s.workspace_id = ${uuid(workspaceId)} and s.id = c.id
        returning s.id, c.wanted)
      select ${settled.columns} from changed s where s.wanted`;
  return counted.map(({ id }) => id);
}

/** Columns that a later record of one that is here brings along. */
const COLUMNS = {
  sessions: [
    'project_name',
    'branch_name',
    'user_id',
    'user_email',
    'is_active',
    'ended_at',
    'summary',
    'summary_origin',
    'metadata_json',
    'updated_at',
  ],
  documents: ['title', 'tags', 'updated_at'],
  relationships: ['relationship_type', 'confidence', 'is_bidirectional', 'context'],
} as const;

const changed = row({ name: col.text`name` });

/**
 * Gives rows that are here what a record says, where it is later than they are, or `always` stands beside its columns.
 * @param options.key column that names a row
 * @param options.dryRun only tells which
 * @returns names of the rows that are changed
 */
export async function updateImported(
  db: Database,
  workspaceId: WorkspaceId,
  {
    table,
    key,
    rows,
    dryRun,
  }: {
    table: keyof typeof COLUMNS;
    key: 'id' | 'session_id';
    rows: readonly (Record<string, unknown> & { always: boolean })[];
    dryRun: boolean;
  },
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const columns: readonly string[] = COLUMNS[table];
  const list = (alias: string) => sql.raw(columns.map((name) => `${alias}.${name}`).join(', '));
  const isLater = columns.includes('updated_at')
    ? sql`r.updated_at > coalesce(t.updated_at, t.created_at)`
    : sql`false`;
  const meant = sql`t.workspace_id = ${uuid(workspaceId)} and t.${sql.identifier(key)} = r.${sql.identifier(key)}
        and (${list('t')}) is distinct from (${list('r')}) and ((g.row ->> 'always')::bool or ${isLater})`;
  const given = sql`jsonb_array_elements(${json(rows)}) g(row)
      cross join lateral jsonb_populate_record(null::${sql.identifier(table)}, g.row) r`;
  const name = sql`t.${sql.identifier(key)}::text name`;
  const found = await query(db, changed)`${
    dryRun
      ? sql`select ${changed.columns} from (select ${name} from ${sql.identifier(table)} t, ${given} where ${meant}) c`
      : sql`with c as (
          update ${sql.identifier(table)} t
          set ${sql.raw(columns.map((column) => `${column} = r.${column}`).join(', '))}
          from ${given} where ${meant} returning ${name})
        select ${changed.columns} from c`
  }`;
  return new Set(found.map((each) => each.name));
}
