import * as z from 'zod';
import { component, boundedText, MemoryRef, Narrative, pageQuery, Timestamp, Title } from './fields.ts';
import { LIMITS } from './limits.ts';
import { MemoryTypeSchema } from './memories/memory.ts';
import {
  ListPendingGroundsQuery,
  ListPendingGroundsReply,
  ReadGroundsQuery,
  ReadGroundsReply,
  StoreAnchorsBody,
  StoreAnchorsReply,
} from './anchors.ts';
import { ADDS } from './tools/tool-door.ts';
import { TitleRow, count, offset, redactedSecrets } from './tools/shapes.ts';
import { noun } from './verb.ts';

/** Whether somebody has said already what becomes of a memory whose code changed; `asked`: those of last night's lists that are open. */
const GROUND_STATES = ['open', 'asked', 'settled'] as const;

/** Settlements of an outdated memory: it is still true, it has a new text, or it holds no more. */
export const GROUND_SETTLEMENTS = ['still_true', 'updated', 'obsolete'] as const;
export type GroundSettlementVerdict = (typeof GROUND_SETTLEMENTS)[number];

export const ListGroundsQuery = z.object({
  state: z.enum(GROUND_STATES).default('open'),
  author: boundedText({ max: LIMITS.labelLength }).optional().describe('Of what this key or login stored.'),
  ...pageQuery({ max: 100, default: 20 }),
});
export type ListGroundsQuery = z.output<typeof ListGroundsQuery>;

export const GroundSettlement = component('GroundSettlement', {
  id: z.uuid().describe('Names the settlement, to take it back.'),
  verdict: z.enum(GROUND_SETTLEMENTS),
  context: z.string().nullable(),
  settled_by: z.string(),
  settled_at: Timestamp,
});
export type GroundSettlement = z.output<typeof GroundSettlement>;

export const ListGroundsReply = component('ListGroundsReply', {
  count: z.int(),
  results: z.array(
    z.object({
      memory: z.string(),
      title: z.string(),
      memory_type: MemoryTypeSchema,
      narrative: z.string().describe('How it begins.'),
      author: z.string().nullable(),
      created_at: Timestamp,
      retrieval_count: z.int(),
      code: z.string().nullable().describe('What became of its code.'),
      branch: z
        .string()
        .nullable()
        .describe(
          'The branch that it was stored on, and what became of that; null where it holds for everybody.',
        ),
      settlement: GroundSettlement.nullable(),
    }),
  ),
});
export type ListGroundsReply = z.output<typeof ListGroundsReply>;

export const SettleGroundBody = z
  .object({
    memory_id: MemoryRef,
    verdict: z.enum(GROUND_SETTLEMENTS),
    title: Title.optional(),
    narrative: Narrative.optional(),
    replaced_by: MemoryRef.optional().describe('Of what is obsolete: what holds instead.'),
    context: boundedText({ max: LIMITS.queryLength, notBlank: false }).nullable().default(null),
  })
  .refine(
    ({ verdict, title, narrative }) =>
      (verdict === 'updated') === (title !== undefined || narrative !== undefined),
    '`updated` takes a new title or narrative, and no other verdict does',
  )
  .refine(
    ({ verdict, replaced_by }) => replaced_by === undefined || verdict === 'obsolete',
    '`replaced_by` belongs to `obsolete`',
  )
  .meta({ id: 'SettleGroundBody' });
export type SettleGroundBody = z.output<typeof SettleGroundBody>;

export const grounds = noun('grounds', 'Grounds', {
  listGrounds: {
    summary: 'Memories whose code changed or is gone, the most recalled first; or those that were settled.',
    scope: 'read',
    input: ListGroundsQuery,
    output: ListGroundsReply,
    doors: {
      http: 'GET /grounds',
      tool: {
        name: 'ground_list',
        title: 'List memories whose code changed',
        description:
          'List memories that may be stale because the code they are about changed or is gone, the most recalled first, each with what became of it. Settle them by ground_settle after looking at the code. With state asked, the few that last night chose; settled, what was said of such.',
        input: z.object({
          state: z.enum(GROUND_STATES).default('open'),
          mine: z.boolean().default(false).describe('Only what you stored.'),
          limit: count({ max: 50, default: 10 }),
          offset,
        }),
        output: z.object({
          notice: z.string().optional(),
          count: z.int(),
          results: z.array(
            TitleRow.extend({
              date: z.string(),
              author: z.string().optional(),
              branch: z.string().optional(),
              code: z.string().optional(),
              verdict: z.enum(GROUND_SETTLEMENTS).optional(),
              settled_by: z.string().optional(),
              context: z.string().optional(),
              passage: z.string(),
            }),
          ),
          hint: z.string().optional(),
        }),
        rest: 'call again with offset',
      },
    },
  },
  settleGround: {
    summary: 'Say what becomes of a memory whose code changed: still true, updated, or obsolete.',
    scope: 'write',
    input: SettleGroundBody,
    output: GroundSettlement,
    errors: ['not_found', 'conflict', 'self_edge_not_allowed', 'duplicate_manual_relationship'],
    sends: ['generateEmbedding'],
    doors: {
      http: { at: 'POST /grounds/settle', status: 201, idempotent: true },
      tool: {
        name: 'ground_settle',
        title: 'Settle a memory whose code changed',
        description:
          'Say what becomes of a memory whose code changed: still_true ties it to the code as it is now, updated gives it a new title or content, obsolete shows it last and marked. Look at the code first, and ask the user where you are not sure. With retract true the last thing said is taken back.',
        hints: { ...ADDS, destructiveHint: true },
        takesMemory: true,
        input: z.object({
          verdict: z.enum(GROUND_SETTLEMENTS).optional().describe('Required, unless retract is true.'),
          title: Title.optional().describe('Of what is updated.'),
          content: Narrative.optional().describe('Of what is updated.'),
          replaced_by: MemoryRef.optional().describe('Of what is obsolete: the memory that holds instead.'),
          context: boundedText({ max: LIMITS.queryLength, notBlank: false }).optional().describe('Why.'),
          retract: z.boolean().default(false).describe('Takes the settlement back.'),
        }),
        output: z.object({
          verdict: z.enum(GROUND_SETTLEMENTS).optional(),
          is_settled: z.boolean(),
          hint: z.string(),
          ...redactedSecrets,
        }),
      },
    },
  },
  readGrounds: {
    summary: 'How some memories stand to the code that they are about, by the last index.',
    scope: 'read',
    input: ReadGroundsQuery,
    output: ReadGroundsReply,
    doors: { http: 'GET /grounds/verdicts' },
  },
  listPendingGrounds: {
    summary: 'Memories of a repository that no history and no working tree was asked about yet.',
    scope: 'read',
    input: ListPendingGroundsQuery,
    output: ListPendingGroundsReply,
    errors: ['not_found'],
    doors: { http: 'GET /grounds/pending' },
  },
  storeAnchors: {
    summary: 'Tie memories to code as it was when they were written: hashes, never source.',
    scope: 'write',
    input: StoreAnchorsBody,
    output: StoreAnchorsReply,
    errors: ['not_found'],
    doors: { http: 'POST /grounds/anchors' },
  },
  reopenGround: {
    summary: 'Take back what was said of a memory whose code changed.',
    scope: 'write',
    errors: ['not_found', 'conflict'],
    sends: ['generateEmbedding'],
    doors: { http: 'DELETE /grounds/{id}' },
  },
});
