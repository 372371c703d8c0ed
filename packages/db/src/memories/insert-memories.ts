import { sql, type SQL } from 'drizzle-orm';
import { FIRST_KEY, type GivenValues, type Speaker } from '@memory/contracts';
import type { Database, WorkspaceId } from '../database.ts';
import { isShared } from '../drivers/embedded.ts';
import { describeDatabaseFailure } from '../errors.ts';
import { noted, changeSource, notedEach, type ChangeSource } from '../history/change-source.ts';
import { lookUpAny } from '../look-up.ts';
import { isSameProject } from '../same-project.ts';
import { json, uuid } from '../sql-values.ts';
import { TogetherBy, type TogetherOptions } from '../together.ts';
import { namesOfGiven, typesOfGiven, withAllGiven } from './given-columns.ts';
import { isMemory, type MemoryRef, type MemoryIdentity, type MemoryRow, readMemories } from './memory-row.ts';

export interface MemoryWords {
  title: string;
  narrative: string;
  tags: readonly string[];
  concepts: readonly string[];
  source_files: readonly string[];
  content_digest: string;
  /** A tsvector literal. */
  search_text: string;
  term_count: number;
}

/** A new memory, its search text analysed already. */
export interface NewMemory extends Partial<GivenValues>, MemoryWords {
  id: string;
  memory_id: string;
  memory_type: string;
  /** External id of a session; one that is not of this workspace is ignored. */
  source_session_id: string | null;
  /** Where it comes from; what is not given is taken from its session. */
  author?: string | null;
  project?: string | null;
  branch?: string | null;
  commit_id?: string | null;
  speaker?: Speaker | null;
  /** The number of the prompt of its session that it belongs to, from 1. */
  prompt?: number | null;
  /** Without a session of its own it belongs to the one that its caller has open, if that is the only one. */
  caller?: string | null;
  joins_session?: boolean;
  is_consolidated?: boolean;
  /** The sources, in both forms of their identifiers. */
  consolidated_from?: readonly MemoryIdentity[] | null;
  created_at: Date;
}

/**
 * Expressions that insert memories with their counters, as `input`, `inserted` and `counted`.
 * @param options.condition decides whether anything is inserted
 * @param options.note who inserts it
 */
export function insertMemoriesExpressions(
  workspaceId: WorkspaceId,
  memories: readonly NewMemory[],
  { condition = sql`true`, note = noted() }: { condition?: SQL; note?: SQL } = {},
): SQL {
  return sql`
      input as materialized (
        select i.*, row_number() over ()::int place from jsonb_to_recordset(${json(memories.map(withAllGiven))}) as i(
          id uuid, memory_id text, title text, narrative text, memory_type text, tags text[], concepts text[],
          source_files text[], ${typesOfGiven}, content_digest text,
          source_session_id text, is_consolidated bool, consolidated_from jsonb, created_at timestamptz,
          search_text text, term_count real, author text, project text, branch text, commit_id text,
          speaker text, prompt int, joins_session bool, caller text)),
      inserted as (
        insert into memories (workspace_id, id, memory_id, title, narrative, memory_type, tags, concepts, source_files,
          ${namesOfGiven()}, content_digest, source_session_id, is_consolidated, consolidated_from,
          created_at, search_text, term_count, author, project, branch, commit_id, speaker, prompt)
        select ${uuid(workspaceId)}, i.id, i.memory_id, i.title, i.narrative, i.memory_type, i.tags, i.concepts,
          i.source_files, ${namesOfGiven('i.')}, i.content_digest, s.session_id,
          coalesce(i.is_consolidated, false), i.consolidated_from, i.created_at, i.search_text::tsvector, i.term_count,
          coalesce(i.author, s.user_email, s.user_id, nullif(s.author, ${FIRST_KEY})), coalesce(i.project, nullif(s.project_name, '')),
          coalesce(i.branch, nullif(s.branch_name, '')), i.commit_id, i.speaker, i.prompt
        from input i ${lookUpAny(
          'sessions',
          's',
          sql`s.workspace_id = ${uuid(workspaceId)} and s.session_id = coalesce(i.source_session_id,
            case when i.joins_session then (
              select min(o.session_id) from sessions o
              where o.workspace_id = ${uuid(workspaceId)} and o.author = i.caller and o.is_active
                and (i.project is null or o.project_name = '' or ${isSameProject(sql`o.project_name`, sql`i.project`)})
              having count(*) = 1) end)`,
        )}
        where ${note} and ${condition}
        order by i.place
        returning *),
      counted as (
        insert into memory_counters (workspace_id, memory_id) select workspace_id, id from inserted returning *)`;
}

