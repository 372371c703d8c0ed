import * as z from 'zod';
import {
  boundedText,
  FilePaths,
  Labels,
  LIMITS,
  LISTS_TOO_LONG,
  listsBytes,
  Narrative,
  TimestampInput,
  Title,
} from '../fields.ts';
import { givenFields } from '../given-fields.ts';
import { MemoryTypeSchema } from '../memories/memory.ts';
import { MANUAL_RELATIONSHIP_TYPES } from '../vocabulary.ts';

/** Records that one request may hold, and relationships, each of which is a statement of its own. */
export const IMPORT_RECORDS_MAX = 200;
export const IMPORT_RELATIONSHIPS_MAX = 100;

/** What a record is known by where it comes from: the same again is the same memory. */
const ExternalId = boundedText({ max: LIMITS.filePathBytes });

const label = () => boundedText({ max: LIMITS.labelLength }).nullable().default(null);

/** A memory as another tool, a file or a commit holds it. */
export const ImportRecord = z
  .object({
    external_id: ExternalId,
    title: Title,
    narrative: Narrative,
    memory_type: MemoryTypeSchema.default('general'),
    tags: Labels.default([]),
    concepts: Labels.default([]),
    source_files: FilePaths.default([]),
    ...givenFields,
    created_at: TimestampInput.nullable().default(null),
    updated_at: TimestampInput.nullable().default(null),
    author: label(),
    project: label(),
    branch: label(),
    commit_id: label(),
  })
  .refine((record) => listsBytes(record) <= LIMITS.listsBytes, LISTS_TOO_LONG)
  .meta({ id: 'ImportRecord' });
export type ImportRecord = z.output<typeof ImportRecord>;
export type ImportRecordInput = z.input<typeof ImportRecord>;

const ImportRelationship = z
  .object({
    source: ExternalId,
    target: ExternalId,
    relationship_type: z.enum(MANUAL_RELATIONSHIP_TYPES),
    context: boundedText({ max: LIMITS.queryLength, notBlank: false }).nullable().default(null),
  })
  .meta({ id: 'ImportRelationship' });
export type ImportRelationship = z.output<typeof ImportRelationship>;

export const ImportMemoriesBody = z
  .object({
    records: z
      .array(z.unknown())
      .max(IMPORT_RECORDS_MAX)
      .default([])
      .meta({ description: 'Each is judged on its own, so that a bad one does not refuse the rest.' }),
    relationships: z.array(ImportRelationship).max(IMPORT_RELATIONSHIPS_MAX).default([]),
    dry_run: z.boolean().default(false).meta({ description: 'Tells what would become of them.' }),
  })
  .meta({ id: 'ImportMemoriesBody' });
export type ImportMemoriesBody = z.output<typeof ImportMemoriesBody>;

/**
 * `kept`: it says something else than what is stored, which was changed here since, or the record does not say when it was
 * changed. `duplicate`: another memory says the same in the same words. `forgotten`: on purpose, so it does not come back.
 */
const IMPORT_OUTCOMES = [
  'imported',
  'updated',
  'unchanged',
  'kept',
  'duplicate',
  'forgotten',
  'rejected',
] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

export const ImportMemoriesReply = z
  .object({
    outcomes: z
      .array(z.enum(IMPORT_OUTCOMES))
      .meta({ description: 'The outcome of each record, in their order.' }),
    errors: z
      .array(z.object({ index: z.int(), msg: z.string() }))
      .meta({ description: 'The reason for each rejected record.' }),
    relationships: z
      .object({ created: z.int(), present: z.int(), missing: z.int(), refused: z.int() })
      .meta({ description: 'Missing: one of its ends is not stored. Refused: at the cap of declared ones.' }),
  })
  .meta({ id: 'ImportMemoriesReply' });
export type ImportMemoriesReply = z.output<typeof ImportMemoriesReply>;
