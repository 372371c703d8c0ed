import { sql, type SQL } from 'drizzle-orm';
import { query, type Database, type WorkspaceId } from '../database.ts';
import { memoryIdentity } from '../memories/memory-row.ts';
import { col, row, type RowOf } from '../row.ts';
import { json, textArray, uuid, uuidArray } from '../sql-values.ts';
import { SAID } from './meant-memories.ts';

/** What is being forgotten. */
export interface Forgotten {
  ids: readonly string[];
  memoryIds: readonly string[];
  /** Sentences; whatever holds one of them quotes it. */
  phrases: readonly string[];
  /** External id of a session that goes whole. */
  session?: string | undefined;
}

/** Whether a text holds one of the phrases. */
const quotes = (text: SQL, { phrases }: Pick<Forgotten, 'phrases'>): SQL =>
  // The phrases are made plain once a statement, and a text once a row.
  sql`exists (select from (select plain_text(${text}) plain offset 0) t,
      unnest((select array_agg(plain_text(g.phrase)) from jsonb_array_elements_text(${json(phrases)}) g(phrase))) p(phrase)
    where position(p.phrase in t.plain) > 0)`;

const isSession = ({ session }: Forgotten): SQL =>
  session === undefined ? sql`false` : sql`s.session_id = ${session}::text`;

/** Conditions on rows that hold something of it, by place. */
export function conditionsOf(workspaceId: WorkspaceId, forgotten: Forgotten) {
  const workspace = uuid(workspaceId);
  const ids = uuidArray(forgotten.ids);
  return {
    observations: sql`o.workspace_id = ${workspace} and (o.id in (
        select c.observation_id from memory_sources c where c.workspace_id = ${workspace} and c.memory_id = any(${ids}))
      or o.session_row_id in (
        select s.id from sessions s where s.workspace_id = ${workspace} and ${isSession(forgotten)})
      or ${quotes(sql`o.content`, forgotten)})`,
    sessions: sql`s.workspace_id = ${workspace} and (${isSession(forgotten)} or ${quotes(sql`s.summary`, forgotten)}
      or ${quotes(sql`s.metadata_json::text`, forgotten)})`,
    changes: sql`c.workspace_id = ${workspace} and (c.memory_row_id = any(${ids}) or exists (
      select from jsonb_path_query(c.before, 'strict $.**') v(value)
      where jsonb_typeof(v.value) = 'string' and ${quotes(sql`v.value #>> '{}'`, forgotten)}))`,
    feedback: sql`f.workspace_id = ${workspace} and ${quotes(sql`f.context`, forgotten)}`,
    relationships: sql`r.workspace_id = ${workspace} and ${quotes(sql`r.context`, forgotten)}`,
    replies: sql`i.workspace_id = ${workspace} and (${quotes(sql`i.body`, forgotten)} or exists (
      select from unnest(${textArray([...forgotten.ids, ...forgotten.memoryIds])}) n(name)
      where position(n.name in i.body) > 0))`,
    documents: sql`d.workspace_id = ${workspace} and ${quotes(sql`d.title`, forgotten)}`,
    headings: sql`h.workspace_id = ${workspace} and ${quotes(sql`array_to_string(h.heading_path, ' ')`, forgotten)}`,
    attempts: sql`a.workspace_id = ${workspace} and a.payload ->> 'memoryId' = any(${textArray(forgotten.ids)})`,
  };
}

const counted = (from: SQL) => col.int`(select count(*) from ${from})`;

/** How many rows hold something of it, by place. */
export async function countForgottenPlaces(
  db: Database,
  workspaceId: WorkspaceId,
  forgotten: Forgotten,
): Promise<ForgottenPlaces> {
  const where = conditionsOf(workspaceId, forgotten);
  const counts = row({
    observations: counted(sql`observations o where ${where.observations}`),
    summaries: counted(sql`sessions s where ${where.sessions}`),
    changes: counted(sql`memory_changes c where ${where.changes}`),
    contexts: col.int`(select count(*) from feedback f where ${where.feedback})
      + (select count(*) from relationships r where ${where.relationships})`,
    replies: counted(sql`idempotent_replies i where ${where.replies}`),
    documents: counted(sql`documents d where ${where.documents}`),
  });
  const [found] = await query(db, counts, sql`select ${counts.columns}`);
  if (!found) throw new Error('A statement that always has one row had none.');
  return found;
}
export interface ForgottenPlaces {
  observations: number;
  summaries: number;
  changes: number;
  /** Of feedback and relationships. */
  contexts: number;
  /** Answers kept for callers who repeat a request. */
  replies: number;
  documents: number;
}

const quoting = row({ memory: col.object(memoryIdentity), title: col.text`m.title` });
export type QuotingMemory = RowOf<typeof quoting>;

/** Other memories that hold one of the phrases: they stay, and are told. */
export async function listQuotingMemories(
  db: Database,
  workspaceId: WorkspaceId,
  { ids, phrases, limit }: Pick<Forgotten, 'ids' | 'phrases'> & { limit: number },
): Promise<QuotingMemory[]> {
  return query(
    db,
    quoting,
    sql`select ${quoting.columns} from memories m
      where m.workspace_id = ${uuid(workspaceId)} and m.id <> all(${uuidArray(ids)}) and ${quotes(SAID, { phrases })}
      order by m.id limit ${limit}::int`,
  );
}
