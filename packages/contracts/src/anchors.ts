import * as z from 'zod';
import { RepositoryName } from './code/code.ts';
import { component, boundedText, MemoryRef, queryInteger, Timestamp, TimestampInput } from './fields.ts';
import { LIMITS } from './limits.ts';

const ANCHOR_VERDICTS = ['current', 'moved', 'changed', 'gone', 'unknown'] as const;
const ANCHOR_REASONS = ['named', 'edited', 'file'] as const;

/** The tie of a memory to a symbol or file: hashes of how it was, and where the last index has it. */
export const ShownAnchor = component('ShownAnchor', {
  memory: z.string(),
  repository: z.string(),
  origin: z.string().nullable(),
  path: z.string(),
  name: z.string().describe('Qualified; empty for a file.'),
  kind: z.enum(['symbol', 'file']),
  reason: z.enum(ANCHOR_REASONS),
  signature_hash: z.string().nullable(),
  body_hash: z.string().nullable(),
  value: z.string().nullable().default(null).describe('Of a constant, property or key.'),
  commit_id: z.string().nullable(),
  grounded_at: Timestamp,
  said_at: Timestamp.nullable()
    .default(null)
    .describe('Of what the index alone tied, and no tree was asked about yet: when its text was written.'),
  verdict: z.enum(ANCHOR_VERDICTS),
  now_path: z.string().nullable(),
  now_name: z.string().nullable(),
  part: z.string().nullable(),
  indexed_at: Timestamp.describe('When anything of its repository was indexed last.'),
  content_hash: z
    .string()
    .nullable()
    .describe(
      'Of its file, as the verdict was given by; null where the index has none, or was written since.',
    ),
});
export type ShownAnchor = z.output<typeof ShownAnchor>;

/** How a memory stands to its code; somebody may have said that it holds no more. */
const GROUND_VERDICTS = [...ANCHOR_VERDICTS, 'obsolete'] as const;

const READ_MAX = 200;

export const ReadGroundsQuery = z.object({
  memory: z
    .array(MemoryRef)
    .min(1, 'Name a memory: memory=ID, up to 200 times')
    .max(READ_MAX)
    .meta({ override: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: READ_MAX } }),
});
export type ReadGroundsQuery = z.output<typeof ReadGroundsQuery>;

const MemoryGround = component('MemoryGround', {
  memory: z.string(),
  verdict: z.enum(GROUND_VERDICTS).nullable().describe('Null where it is about no code.'),
  code: z.string().nullable().describe('One clause of why.'),
  judged_at: Timestamp.nullable().describe('Since when it is so.'),
  branch: z
    .string()
    .nullable()
    .describe(
      'The branch that it was stored on, and what became of that; null where it holds for everybody.',
    ),
  anchors: z.array(
    z.object({
      repository: z.string(),
      path: z.string(),
      name: z.string().describe('Qualified; empty for a file.'),
      kind: z.enum(['symbol', 'file']),
      reason: z.enum(ANCHOR_REASONS),
      verdict: z.enum(ANCHOR_VERDICTS),
      now_path: z.string().nullable(),
      now_name: z.string().nullable(),
      commit_id: z.string().nullable(),
      grounded_at: Timestamp,
    }),
  ),
});

export const ReadGroundsReply = component('ReadGroundsReply', { results: z.array(MemoryGround) });
export type ReadGroundsReply = z.output<typeof ReadGroundsReply>;

export const ListPendingGroundsQuery = z.object({
  repository: RepositoryName,
  limit: queryInteger({ min: 1, max: 50, default: 25 }),
});
export type ListPendingGroundsQuery = z.output<typeof ListPendingGroundsQuery>;

export const PendingGround = component('PendingGround', {
  memory_id: z.string(),
  revision: z.int(),
  title: z.string(),
  narrative: z.string().describe('How it begins; as much as anchors are made from.'),
  source_files: z.array(z.string()),
  edited: z.array(z.string()).describe('Files that its session edited.'),
  commit_id: z.string().nullable(),
  branch: z.string().nullable().default(null).describe('That it was written on.'),
  said_at: Timestamp.describe('When its text was written.'),
});
export type PendingGround = z.output<typeof PendingGround>;

export const ListPendingGroundsReply = component('ListPendingGroundsReply', {
  results: z.array(PendingGround),
});
export type ListPendingGroundsReply = z.output<typeof ListPendingGroundsReply>;

const AnchorText = boundedText({ max: 4_000, notBlank: false });
const AnchorHash = z.string().regex(/^[0-9a-f]{8,64}$/u);

const GivenAnchor = component('GivenAnchor', {
  path: AnchorText,
  name: AnchorText,
  kind: z.enum(['symbol', 'file']),
  reason: z.enum(ANCHOR_REASONS),
  signature_hash: AnchorHash.nullable(),
  body_hash: AnchorHash,
  value: boundedText({ max: 500, notBlank: false }).nullable().default(null),
});

const MEMORIES_MAX = 100;
const ANCHORS_MAX = 20;

export const StoreAnchorsBody = component('StoreAnchorsBody', {
  repository: RepositoryName,
  memories: z
    .array(
      z.object({
        memory_id: MemoryRef,
        revision: z
          .int()
          .min(1)
          .nullable()
          .default(null)
          .describe('The revision that was read: what was changed since is left as it is.'),
        source: z.enum(['commit', 'tree']),
        commit_id: boundedText({ max: LIMITS.labelLength }).nullable().default(null),
        grounded_at: TimestampInput,
        anchors: z
          .array(GivenAnchor)
          .max(ANCHORS_MAX)
          .nullable()
          .describe('Null where the tree says nothing of it: what the index says stays.'),
      }),
    )
    .min(1)
    .max(MEMORIES_MAX),
});
export type StoreAnchorsBody = z.output<typeof StoreAnchorsBody>;

export const StoreAnchorsReply = component('StoreAnchorsReply', {
  tied: z.int().describe('Memories that took what was given.'),
});
export type StoreAnchorsReply = z.output<typeof StoreAnchorsReply>;
