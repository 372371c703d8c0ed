import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import type { MemoryIdentity } from '../memories/memory-row.ts';
import { readWhole } from '../read-whole.ts';
import { json, uuid } from '../sql-values.ts';

/** A memory about to be stored. */
export interface MemoryToMatch {
  title: string;
  narrative: string;
  content_digest: string;
}

/** A stored memory that says the same as one of those asked for. */
export interface MatchingMemory extends MemoryIdentity {
  /** Which of those asked for, from 0. */
  index: number;
  /** The same content to the letter; else the same words, whatever their case and spacing, in other lists. */
  is_exact: boolean;
  memory_type: string;
  tags: string[];
  concepts: string[];
  source_files: string[];
  importance_score: number;
  confidence_score: number;
}

/**
 * Stored memories that say the same as those given: to the letter, or in the same words and then without superseded ones
 * and without imported documents. The oldest first, at most 250.
 */
export async function listMatchingMemories(
  db: Database,
  workspaceId: WorkspaceId,
  memories: readonly MemoryToMatch[],
): Promise<MatchingMemory[]> {
  if (memories.length === 0) return [];
  const workspace = uuid(workspaceId);
  const documents = await readWhole<MatchingMemory>(db, {
    expressions: sql`
      input as materialized (
        select i.*, memory_text_key(i.title, i.narrative) text_key, row_number() over ()::int - 1 index
        from jsonb_to_recordset(${json(memories)}) i(title text, narrative text, content_digest text)),
      found as materialized (
        select i.index, m.id, true is_exact from input i
        join memories m on m.workspace_id = ${workspace} and m.content_digest = i.content_digest
        union all
        select i.index, m.id, false from input i
        join memories m on m.workspace_id = ${workspace} and memory_text_key(m.title, m.narrative) = i.text_key
          and m.content_digest <> i.content_digest and m.memory_type not in ('wiki', 'sdlc_knowledge')
        where not exists (select from relationships r where r.workspace_id = ${workspace} and r.target_id = m.id
          and r.relationship_type = 'supersedes'))`,
    selection: sql`select gen_random_uuid() id, (row_number() over (order by f.index, m.created_at, m.id))::int place,
        null::json extra, json_build_object('index', f.index, 'is_exact', f.is_exact, 'id', m.id, 'memory_id', m.memory_id,
        'memory_type', m.memory_type, 'tags', m.tags, 'concepts', m.concepts, 'source_files', m.source_files,
        'importance_score', m.importance_score, 'confidence_score', m.confidence_score) body
      from found f join memories m on m.workspace_id = ${workspace} and m.id = f.id
      order by f.index, m.created_at, m.id limit 250`,
    // A place is no row that could be asked for again: half a megabyte of lists of the same words does not occur.
    again: () => sql`select null::uuid id, 1 place, null::json extra, null::json body where false`,
  });
  return documents.map(({ body }) => body);
}
