import { sql } from 'drizzle-orm';
import type { SecretsPolicy } from '@memory/contracts';
import type { Language } from '@memory/text';
import type { WorkspaceId } from '../database.ts';
import type { CosineScale } from '../search/semantic-query.ts';

/** A workspace as every request knows it before its own statement runs. */
export interface Workspace {
  id: WorkspaceId;
  secrets: SecretsPolicy;
  language: Language;
  /** The model whose vectors searches use now; null before the first embedding. */
  embeddingModel: string | null;
  cosineScale: (CosineScale & { model: string }) | null;
  /** Memories at the last refresh of the statistics. */
  memoryCount: number;
  hasSemanticIndex: boolean;
  hasCode: boolean;
  /** Salts of the digests of what was forgotten; none: nothing was. */
  tombstoneSalts: readonly string[];
  /** Groups of words that mean the same here, beside the glossary that comes along. */
  glossary: readonly (readonly string[])[];
  /** The person for whom the caller acts: as it says, else the name of the key or the subject of the login; null in jobs. */
  author: string | null;
  /** The key, by its name, or the login; null in jobs. */
  caller: string | null;
  /** Which project the caller works in, where it says so. */
  project?: string | undefined;
}

export interface WorkspaceRow {
  workspace_id: WorkspaceId;
  language: Language;
  secrets: SecretsPolicy;
  model: string | null;
  cosine_scale: string | null;
  memories: number;
  has_semantic_index: boolean;
  has_code: boolean;
  tombstone_salts: string;
  glossary: string;
  author?: string | null;
}

/** Columns of `workspaces w`, left-joined with `workspace_statistics s`. */
export const WORKSPACE_COLUMNS =
  sql.raw(`w.id::text workspace_id, w.language, w.secrets, s.model, s.cosine_scale::text cosine_scale,
  coalesce(s.memories, 0) memories, coalesce(s.has_semantic_index, false) has_semantic_index,
  exists (select from code_repositories c where c.workspace_id = w.id) has_code,
  array_to_json(w.tombstone_salts)::text tombstone_salts,
  (select coalesce(json_agg(g.terms order by g.created_at, g.id), '[]')::text from glossary_groups g
    where g.workspace_id = w.id) glossary`);

export const asWorkspace = (row: WorkspaceRow): Workspace => ({
  id: row.workspace_id,
  language: row.language,
  secrets: row.secrets,
  embeddingModel: row.model,
  cosineScale: row.cosine_scale === null ? null : (JSON.parse(row.cosine_scale) as Workspace['cosineScale']),
  memoryCount: row.memories,
  hasSemanticIndex: row.has_semantic_index,
  hasCode: row.has_code,
  tombstoneSalts: JSON.parse(row.tombstone_salts) as string[],
  glossary: JSON.parse(row.glossary) as string[][],
  author: row.author ?? null,
  caller: row.author ?? null,
});
