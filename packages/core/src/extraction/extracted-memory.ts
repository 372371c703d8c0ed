import type { LLM_ASSIGNABLE_MEMORY_TYPES } from '@memory/contracts';

export type ExtractedMemoryType = (typeof LLM_ASSIGNABLE_MEMORY_TYPES)[number];

/** A memory drawn from a session, within the limits of a stored one. */
export interface ExtractedMemory {
  title: string;
  narrative: string;
  memory_type: ExtractedMemoryType;
  tags: string[];
  concepts: string[];
  source_files: string[];
  /** 0..1 */
  importance_score: number;
  /** 0..1 */
  confidence_score: number;
  /** Ids of the observations it comes from, at least one */
  cites: string[];
}

/** What a session, or a window of it, comes to. */
export interface Extraction {
  summary: string;
  memories: ExtractedMemory[];
}
