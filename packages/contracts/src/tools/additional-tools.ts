import * as z from 'zod';
import { Origin, Source } from '../documents.ts';
import { boundedText, FilePaths, LIMITS, MemoryRef, Narrative, text, Title } from '../fields.ts';
import { CONTRADICTION_REASONS, CONTRADICTION_STATES, VERDICTS } from '../contradictions.ts';
import { GROUND_SETTLEMENTS, GROUND_STATES } from '../grounds.ts';
import type { GivenInTools } from '../given-fields.ts';
import { GlossaryTerms } from '../glossary.ts';
import { MANUAL_RELATIONSHIP_TYPES } from '../vocabulary.ts';
import { ChangedMemory, redactedSecrets, SymbolList, TitleRow } from './answers.ts';
import { count, labels, memoryType, offset, unitInterval } from './fields.ts';
import { ADDS, BOTH, READS, REPLACES, SETTLES, STDIO_ONLY, type ToolRow } from './tool.ts';

const writing = { transports: BOTH, scope: 'write', rate: 'write' } as const;

/** What a memory holds that a person may give, under the names of `memory_store`. */
const fields = {
  title: Title.optional(),
  content: Narrative.optional(),
  tags: labels.optional(),
  concepts: labels.optional(),
  files: FilePaths.optional(),
  importance: unitInterval.optional(),
  confidence: unitInterval.optional(),
};

/** The same as an answer gives them back. */
const given = {
  title: z.string().optional(),
  content: z.string().optional(),
  tags: z.array(z.string()).optional(),
  concepts: z.array(z.string()).optional(),
  files: z.array(z.string()).optional(),
  importance: z.number().optional(),
  confidence: z.number().optional(),
} satisfies Record<keyof GivenInTools, unknown> & Record<string, unknown>;

/** One of two memories that contradict. */
const ContestedRow = TitleRow.extend({ date: z.string(), passage: z.string() });

/** How something remembered stands to a change of code: the most telling first. */
export const IMPACT_KINDS = [
  'gone',
  'changed',
  'caller',
  'convention',
  'file',
  'contradiction',
  'reference',
] as const;

