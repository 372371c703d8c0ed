import * as z from 'zod';
import { component, boundedText, MemoryRef, pageQuery, Timestamp } from './fields.ts';
import { LIMITS } from './limits.ts';
import { MemoryTypeSchema } from './memories/memory.ts';
import { TitleRow, count, offset, redactedSecrets } from './tools/shapes.ts';
import { ADDS } from './tools/tool-door.ts';
import { noun } from './verb.ts';

const CONTRADICTION_STATES = ['open', 'settled'] as const;

/** Verdicts on two memories: the source replaces the target, both hold, or neither does. */
export const VERDICTS = ['replaces', 'both_hold', 'neither_holds'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why two memories are named: a model says that they contradict, or the later one looks like a new version. */
const CONTRADICTION_REASONS = ['contradicts', 'may_replace', 'settled'] as const;

export const ListContradictionsQuery = z.object({
  state: z.enum(CONTRADICTION_STATES).default('open'),
  ...pageQuery({ max: 100, default: 20 }),
});
export type ListContradictionsQuery = z.output<typeof ListContradictionsQuery>;

const ContestedMemory = component('ContestedMemory', {
  memory: z.string().describe('The identifier of the memory.'),
  title: z.string(),
  memory_type: MemoryTypeSchema,
  narrative: z.string().describe('How it begins.'),
  created_at: Timestamp,
});

const Settlement = component('Settlement', {
  id: z.uuid().describe('Names the settlement, to take it back.'),
  verdict: z.enum(VERDICTS),
  context: z.string().nullable(),
  settled_by: z.string().nullable().describe('Name of the key or subject of the login.'),
  settled_at: Timestamp,
});

export const Contradiction = component('Contradiction', {
  source: ContestedMemory.describe('The later one; once settled, the one that replaces.'),
  target: ContestedMemory,
  reason: z.enum(CONTRADICTION_REASONS),
  confidence: z.number().min(0).max(1).describe('How sure the model is, or how near the two are in meaning.'),
  subject: z.string().nullable().describe('What the two have in common, in words.'),
  settlement: Settlement.nullable(),
});
export type Contradiction = z.output<typeof Contradiction>;

export const ListContradictionsReply = component('ListContradictionsReply', {
  count: z.int().describe('All of this state.'),
  results: z.array(Contradiction).describe('The latest first.'),
});
export type ListContradictionsReply = z.output<typeof ListContradictionsReply>;

export const SettleContradictionBody = component('SettleContradictionBody', {
  source_id: MemoryRef,
  target_id: MemoryRef,
  verdict: z
    .enum(VERDICTS)
    .describe('`replaces`: the source replaces the target; `both_hold`; `neither_holds`.'),
  context: boundedText({ max: LIMITS.queryLength, notBlank: false }).nullable().default(null),
});
export type SettleContradictionBody = z.output<typeof SettleContradictionBody>;

const contestedRow = TitleRow.extend({ date: z.string(), passage: z.string() });

export const contradictions = noun('contradictions', 'Contradictions', {
  listContradictions: {
    summary: 'Pairs of memories of which at most one may hold, the latest first; or those that were settled.',
    scope: 'read',
    input: ListContradictionsQuery,
    output: ListContradictionsReply,
    doors: {
      http: 'GET /contradictions',
      tool: {
        name: 'contradiction_list',
        title: 'List contradictions',
        description:
          'List pairs of memories of which perhaps only one holds: a later one that looks like a new version (the source), or what a model calls contradictory. With state settled, what was said of such pairs. Settle them by contradiction_settle; to find memories use memory_search.',
        input: z.object({
          state: z.enum(CONTRADICTION_STATES).default('open'),
          limit: count({ max: 50, default: 10 }),
          offset,
        }),
        output: z.object({
          notice: z.string().optional(),
          count: z.int(),
          results: z.array(
            z.object({
              source: contestedRow,
              target: contestedRow,
              reason: z.enum(CONTRADICTION_REASONS),
              verdict: z.enum(VERDICTS).optional(),
              date: z.string().optional(),
              author: z.string().optional(),
              context: z.string().optional(),
            }),
          ),
          hint: z.string().optional(),
        }),
        rest: 'call again with offset',
      },
    },
  },
  settleContradiction: {
    summary: 'Say which of two memories holds: the source replaces the target, both hold, or neither does.',
    scope: 'write',
    rate: 'relationship',
    input: SettleContradictionBody,
    output: Settlement,
    errors: ['not_found', 'self_edge_not_allowed', 'duplicate_manual_relationship'],
    doors: {
      http: { at: 'POST /contradictions/settle', status: 201, idempotent: true },
      tool: {
        name: 'contradiction_settle',
        title: 'Settle a contradiction',
        description:
          'Say which of two memories holds: the source replaces the target, both hold, or neither does. Ask the user where you are not sure. What does not hold stays, marked and last; no session starts with it. With retract true the settlement is taken back. Returns what was said.',
        hints: ADDS,
        input: z.object({
          source_id: MemoryRef,
          target_id: MemoryRef,
          verdict: z.enum(VERDICTS),
          context: boundedText({ max: LIMITS.queryLength, notBlank: false }).optional().describe('Why.'),
          retract: z.boolean().default(false).describe('Takes back the settlement.'),
        }),
        output: z.object({
          source_id: z.string(),
          target_id: z.string(),
          verdict: z.enum(VERDICTS),
          is_settled: z.boolean(),
          hint: z.string(),
          ...redactedSecrets,
        }),
      },
    },
  },
  reopenContradiction: {
    summary: 'Take back a settlement: the pair is open again, and both memories are as before.',
    scope: 'write',
    rate: 'relationship',
    errors: ['not_found'],
    doors: { http: 'DELETE /contradictions/{id}' },
  },
});
