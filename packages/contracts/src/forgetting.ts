import * as z from 'zod';
import {
  component,
  boundedText,
  MemoryRef,
  normalizeFilePath,
  text,
  Timestamp,
  TimestampInput,
} from './fields.ts';
import { LIMITS } from './limits.ts';
import { noun } from './verb.ts';

/** Fewer letters stand almost everywhere. */
const TEXT_LENGTH_MIN = 4;

/** Names a row of any table. */
const AFTER_LENGTH_MAX = 4_000;

const MEANT = ['memories', 'text', 'file', 'author', 'session_id', 'since', 'until'] as const;

export const ForgetBody = z
  .object({
    memories: z
      .array(MemoryRef)
      .min(1)
      .max(LIMITS.batchDelete)
      .optional()
      .describe('Identifiers; those not found are passed over.'),
    text: boundedText({ max: LIMITS.titleLength })
      .refine(
        (given) => given.trim().length >= TEXT_LENGTH_MIN,
        `Text should have at least ${TEXT_LENGTH_MIN} characters`,
      )
      .optional()
      .describe('Words, whatever their case: every memory that holds them, and every other place.'),
    file: boundedText({ max: LIMITS.filePathBytes })
      .transform((path) => normalizeFilePath(path).replace(/\/$/u, ''))
      .optional()
      .describe('Memories of this file, or of files in this folder.'),
    author: boundedText({ max: LIMITS.labelLength }).optional(),
    session_id: text()
      .min(1)
      .max(LIMITS.sessionIdLength)
      .optional()
      .describe(
        'What was stored in this session or drawn from it, what was observed in it, and the session.',
      ),
    since: TimestampInput.optional().describe('Memories stored at this moment or later.'),
    until: TimestampInput.optional().describe('Memories stored before this moment.'),
    dry_run: z.boolean().default(true).describe('True, as long as it is not said: tells what would go.'),
    keep_copy: z
      .boolean()
      .default(false)
      .describe('Whether the memories can be brought back for an hour, by undoing `copy` of the reply.'),
    after: z
      .string()
      .max(AFTER_LENGTH_MAX)
      .optional()
      .describe('`next` of the reply before, with the same choice.'),
  })
  .refine(
    (body) => MEANT.some((name) => body[name] !== undefined),
    `Name what is to be forgotten: ${MEANT.join(', ')}`,
  )
  .meta({ id: 'ForgetBody' });
export type ForgetBody = z.output<typeof ForgetBody>;

const NamedMemory = z.object({ memory: z.string(), title: z.string() });

export const ForgetReply = component('ForgetReply', {
  dry_run: z.boolean(),
  memories: z
    .array(z.object({ ...NamedMemory.shape, created_at: Timestamp }))
    .describe('Memories that go, with those that say the same.'),
  places: z
    .object({
      observations: z.int().describe('What memories were drawn from, or quotes them.'),
      summaries: z.int().describe('Sentences of session summaries that quote them.'),
      changes: z.int().describe('Entries of the history.'),
      contexts: z.int().describe('Contexts of feedback and relationships of other memories.'),
      replies: z.int().describe('Answers kept for callers who repeat a request.'),
      documents: z.int().describe('Titles of documents.'),
    })
    .describe('Other places that are cleaned, with how many of each.'),
  quoted_in: z.array(NamedMemory).describe('Other memories that quote a sentence: they stay.'),
  exports: z
    .array(z.object({ file: z.string(), author: z.string().nullable(), made_at: Timestamp }))
    .describe('Exports in which it may stand, and who named them; delete them where they lie.'),
  copy: z
    .string()
    .nullable()
    .describe('Batch of changes that brings the memories back; null where no copy is kept.'),
  next: z
    .string()
    .nullable()
    .describe('When it is not null, there is more to do: repeat the call with `after`.'),
});
export type ForgetReply = z.output<typeof ForgetReply>;

export const forgetting = noun('forgetting', 'History', {
  forget: {
    summary:
      'Forget memories for good, wherever something of them stands; by default it only tells what would go.',
    scope: 'write',
    input: ForgetBody,
    output: ForgetReply,
    sends: ['analyzeGraph', 'maintainWorkspace'],
    doors: { http: 'POST /forget' },
  },
});
