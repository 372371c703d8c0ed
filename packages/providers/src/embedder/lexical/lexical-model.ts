import type { Language } from '@memory/text';

/** What training learns from the text of one workspace. */
export interface LexicalModel {
  /** Counts trainings of the workspace, from 1; vectors of two versions must never be compared. */
  version: number;
  language: Language;
  /** Memories it was trained on. */
  memories: number;
  /** Memories per hashed feature, 65,536 counters. */
  counters: Uint32Array;
  /** The vocabulary, sorted; the arrays below follow its order. */
  terms: readonly string[];
  /** Memories per term. */
  frequencies: Uint32Array;
  /** 128 numbers per term, in units of its scale. Eight bits lose nothing measurable. */
  directions: Int8Array;
  scales: Float32Array;
}
