import { sql } from 'drizzle-orm';
import type { Database, WorkspaceId } from '../database.ts';
import { insertMemoriesExpressions, type MemoryWords, type NewMemory } from '../memories/insert-memories.ts';
import { noted } from '../history/change-source.ts';
import { json, timestamp, uuid, idKeys } from '../sql-values.ts';

export interface SectionContent extends Omit<MemoryWords, 'concepts'> {
  id: string;
  memory_type: string;
}

export interface SectionPlace {
  document_id: string;
  memory_id: string;
  key: string;
  ordinal: number;
  heading_path: readonly string[];
  section_hash: string;
}

export async function insertSectionMemories(
  tx: Database,
  workspaceId: WorkspaceId,
  memories: readonly NewMemory[],
): Promise<void> {
  await tx.execute(
    sql`with ${insertMemoriesExpressions(workspaceId, memories)} select count(*)::int inserted from counted`,
  );
}

export async function updateSectionMemories(
  tx: Database,
  workspaceId: WorkspaceId,
  { contents, at }: { contents: readonly SectionContent[]; at: Date },
): Promise<void> {
  await tx.execute(
    sql`update memories m set title = i.title, narrative = i.narrative, memory_type = i.memory_type, tags = i.tags,
        source_files = i.source_files, content_digest = i.content_digest,
        search_text = i.search_text::tsvector, term_count = i.term_count, revision = m.revision + 1,
        updated_at = ${timestamp(at)}
      from jsonb_to_recordset(${json(contents)}) as i(id uuid, title text, narrative text, memory_type text,
        tags text[], source_files text[], content_digest text, search_text text, term_count real)
      where m.workspace_id = ${uuid(workspaceId)} and m.id = i.id and ${noted()}`,
  );
}

export async function deleteSectionMemories(
  tx: Database,
  workspaceId: WorkspaceId,
  memoryIds: readonly string[],
): Promise<void> {
  await tx.execute(
    sql`delete from memories m using ${idKeys(memoryIds, 'k')} where m.workspace_id = ${uuid(workspaceId)} and m.id = k.id
      and ${noted()}`,
  );
}

/** Writes where the sections stand, those that did not change included, since their ordinals may have. */
export async function writeSectionPlaces(
  tx: Database,
  workspaceId: WorkspaceId,
  places: readonly SectionPlace[],
): Promise<void> {
  await tx.execute(
    sql`insert into document_sections as s (workspace_id, document_id, memory_id, key, ordinal, heading_path,
      section_hash)
      select ${uuid(workspaceId)}, i.document_id, i.memory_id, i.key, i.ordinal, i.heading_path, i.section_hash
      from jsonb_to_recordset(${json(places)}) as i(document_id uuid, memory_id uuid, key text, ordinal int,
        heading_path text[], section_hash text)
      on conflict (workspace_id, memory_id) do update set key = excluded.key, ordinal = excluded.ordinal,
        heading_path = excluded.heading_path, section_hash = excluded.section_hash
      where (s.key, s.ordinal, s.section_hash) is distinct from
        (excluded.key, excluded.ordinal, excluded.section_hash)`,
  );
}

interface DocumentOutcome {
  id: string;
  section_count: number;
  /** Something of it changed, and it was there before. */
  is_update: boolean;
}

/** Closes an ingestion: how many sections the documents have now, and when they last changed. */
export async function writeDocumentOutcomes(
  tx: Database,
  workspaceId: WorkspaceId,
  { outcomes, at }: { outcomes: readonly DocumentOutcome[]; at: Date },
): Promise<void> {
  await tx.execute(
    sql`update documents d set section_count = i.section_count,
        updated_at = case when i.is_update then ${timestamp(at)} else d.updated_at end
      from jsonb_to_recordset(${json(outcomes)}) as i(id uuid, section_count int, is_update bool)
      where d.workspace_id = ${uuid(workspaceId)} and d.id = i.id`,
  );
}
