import { sql } from 'drizzle-orm';
import type { SecretsPolicy, WorkspaceSummary } from '@memory/contracts';
import { queryRows, type Database, type WorkspaceId, query, execute } from '../database.ts';
import { PLANNED_ONCE } from '../drivers/planned-once.ts';
import { unnoted } from '../history/change-source.ts';
import { col, row } from '../row.ts';
import { timestamp, uuid } from '../sql-values.ts';
import { asWorkspace, WORKSPACE_COLUMNS, type Workspace, type WorkspaceRow } from './workspace.ts';

/** Creates a workspace with its row of statistics; undefined when the name is taken. */
export async function insertWorkspace(
  db: Database,
  workspace: { id: string; name: string; language: string; createdAt: Date },
): Promise<WorkspaceId | undefined> {
  const [row] = await queryRows<{ id: WorkspaceId }>(db)`with created as (
        insert into workspaces (id, name, language, created_at)
        values (${uuid(workspace.id)}, ${workspace.name}::text, ${workspace.language}::text,
          ${timestamp(workspace.createdAt)})
        on conflict (name) do nothing returning id),
      counted as (insert into workspace_statistics (workspace_id) select id from created)
      select id::text id from created`;
  return row?.id;
}

export async function listWorkspaces(
  db: Database,
  { limit, after }: { limit: number; after: string | null },
): Promise<WorkspaceSummary[]> {
  const rows = await queryRows<{ body: string }>(db)`
    select json_build_object('id', w.id, 'name', w.name, 'language', w.language, 'created_at', w.created_at,
        'memories', (select count(*) from memories m where m.workspace_id = w.id),
        'active_keys', (select count(*) from api_keys k where k.workspace_id = w.id
          and k.revoked_at is null))::text body
      from workspaces w where ${after === null ? sql`true` : sql`w.id > ${uuid(after)}`} order by w.id
        limit ${limit}::int`;
  return rows.map(({ body }) => JSON.parse(body) as WorkspaceSummary);
}

/** Says what becomes of writes that hold secrets; false when there is no such workspace. */
export async function setSecretsPolicy(db: Database, id: string, secrets: SecretsPolicy): Promise<boolean> {
  const rows = await queryRows<{ id: string }>(db)`
    update workspaces set secrets = ${secrets}::text where id = ${uuid(id)} returning id::text id`;
  return rows.length > 0;
}

export async function findWorkspace(db: Database, id: string): Promise<Workspace | undefined> {
  const [row] = await queryRows<WorkspaceRow>(db)`
    select ${WORKSPACE_COLUMNS} from workspaces w left join workspace_statistics s on s.workspace_id = w.id
      where w.id = ${uuid(id)} ${sql.raw(PLANNED_ONCE)}`;
  return row && asWorkspace(row);
}

/** The operator's name of a workspace, and when it was made; undefined when it does not exist. */
export async function findWorkspaceProfile(
  db: Database,
  id: string,
): Promise<{ name: string; language: string; created_at: string } | undefined> {
  const [row] = await queryRows<{ body: string }>(db)`
    select json_build_object('name', name, 'language', language, 'created_at', created_at)::text body
      from workspaces where id = ${uuid(id)}`;
  return row && (JSON.parse(row.body) as { name: string; language: string; created_at: string });
}

const workspace = row({ id: col.workspaceId`w.id` });

export async function listWorkspaceIds(
  db: Database,
  { after, limit }: { after: string | null; limit: number },
): Promise<WorkspaceId[]> {
  const rows = await query(db, workspace)`
    select ${workspace.columns} from workspaces w where ${after === null ? sql`true` : sql`w.id > ${uuid(after)}`}
      order by w.id limit ${limit}::int`;
  return rows.map(({ id }) => id);
}

/** Tables that hold or take along most rows. The rest goes with the workspace. */
const LARGE_TABLES = [
  'memories',
  'observations',
  'code_files',
  'code_repositories',
  'sessions',
  'documents',
] as const;

