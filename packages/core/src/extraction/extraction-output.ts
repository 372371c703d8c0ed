import {
  boundedText,
  FilePaths,
  Labels,
  LIMITS,
  listsBytes,
  LISTS_TOO_LONG,
  LLM_ASSIGNABLE_MEMORY_TYPES,
  Narrative,
  Title,
  UnitInterval,
} from '@memory/contracts';
import * as z from 'zod';

/** Most memories a model may draw from one window. */
export const WINDOW_MEMORIES_MAX = 12;

const MemoryOutput = z
  .object({
    title: Title.describe('What holds, in one line of at most 120 characters.'),
    narrative: Narrative.describe(
      'The fact and its reason in a few sentences, understandable without the session.',
    ),
    memory_type: z.enum(LLM_ASSIGNABLE_MEMORY_TYPES),
    tags: Labels.describe('At most 5 lower-case labels of the area.'),
    concepts: Labels.describe('At most 8 names of techniques, components or code.'),
    source_files: FilePaths.describe('Paths that occur in the observations, exactly as written there.'),
    importance_score: UnitInterval.describe('0 to 1: how much it matters to later work.'),
    confidence_score: UnitInterval.describe('0 to 1: how surely the observations show it.'),
    cites: z.array(z.string()).min(1).describe('Ids of the observations it comes from, such as "o12".'),
  })
  .refine((memory) => listsBytes(memory) <= LIMITS.listsBytes, { error: LISTS_TOO_LONG });

/** What a model answers for one window. `cites` holds the window's aliases, not ids. */
export const ExtractionOutput = z.object({
  summary: boundedText({ max: 4_000 }).describe(
    'What was asked, done, decided and left open, in 3 to 8 sentences.',
  ),
  memories: z.array(MemoryOutput).max(WINDOW_MEMORIES_MAX),
});
export type ExtractionOutput = z.output<typeof ExtractionOutput>;
