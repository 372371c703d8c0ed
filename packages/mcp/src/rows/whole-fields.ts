import type { Memory } from '@memory/contracts';
import { ServiceError } from '@memory/core';

/** Characters of a text that one answer can give back. */
const CONTENT_MAX = 28_000;

/** What a person gave of a memory, under the names of `memory_store`. */
export const givenFields = (memory: Memory) => ({
  title: memory.title,
  content: memory.narrative,
  tags: memory.tags,
  concepts: memory.concepts,
  files: memory.source_files,
  importance: memory.importance_score,
  confidence: memory.confidence_score,
});

/** What cannot be given back is not taken away. @throws validation_failed */
export function requireShort({ narrative }: Memory, whatRestDoes: string): void {
  if (narrative.length > CONTENT_MAX)
    throw new ServiceError(
      'validation_failed',
      `This text has more than ${CONTENT_MAX} characters, too many to be given back: ${whatRestDoes} over REST.`,
    );
}