/** The verbs that the 28 tools lack; a client gets them by the profile `additional` (decision 47). Each has a way back. */
export const additionalTools = {
  memory_update: {
    ...writing,
    title: 'Change a memory',
    description:
      'Change some fields of a memory that is right but stale or badly worded; a list replaces the whole list. For a new decision that replaces an old one use memory_store with supersedes: history stays. Returns what stood there before, with which another call takes the change back.',
    hints: { ...SETTLES, destructiveHint: true },
    takesMemory: true,
    input: z.object(fields),
    output: ChangedMemory.extend({ was: z.object(given), ...redactedSecrets }),
  },
  memory_delete: {
    ...writing,
    title: 'Delete a memory',
    description:
      'Delete a memory with its relationships: one that was stored by mistake or holds what must not be kept. What is only outdated should be superseded instead. Returns all that memory_store needs to bring it back, under a new identifier.',
    hints: { ...REPLACES, idempotentHint: false },
    takesMemory: true,
    input: z.object({}),
    output: z.object({
      notice: z.string().optional(),
      deleted: z.object({ ...given, memory_type: memoryType, session_id: z.string().optional() }),
      hint: z.string(),
    }),
  },
  memory_relate: {
    ...writing,
    rate: 'relationship',
    title: 'Relate two memories',
    description:
      'Declare how two memories stand to each other: source supersedes target, depends on it, or both hold and are related. Use when an answer says that something may be replaced. With retract true the declaration is taken back. Returns the relationship.',
    hints: ADDS,
    input: z.object({
      source_id: MemoryRef,
      target_id: MemoryRef,
      relationship_type: z.enum(MANUAL_RELATIONSHIP_TYPES),
      context: boundedText({ max: LIMITS.queryLength, notBlank: false }).optional().describe('Why.'),
      retract: z.boolean().default(false).describe('Retracts the declared relationship.'),
    }),
    output: z.object({
      source_id: z.string(),
      target_id: z.string(),
      relationship_type: z.string(),
      is_declared: z.boolean(),
      hint: z.string(),
      ...redactedSecrets,
    }),
  },
  contradiction_list: {
    transports: BOTH,
    scope: 'read',
    rate: 'read',
    title: 'List contradictions',
    description:
      'List pairs of memories of which perhaps only one holds: a later decision or convention that looks like a new version (the source), or what a model calls contradictory. With state settled, what was said of such pairs. Settle them by contradiction_settle; to find memories use memory_search.',
    hints: READS,
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
          source: ContestedRow,
          target: ContestedRow,
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
  contradiction_settle: {
    ...writing,
    rate: 'relationship',
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
  ground_list: {
    transports: BOTH,
    scope: 'read',
    rate: 'read',
    title: 'List memories whose code changed',
    description:
      'List memories that may be stale because the code they are about changed or is gone, the most recalled first, each with what became of it. Settle them by ground_settle after looking at the code. With state asked, the few that last night chose; settled, what was said of such.',
    hints: READS,
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
  ground_settle: {
    ...writing,
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
  glossary_list: {
    transports: BOTH,
    scope: 'read',
    rate: 'read',
    title: 'List the glossary',
    description:
      "List the workspace's own groups of words that mean the same, by which searches find synonyms. Use before glossary_add, or to learn how the team calls things.",
    hints: READS,
    input: z.object({ limit: count({ max: 200, default: 100 }), offset }),
    output: z.object({
      notice: z.string().optional(),
      count: z.int(),
      results: z.array(
        z.object({ terms: z.array(z.string()), author: z.string().optional(), date: z.string() }),
      ),
      hint: z.string().optional(),
    }),
    rest: 'call again with offset',
  },
  glossary_add: {
    ...writing,
    title: 'Add to the glossary',
    description:
      "Say which words mean the same in this workspace, such as a product's code name and its real one: searches for one find the others from now on. Use when a search missed a memory that says it in other words. With retract true the group is taken back.",
    hints: { ...ADDS, destructiveHint: true },
    input: z.object({
      terms: GlossaryTerms.describe('Two to eight words or short phrases.'),
      retract: z.boolean().default(false).describe('Removes the group of these words.'),
    }),
    output: z.object({ terms: z.array(z.string()), hint: z.string(), ...redactedSecrets }),
  },
  session_observe: {
    ...writing,
    rate: 'observation',
    title: 'Record an observation',
    description:
      'Note what happened in a session: what was asked, tried, found or decided, in a sentence or two. Memories and the summary are drawn from such notes when the session ends; nothing is shown of them before. For what is worth keeping for certain use memory_store. With retract true it is taken back.',
    hints: { ...ADDS, destructiveHint: true },
    input: z.object({
      session_id: text().describe('From session_start.'),
      content: boundedText({ max: 10_000 }),
      kind: boundedText({ max: LIMITS.labelLength })
        .optional()
        .describe('The kind of observation, such as decision, error or test.'),
      files: z.array(text()).max(20).default([]),
      retract: z.boolean().default(false).describe('Takes back what was noted in these words.'),
    }),
    output: z.object({
      session_id: z.string(),
      accepted: z.int(),
      drawn_memories: z.array(z.string()).optional().describe('Drawn from what was taken back; they stay.'),
      hint: z.string(),
      ...redactedSecrets,
    }),
  },
  document_list: {
    transports: BOTH,
    scope: 'read',
    rate: 'read',
    title: 'List documents',
    description:
      'List what was ingested, the newest first, with where it comes from and how many memories it has. Use before document_delete, or to see whether a page is there; to find what documents say use memory_search.',
    hints: READS,
    input: z.object({
      origin: Origin.optional().describe('Only of this repository or folder.'),
      under: Source.optional().describe('Only below this folder of its origin.'),
      limit: count({ max: 100, default: 50 }),
      offset,
    }),
    output: z.object({
      notice: z.string().optional(),
      count: z.int(),
      results: z.array(
        z.object({
          document_id: z.string(),
          title: z.string(),
          source: z.string().optional(),
          origin: z.string().optional(),
          date: z.string(),
          memories: z.int(),
        }),
      ),
      hint: z.string().optional(),
    }),
    rest: 'call again with offset',
  },
  document_delete: {
    ...writing,
    title: 'Delete a document',
    description:
      'Delete an ingested document with all its memories: one that is gone at its source, or came in by mistake. A page that changed should be ingested again instead. To bring it back, ingest it again; its memories then have new identifiers.',
    hints: { ...REPLACES, idempotentHint: false },
    input: z.object({ document_id: text().describe('From document_list.') }),
    output: z.object({ document_id: z.string(), removed: z.int(), hint: z.string() }),
  },
  code_path: {
    transports: BOTH,
    scope: 'read',
    rate: 'read',
    title: 'Call path between two symbols',
    description:
      'Show the shortest chain of calls by which one symbol reaches another, with the line of each call. Use to see how an entry point comes to a function, or whether a change there can matter here. A class stands for its methods too. For all neighbours use code_navigate.',
    hints: READS,
    input: z.object({
      from: boundedText({ max: LIMITS.queryLength }).describe('A symbol_id, or a name such as Store.save.'),
      to: boundedText({ max: LIMITS.queryLength }).describe('The same, of what is called in the end.'),
    }),
    output: SymbolList,
    rest: 'ask for parts of the chain',
  },
  code_impact: {
    transports: STDIO_ONLY,
    scope: 'read',
    rate: 'read',
    title: 'Impact of a change on what is remembered',
    description:
      'Say what is remembered that a change of code touches: memories whose symbols changed or are gone, decisions about their callers, conventions of its files, documents that name what is gone. Use before a commit or a review; without diff for what is not committed. Settle what is stale by ground_settle.',
    hints: READS,
    input: z.object({
      diff: boundedText({ max: LIMITS.labelLength })
        .default('HEAD')
        .describe('A..B, A...B, or A for the working tree against A.'),
      staged: z.boolean().default(false).describe('Only what is staged, against diff.'),
      project_path: boundedText({ max: LIMITS.queryLength })
        .optional()
        .describe('Absolute path of the repository; else the one that you work in.'),
      limit: count({ max: 50, default: 10 }),
    }),
    output: z.object({
      notice: z.string().optional(),
      count: z.int(),
      results: z.array(
        TitleRow.partial().extend({
          kind: z.enum(IMPACT_KINDS),
          reason: z.string(),
          path: z.string().optional(),
          line: z.int().optional(),
          date: z.string().optional(),
        }),
      ),
      hint: z.string().optional(),
    }),
    rest: 'ask for a smaller diff, or raise limit',
  },
} as const satisfies Record<string, ToolRow>;
