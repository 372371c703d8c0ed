import * as z from 'zod';
import {
  component,
  FilePaths,
  Labels,
  listsFit,
  boundedText,
  MemoryRef,
  Narrative,
  pageQuery,
  queryBoolean,
  queryInteger,
  queryNumber,
  text,
  Timestamp,
  Title,
} from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { changedGiven, givenFields, storedGiven } from '../given-fields.ts';
import { RelationshipRecord } from '../relationships.ts';
import { MEMORY_TYPES, SPEAKERS } from '../vocabulary.ts';

export const MemoryTypeSchema = z.enum(MEMORY_TYPES).meta({ id: 'MemoryType' });

const memoryFields = {
  id: z.uuid(),
  memory_id: z.string().optional().meta({ form: 'B' }),
  workspace_id: z.uuid(),
  title: z.string(),
  narrative: z.string(),
  memory_type: MemoryTypeSchema,
  tags: z.array(z.string()),
  concepts: z.array(z.string()),
  source_files: z.array(z.string()),
  ...storedGiven,
  content_hash: z.string().nullable(),
  pagerank_score: z.number().nullable(),
  community_label: z.string().nullable(),
  access_count: z.int(),
  retrieval_count: z.int(),
  last_accessed_at: Timestamp.nullable(),
  source_session_id: z.string().nullable(),
  is_consolidated: z.boolean(),
  consolidated_from: z.array(z.string()).nullable(),
  created_at: Timestamp,
  updated_at: Timestamp.nullable(),
};

const feedbackCounts = {
  feedback_positive_count: z.int(),
  feedback_negative_count: z.int(),
};

export const Memory = component('Memory', memoryFields);
export type Memory = z.output<typeof Memory>;

export const ListedMemory = z.object({
  memory: z.string(),
  title: z.string(),
  memory_type: MemoryTypeSchema,
  created_at: z.string(),
});

export const MemoryWithFeedback = component('MemoryWithFeedback', { ...memoryFields, ...feedbackCounts });
export type MemoryWithFeedback = z.output<typeof MemoryWithFeedback>;

export const GetMemoryQuery = z.object({
  speaker: queryBoolean(false).describe('Extension: whether the memory tells its `speaker` and `prompt`.'),
});
export type GetMemoryQuery = z.output<typeof GetMemoryQuery>;

export const MemoryDetail = component('MemoryDetail', {
  ...memoryFields,
  ...feedbackCounts,
  outgoing_relationships: z.array(RelationshipRecord),
  incoming_relationships: z.array(RelationshipRecord),
  speaker: z
    .enum(SPEAKERS)
    .nullable()
    .optional()
    .describe('Extension, with `speaker` alone: who said it in its session; null where that is not known.'),
  prompt: z
    .int()
    .nullable()
    .optional()
    .describe('Extension, with `speaker` alone: the number of the prompt that it belongs to, from 1.'),
});
export type MemoryDetail = z.output<typeof MemoryDetail>;

/** Each declares a relationship, of which a workspace may have ten for each memory. */
export const SUPERSEDES_MAX = 10;

/** As a caller stores a memory, or another tool remembered it. */
export const storedFields = {
  title: Title,
  narrative: Narrative,
  memory_type: MemoryTypeSchema.default('general'),
  tags: Labels.default([]),
  concepts: Labels.default([]),
  source_files: FilePaths.default([]),
  ...givenFields,
};

export const StoreMemoryBody = z
  .object({
    ...storedFields,
    source_session_id: text()
      .nullable()
      .default(null)
      .describe('Extension: the `session_id` of a session of this workspace; any other is ignored.'),
    supersedes: z
      .array(MemoryRef)
      .max(SUPERSEDES_MAX)
      .default([])
      .describe(
        'Extension: memories that it replaces, declared with it or not at all. Where the same title, narrative and type is stored already, that memory replaces them, and none is added.',
      ),
  })
  .refine(...listsFit)
  .meta({ id: 'StoreMemoryBody' });
export type StoreMemoryBody = z.output<typeof StoreMemoryBody>;

export const UpdateMemoryBody = z
  .object({
    title: Title.optional(),
    narrative: Narrative.optional(),
    tags: Labels.optional(),
    concepts: Labels.optional(),
    source_files: FilePaths.optional(),
    ...changedGiven,
  })
  .refine(...listsFit)
  .meta({ id: 'UpdateMemoryBody' });
export type UpdateMemoryBody = z.output<typeof UpdateMemoryBody>;

const MEMORY_ORDERINGS = ['importance_score', 'access_count', 'created_at', 'retrieval_count'] as const;
export type MemoryOrdering = (typeof MEMORY_ORDERINGS)[number];

export const ListMemoriesQuery = z.object({
  memory_type: MemoryTypeSchema.optional(),
  tags: z
    .array(text())
    .default([])
    .transform((tags) => [...new Set(tags.map((tag) => tag.trim()))])
    .meta({
      description: 'A memory must carry all of them. Form A only.',
      override: { type: 'array', items: { type: 'string' } },
    }),
  ...pageQuery({ max: 500, default: 50 }),
  ordering: z
    .enum(MEMORY_ORDERINGS.flatMap((field) => [field, `-${field}`] as const))
    .default('-importance_score'),
  pruning_candidates: queryBoolean(false),
});
export type ListMemoriesQuery = z.output<typeof ListMemoriesQuery>;

export const BatchDeleteBody = component('BatchDeleteBody', {
  memory_ids: z.array(MemoryRef).max(LIMITS.batchDelete),
});

export const BatchDeleteReply = component('BatchDeleteReply', { deleted_count: z.int() });

export const RelatedQuery = z.object({
  limit: queryInteger({ min: 1, max: 50, default: 10 }),
  similarity_threshold: queryNumber({ min: 0, max: 1, default: 0.75 }),
});
export type RelatedQuery = z.output<typeof RelatedQuery>;

export const FeedbackBody = component('FeedbackBody', {
  useful: z.boolean(),
  context: boundedText({ max: LIMITS.queryLength, notBlank: false }).nullable().default(null),
  session_id: text().nullable().default(null),
});
export type FeedbackBody = z.output<typeof FeedbackBody>;

/** Which feedback is taken back: the last that said so. */
export const RetractFeedbackQuery = z.object({
  useful: z.enum(['true', 'false']).transform((value) => value === 'true'),
});
export type RetractFeedbackQuery = z.output<typeof RetractFeedbackQuery>;