/** Rows a statement; a memory takes its vectors and relationships along, and a statement has less than a minute in AWS. */
const ROWS = sql.raw('500');

/** Shuts the keys and logins of a workspace out, at once. */
export async function deleteAccess(db: Database, workspaceId: WorkspaceId): Promise<void> {
  await execute(db)`with keys as (delete from api_keys where workspace_id = ${uuid(workspaceId)})
      delete from memberships where workspace_id = ${uuid(workspaceId)}`;
}

/** Deletes some hundred rows of a workspace; false when no large table holds any more. */
export async function deleteSomeRows(db: Database, workspaceId: WorkspaceId): Promise<boolean> {
  for (const table of LARGE_TABLES) {
    const deleted = await execute(db)`
      delete from ${sql.identifier(table)} where workspace_id = ${uuid(workspaceId)} and id in (
          select id from ${sql.identifier(table)} where workspace_id = ${uuid(workspaceId)} limit ${ROWS})
        and ${unnoted()}
        returning 1 as one`;
    if (deleted > 0) return true;
  }
  return false;
}

export async function deleteWorkspaceRow(db: Database, workspaceId: WorkspaceId): Promise<void> {
  await execute(db)`delete from workspaces where id = ${uuid(workspaceId)}`;
  // Words, and notes for readers of what is gone.
  for (const table of ['lexeme_frequencies', 'search_changes', 'graph_changes'])
    await execute(db)`delete from ${sql.identifier(table)} where workspace_id = ${uuid(workspaceId)}`;
}

const statistics = row({ memories: col.int`memories` });

/** Above this, words are counted in about so many of the memories: in 1,000,000 it takes longer than the Data API waits. */
const SAMPLED = 100_000;

/**
 * Counts a workspace's memories and in how many of them each word stands, anew: counting at each write would lock the
 * rows of common words. Only what changed is written. 0.2 s for 10,000 memories, 1.4 s for 100,000.
 * @param options.sampled words are counted in about so many memories at most, and what they count for all is worked out
 * @returns the number of memories
 */
export async function refreshStatistics(
  db: Database,
  workspaceId: WorkspaceId,
  { sampled = SAMPLED }: { sampled?: number } = {},
): Promise<number> {
  const [refreshed] = await query(db, statistics)`with workspace as materialized (
        select id from workspaces where id = ${uuid(workspaceId)} for key share),
      sample as materialized (
        select least(256, ceil(256 * ${sampled}::float8 / greatest(count(*), 1)))::int share from memories
        where workspace_id = ${uuid(workspaceId)}),
      fresh as materialized (
        select word lexeme, round(ndoc * 256.0 / share)::int frequency
        from sample, ts_stat(format('select search_text from memories where workspace_id = %L', ${uuid(workspaceId)})
          || case when share < 256 then format(' and get_byte(uuid_send(id), 15) < %s', share) else '' end)
        where ndoc > 1),
      gone as (
        delete from lexeme_frequencies f where f.workspace_id = ${uuid(workspaceId)}
          and not exists (select from fresh where fresh.lexeme = f.lexeme)),
      written as (
        insert into lexeme_frequencies as f (workspace_id, lexeme, frequency)
        select id, lexeme, frequency from fresh, workspace order by lexeme
        on conflict (workspace_id, lexeme) do update set frequency = excluded.frequency
          where f.frequency <> excluded.frequency),
      counted as (
        update workspace_statistics s set memories = m.n, average_length = m.length, refreshed_at = now(),
          changes = 0, upkeep_asked_at = null
        from (select count(*)::int n, coalesce(avg(term_count), 1)::real length from memories
          where workspace_id = ${uuid(workspaceId)}) m
        where s.workspace_id = ${uuid(workspaceId)} returning s.memories)
      select ${statistics.columns} from counted`;
  return refreshed?.memories ?? 0;
}
