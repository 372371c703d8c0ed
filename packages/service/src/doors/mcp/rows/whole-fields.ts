import { GIVEN_IN_TOOLS, GIVEN_NAMES, type GivenInTools, type Memory } from '@memory/contracts';
import { ServiceError } from '@memory/core';
import { estimateTokens } from '@memory/text/estimate-tokens';

/** Tokens of a text that one answer can give back. */
const CONTENT_TOKENS = 7_000;

/** What a person gave of a memory, under the names of `memory_store`. */
export const givenFields = (memory: Memory) => ({
  title: memory.title,
  content: memory.narrative,
  tags: memory.tags,
  concepts: memory.concepts,
  files: memory.source_files,
  ...(Object.fromEntries(GIVEN_NAMES.map((name) => [GIVEN_IN_TOOLS[name], memory[name]])) as GivenInTools),
});

/** What cannot be given back is not taken away. @throws validation_failed */
export function requireShort({ narrative }: Memory, whatRestDoes: string): void {
  if (estimateTokens(narrative) > CONTENT_TOKENS)
    throw new ServiceError(
      'validation_failed',
      `This text has more than ${CONTENT_TOKENS} tokens, too many to be given back: ${whatRestDoes} over REST.`,
    );
}
