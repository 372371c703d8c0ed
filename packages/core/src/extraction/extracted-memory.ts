import type { LLM_ASSIGNABLE_MEMORY_TYPES, Speaker } from '@memory/contracts';

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
  speaker: Speaker;
  /** Number of the prompt that it belongs to, from 1; 0 before the first. */
  prompt: number;
  /** Ids of the observations it comes from, at least one */
  cites: string[];
}

/** Something that a session settled. */
export interface Fact {
  type: ExtractedMemoryType;
  title: string;
  /** The file that the title is said of, where its words name too little. */
  place?: string;
  /** In the words of whoever said it. */
  paragraphs: readonly string[];
  speaker: Speaker;
  turn: number;
  files: readonly string[];
  /** Observations that it comes from. */
  cites: readonly string[];
  weight: number;
  /** The speaker named its type. */
  isExplicit: boolean;
}
