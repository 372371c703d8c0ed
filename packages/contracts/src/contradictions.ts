import * as z from 'zod';
import { boundedText, LIMITS, MemoryRef, pageQuery, Timestamp } from './fields.ts';
import { MemoryTypeSchema } from './memories.ts';

/** Whether somebody has said already which of two memories holds. */
export const CONTRADICTION_STATES = ['open', 'settled'] as const;

/** What somebody says of two memories: the source replaces the target, both hold, or neither does. */
export const VERDICTS = ['replaces', 'both_hold', 'neither_holds'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why two memories are named: a model says that they contradict, or the later one looks like a new version. */
export const CONTRADICTION_REASONS = ['contradicts', 'may_replace', 'settled'] as const;

export const ListContradictionsQuery = z.object({
  state: z.enum(CONTRADICTION_STATES).default('open'),
  ...pageQuery({ max: 100, default: 20 }),
});
export type ListContradictionsQuery = z.output<typeof ListContradictionsQuery>;

const ContestedMemory = z
  .object({
    memory: z.string().meta({ description: 'The identifier of the memory.' }),
    title: z.string(),
    memory_type: MemoryTypeSchema,
    narrative: z.string().meta({ description: 'How it begins.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'ContestedMemory' });

export const Settlement = z
  .object({
    id: z.uuid().meta({ description: 'Names the settlement, to take it back.' }),
    verdict: z.enum(VERDICTS),
    context: z.string().nullable(),
    settled_by: z.string().nullable().meta({ description: 'Name of the key or subject of the login.' }),
    settled_at: Timestamp,
  })
  .meta({ id: 'Settlement' });

export const Contradiction = z
  .object({
    source: ContestedMemory.meta({ description: 'The later one; once settled, the one that replaces.' }),
    target: ContestedMemory,
    reason: z.enum(CONTRADICTION_REASONS),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'How sure the model is, or how near the two are in meaning.' }),
    settlement: Settlement.nullable(),
  })
  .meta({ id: 'Contradiction' });
export type Contradiction = z.output<typeof Contradiction>;

export const ListContradictionsReply = z
  .object({
    count: z.int().meta({ description: 'All of this state.' }),
    results: z.array(Contradiction).meta({ description: 'The latest first.' }),
  })
  .meta({ id: 'ListContradictionsReply' });
export type ListContradictionsReply = z.output<typeof ListContradictionsReply>;

export const SettleContradictionBody = z
  .object({
    source_id: MemoryRef,
    target_id: MemoryRef,
    verdict: z.enum(VERDICTS).meta({
      description: '`replaces`: the source replaces the target; `both_hold`; `neither_holds`.',
    }),
    context: boundedText({ max: LIMITS.queryLength, notBlank: false }).nullable().default(null),
  })
  .meta({ id: 'SettleContradictionBody' });
export type SettleContradictionBody = z.output<typeof SettleContradictionBody>;