interface InsertMemoriesOptions {
  /** Memories that each of the new ones supersedes, by declaration; nothing is inserted unless all are there. */
  replaces?: readonly MemoryRef[];
}

export async function insertMemories(
  db: Database,
  workspaceId: WorkspaceId,
  memories: readonly NewMemory[],
  { replaces = [] }: InsertMemoriesOptions = {},
): Promise<MemoryRow[]> {
  if (replaces.length > 0) return insertBy(db, workspaceId, withReplaced(workspaceId, memories, replaces));
  return insertBy(db, workspaceId, insertMemoriesExpressions(workspaceId, memories));
}

async function insertBy(db: Database, workspaceId: WorkspaceId, expressions: SQL): Promise<MemoryRow[]> {
  const inserted = await readMemories(db, workspaceId, {
    plannedOnce: true,
    expressions,
    picked: sql`select id, place, null::json extra from input`,
    memories: sql`inserted`,
    counters: sql`counted`,
  });
  return inserted.map(({ memory }) => memory);
}

function withReplaced(
  workspaceId: WorkspaceId,
  memories: readonly NewMemory[],
  replaces: readonly MemoryRef[],
): SQL {
  const named = sql.join(
    replaces.map((ref) => sql`(${isMemory(workspaceId, ref)})`),
    sql` or `,
  );
  // Locked as foreign keys lock them: none can vanish in between.
  const allThere = sql.join(
    replaces.map((ref) => sql`exists (select from replaced m where ${isMemory(workspaceId, ref)})`),
    sql` and `,
  );
  return sql`
      replaced as materialized (select m.workspace_id, m.id, m.memory_id from memories m where ${named} for key share),
      ${insertMemoriesExpressions(workspaceId, memories, { condition: allThere })},
      superseding as (
        insert into relationships (workspace_id, id, source_id, target_id, relationship_type, discovery_method,
          confidence, is_bidirectional, created_at)
        select i.workspace_id, gen_random_uuid(), i.id, r.id, 'supersedes', 'manual', 1, false, i.created_at
        from inserted i cross join replaced r)`;
}

/** Of several requests in one statement: 20 ms of the embedded engine. */
const MOST = 16;

interface Asked {
  memory: NewMemory;
  source: Partial<ChangeSource>;
}

const insertsOf = new WeakMap<Database, TogetherBy<WorkspaceId, Asked, MemoryRow | undefined>>();

/**
 * Inserts one memory as `insertMemories` does. Where all share one connection, those of requests that wait for it together
 * go in one statement: a row more costs it a third of a statement more, and the log is synced once.
 */
export async function insertMemory(
  db: Database,
  workspaceId: WorkspaceId,
  memory: NewMemory,
  options: InsertMemoriesOptions = {},
): Promise<MemoryRow | undefined> {
  if (!isShared(db) || (options.replaces?.length ?? 0) > 0)
    return (await insertMemories(db, workspaceId, [memory], options))[0];
  const inserts = insertsOf.get(db) ?? new TogetherBy((into: WorkspaceId) => insertsInto(db, into));
  insertsOf.set(db, inserts);
  return inserts.do(workspaceId, { memory, source: changeSource() });
}

const insertsInto = (
  db: Database,
  workspaceId: WorkspaceId,
): TogetherOptions<Asked, MemoryRow | undefined> => ({
  most: MOST,
  work: (asked) => {
    const note = notedEach(Object.fromEntries(asked.map(({ memory, source }) => [memory.id, source])));
    const memories = asked.map(({ memory }) => memory);
    return insertBy(db, workspaceId, insertMemoriesExpressions(workspaceId, memories, { note }));
  },
  // Values that are refused, and a limit of time: that of the first caller.
  isOfOne: (error) => /^(?:22|23|57014)/u.test(describeDatabaseFailure(error).sqlState ?? ''),
});
