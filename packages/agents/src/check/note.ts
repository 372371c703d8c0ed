import type { MemoryType } from '@memory/contracts';
import { IMPACT_KINDS } from '@memory/contracts/tools';
import type { CheckedMemory } from './anchored-memories.ts';

/** Why something is told: the most telling first. */
export const NOTE_KINDS = IMPACT_KINDS;
export type NoteKind = (typeof NOTE_KINDS)[number];

export interface Note {
  kind: NoteKind;
  /** Undefined for a reference that stands in a document. */
  memory?: Pick<CheckedMemory, 'id' | 'memory_id' | 'title' | 'memory_type' | 'created_at' | 'branch'>;
  /** Of a memory of another branch, what became of that. */
  branch?: string | undefined;
  type: MemoryType | 'document';
  reason: string;
  path: string;
  line: number;
  /** 0..1, by which notes are ordered. */
  weight: number;
}
