import * as z from 'zod';
import { boundedText, LIMITS, MemoryRef, Narrative, pageQuery, Timestamp, Title } from './fields.ts';
import { MemoryTypeSchema } from './memories.ts';

/** Whether somebody has said already what becomes of a memory whose code changed; `asked`: those of last night's lists that are open. */
export const GROUND_STATES = ['open', 'asked', 'settled'] as const;

/** What becomes of it: it is still true, it has a new text, or it holds no more. */
export const GROUND_SETTLEMENTS = ['still_true', 'updated', 'obsolete'] as const;
export type GroundSettlementVerdict = (typeof GROUND_SETTLEMENTS)[number];

export const ListGroundsQuery = z.object({
  state: z.enum(GROUND_STATES).default('open'),
  author: boundedText({ max: LIMITS.labelLength })
    .optional()
    .meta({ description: 'Of what this key or login stored.' }),
  ...pageQuery({ max: 100, default: 20 }),
});
export type ListGroundsQuery = z.output<typeof ListGroundsQuery>;

export const GroundSettlement = z
  .object({
    id: z.uuid().meta({ description: 'Names the settlement, to take it back.' }),
    verdict: z.enum(GROUND_SETTLEMENTS),
    context: z.string().nullable(),
    settled_by: z.string(),
    settled_at: Timestamp,
  })
  .meta({ id: 'GroundSettlement' });
export type GroundSettlement = z.output<typeof GroundSettlement>;

export const ListGroundsReply = z
  .object({
    count: z.int(),
    results: z.array(
      z.object({
        memory: z.string(),
        title: z.string(),
        memory_type: MemoryTypeSchema,
        narrative: z.string().meta({ description: 'How it begins.' }),
        author: z.string().nullable(),
        created_at: Timestamp,
        retrieval_count: z.int(),
        code: z.string().nullable().meta({ description: 'What became of its code.' }),
        branch: z.string().nullable().meta({
          description:
            'The branch that it was stored on, and what became of that; null where it holds for everybody.',
        }),
        settlement: GroundSettlement.nullable(),
      }),
    ),
  })
  .meta({ id: 'ListGroundsReply' });
export type ListGroundsReply = z.output<typeof ListGroundsReply>;

export const SettleGroundBody = z
  .object({
    memory_id: MemoryRef,
    verdict: z.enum(GROUND_SETTLEMENTS),
    title: Title.optional(),
    narrative: Narrative.optional(),
    replaced_by: MemoryRef.optional().meta({ description: 'Of what is obsolete: what holds instead.' }),
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
