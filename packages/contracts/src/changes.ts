import * as z from 'zod';
import { component, MemoryRef, queryInteger, Timestamp } from './fields.ts';
import { LIMITS } from './limits.ts';
import { noun } from './verb.ts';

export const HISTORY_DAYS = 30;

const CHANGE_KINDS = ['created', 'updated', 'deleted'] as const;

const BATCH = /^[\w.:-]+$/u;
const BATCH_LENGTH_MAX = 200;

export const isChangeBatch = (text: string): boolean => text.length <= BATCH_LENGTH_MAX && BATCH.test(text);

const ChangeBatch = z.string().refine(isChangeBatch, 'Input should be the batch of a change');
const ChangeId = z.uuid('Input should be the id of a change');

export const ListChangesQuery = z.object({
  limit: queryInteger({ min: 1, max: 200, default: 50 }),
  memory: MemoryRef.optional().describe('Changes of this memory, which may be gone.'),
  batch: ChangeBatch.optional().describe('Changes of one request, run of a job, or import.'),
  after: ChangeId.optional().describe('`next` of the page before.'),
});
export type ListChangesQuery = z.output<typeof ListChangesQuery>;

export const MemoryChange = component('MemoryChange', {
  id: z.uuid(),
  memory: z.string().describe('Identifier of the memory, which may be gone.'),
  title: z.string().nullable(),
  kind: z.enum(CHANGE_KINDS),
  author: z.string().nullable().describe('Name of the key or subject of the login; null: the service.'),
  via: z.string().nullable().describe('`rest`, `mcp`, `operator`, `undo`, or `job` and its name.'),
  batch: z.string().nullable().describe('What changed with it: a request, a run of a job, an import.'),
  before: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The fields as they were: those that changed, or all of a deleted memory.'),
  changed_at: Timestamp,
  undone_at: Timestamp.nullable(),
});
export type MemoryChange = z.output<typeof MemoryChange>;

export const ListChangesReply = component('ListChangesReply', {
  changes: z.array(MemoryChange).describe('The latest first.'),
  next: z.uuid().nullable().describe('Names the next page; null on the last.'),
});
export type ListChangesReply = z.output<typeof ListChangesReply>;

export const UndoBody = z
  .object({
    change: ChangeId.optional(),
    batch: ChangeBatch.optional(),
    after: ChangeId.optional().describe('`next` of the reply before, where a batch is large.'),
  })
  .refine(
    ({ change, batch }) => (change === undefined) !== (batch === undefined),
    'Give either change or batch',
  )
  .meta({ id: 'UndoBody' });
export type UndoBody = z.output<typeof UndoBody>;

const UNDO_REFUSALS = ['changed_since', 'gone', 'there_again'] as const;

export const UndoReply = component('UndoReply', {
  undone: z.int(),
  left: z
    .array(z.object({ change: z.uuid(), memory: z.string(), reason: z.enum(UNDO_REFUSALS) }))
    .describe('Changes that were not undone, since their memory was changed or deleted after them.'),
  sessions: z
    .object({ undone: z.int(), left: z.array(z.string()) })
    .describe(
      'Sessions that the import brought: how many are gone, and the `session_id` of those that stay, since something came to them later. They do not come back by undoing this.',
    ),
  batch: z.string().describe('The batch of what undoing changed: undo it to be as before.'),
  next: z
    .uuid()
    .nullable()
    .describe('When it is not null, there is more to undo: repeat the call with `after`.'),
});
export type UndoReply = z.output<typeof UndoReply>;

export const changes = noun('changes', 'History', {
  listChanges: {
    summary:
      'What became of memories in the last 30 days: who changed what, from where, and what was before.',
    scope: 'read',
    input: ListChangesQuery,
    output: ListChangesReply,
    doors: {
      http: 'GET /changes',
      operator: {
        of: 'workspace',
        command: 'changes list',
        input: ListChangesQuery.extend({
          limit: z.int().min(1).max(200).default(50).describe('at most so many, up to 200 (default: 50)'),
        }),
      },
    },
  },
  undoChanges: {
    summary: 'Take back a change, or all of a request, a run of a job or an import.',
    scope: 'write',
    input: UndoBody,
    output: UndoReply,
    errors: ['not_found', 'conflict'],
    sends: ['generateEmbedding'],
    doors: {
      http: 'POST /changes/undo',
      operator: { of: 'workspace' },
    },
  },
  listTypeChanges: {
    summary: 'List the types that jobs gave to memories and relationships, with the reasons.',
    scope: 'read',
    input: z.object({
      limit: z.int().min(1).max(500).default(50).describe('at most so many (default: 50)'),
      offset: z.int().min(0).max(LIMITS.offset).default(0).describe('those after so many'),
    }),
    output: z.object({
      changes: z.array(
        z.object({
          id: z.string(),
          subject: z.enum(['memory', 'relationship']),
          subject_id: z.string(),
          title: z.string(),
          from_type: z.string(),
          to_type: z.string(),
          is_reversed: z.boolean(),
          method: z.enum(['nearest_neighbours', 'model']),
          reason: z.string(),
          /** 0..1 */
          confidence: z.number(),
          created_at: z.string(),
          undone_at: z.string().nullable(),
        }),
      ),
    }),
    doors: { operator: { of: 'workspace', command: 'changes types', console: true } },
  },
  undoTypeChange: {
    summary: 'Take back a type that a job gave; the job does not give it again.',
    scope: 'write',
    input: z.object({
      changeId: z.uuid().describe('id of the change, as `types` lists it'),
    }),
    output: z.object({ undone: z.boolean() }),
    doors: { operator: { of: 'workspace', command: 'changes undo-type', console: true } },
  },
});
