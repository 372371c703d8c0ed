import * as z from 'zod';
import {
  boundedText,
  codePointCount,
  FilePaths,
  LIMITS,
  LISTS_TOO_LONG,
  listsBytes,
  Narrative,
  text,
  Title,
} from '../fields.ts';
import { MEMORY_TYPES, RELATIONSHIP_TYPES } from '../vocabulary.ts';
import {
  ChangedMemory,
  MemoryGraph,
  MemoryList,
  redactedSecrets,
  TitleList,
  WholeMemory,
} from './answers.ts';
import {
  count,
  labels,
  offset,
  memoryType,
  query,
  relationshipTypes,
  unitInterval,
  workspaceId,
} from './fields.ts';
import { ADDS, BOTH, READS, type ToolRow } from './tool.ts';

/** How `memory_search` ranks; packages/service/src/doors/mcp/README.md says what each does. */
const SEARCH_PROFILES = ['default', 'exact', 'exploration', 'recency', 'file-scoped'] as const;
export type SearchProfile = (typeof SEARCH_PROFILES)[number];

/** Each declares a relationship, of which a workspace may have ten for each memory. */
const SUPERSEDES_MAX = 10;

const prefixes = z.array(boundedText({ max: LIMITS.labelLength })).max(LIMITS.listItems);

/** The narrative that `memory_store` keeps: the content, below its short version when there is one. */
export const narrativeOf = ({
  summary,
  content,
}: {
  summary?: string | undefined;
  content: string;
}): string => (summary === undefined ? content : `${summary}\n\n${content}`);

const reading = { transports: BOTH, scope: 'read', rate: 'read', hints: READS } as const;
const writing = { transports: BOTH, scope: 'write', rate: 'write', hints: ADDS } as const;

export const memoryTools = {
  memory_search: {
    ...reading,
    title: 'Search memories',
    core: true,
    description:
      'Find what the team already knows: decisions, conventions, past incidents, patterns. Use before designing, changing or debugging anything. Ask in plain words; "quotes" require a phrase, -word excludes. Returns ranked memories, each with the passage that fits, and how many irrelevant ones were suppressed; memory_get_detail reads one whole. For one file use memory_by_file; for code symbols use code_search.',
    input: z.object({
      query: query.describe('What you want to know, in plain words.'),
      ...workspaceId,
      memory_types: z.array(memoryType).optional().describe('Any of these types.'),
      tags: z.array(text()).max(LIMITS.listItems).optional().describe('Any of these tags.'),
      tag_prefixes: prefixes.optional().describe('Any tag that begins with one of these.'),
      files: FilePaths.optional().describe('Any of these source file paths.'),
      min_importance: unitInterval.optional(),
      min_confidence: unitInterval.optional(),
      limit: count({ max: 100, default: 5 }),
      search_profile: z
        .enum(SEARCH_PROFILES)
        .default('default')
        .describe(
          'exact: words only; exploration: one of each topic first; recency: newer first; file-scoped: files named in the query first.',
        ),
      min_score: unitInterval.default(0.15).describe('Least relevance shown; 0 shows everything.'),
    }),
    output: MemoryList,
    rest: 'narrow the search by memory_types, tags or files',
  },
  memory_get_detail: {
    ...reading,
    title: 'Read one memory',
    core: true,
    description:
      'Read one memory in full, with its relationships, ratings and up to 5 similar memories. Use when a search or index result looks relevant and its whole text or its links matter. Needs an identifier from an earlier answer; it does not search.',
    takesMemory: true,
    input: z.object({
      include_related: z.boolean().default(true),
      from: z
        .int()
        .min(0)
        .max(LIMITS.narrativeLength)
        .default(0)
        .describe('Character to go on from in a long text.'),
    }),
    output: WholeMemory,
  },
  memory_get_timeline: {
    ...reading,
    title: 'Recent memories',
    description:
      'List memories stored in the last days, newest first, with how each begins. Use to catch up after time away or to see what colleagues and agents learned recently. For a topic use memory_search instead.',
    input: z.object({
      ...workspaceId,
      days: count({ max: 3_650, default: 7 }).describe('How far back.'),
      limit: count({ max: 200, default: 30 }),
      offset,
    }),
    output: MemoryList,
  },
  memory_get_index: {
    ...reading,
    title: 'Index of memories',
    description:
      'List identifiers, titles and types of the most important memories, without their text. Use for a cheap overview of what a workspace holds before deciding what to read; read one with memory_get_detail. To find something specific, use memory_search.',
    input: z.object({ ...workspaceId, limit: count({ max: 500, default: 50 }), offset }),
    output: TitleList,
  },
  memory_get_related: {
    ...reading,
    title: 'Similar memories',
    description:
      'List memories close in meaning to one you already have, best first. Use to widen from a good hit. The list is empty while the memory has no embedding yet (seconds after storing) or nothing is close enough. For typed links between memories use memory_get_detail or memory_explore.',
    takesMemory: true,
    input: z.object({ limit: count({ max: 50, default: 10 }) }),
    output: MemoryList,
  },
  memory_by_file: {
    ...reading,
    title: 'Memories of a file',
    core: true,
    description:
      'List the memories that name one source file. Use before editing a file. Give its path or a part of it: whole paths match first, then endings, then any part, such as a directory. For questions that are not tied to a file use memory_search.',
    input: z.object({
      file_path: boundedText({ max: LIMITS.filePathBytes }).describe('A path, or a part of one.'),
      ...workspaceId,
      limit: count({ max: 100, default: 20 }),
      offset,
    }),
    output: MemoryList,
  },
  memory_store: {
    ...writing,
    title: 'Store a memory',
    core: true,
    description:
      'Keep one thing worth knowing in later sessions: a decision with its reason, a convention, a root cause. Write it to be understood alone. Not for secrets, task lists or what the code already says. Name what it replaces in supersedes. Returns its identifier, and what says nearly the same or may be replaced; it refuses neither.',
    input: z
      .object({
        title: Title.describe('One line that says the point.'),
        memory_type: memoryType,
        content: Narrative.describe('What, why, and how to apply it.'),
        ...workspaceId,
        summary: boundedText({ max: 2_000 }).optional().describe('A short version, kept above the content.'),
        concepts: labels.default([]).describe('Topics that link memories.'),
        tags: labels.default([]),
        files: FilePaths.default([]).describe('Source files concerned, relative to the repository.'),
        importance: unitInterval.default(0.7).describe('1 is what everybody must know.'),
        confidence: unitInterval.default(0.8).describe('1 is proven.'),
        supersedes: z
          .array(text())
          .max(SUPERSEDES_MAX)
          .default([])
          .describe('Identifiers of memories that this one replaces.'),
        session_id: text()
          .optional()
          .describe('From session_start, so that the session knows of it; the one you have open without it.'),
        project_name: boundedText({ max: 255 }).optional().describe('Default: the project of the session.'),
        branch_name: boundedText({ max: 255 }).optional().describe('Default: the branch of the session.'),
        commit: boundedText({ max: 255 }).optional().describe('Commit that it is about.'),
      })
      .superRefine(({ tags, concepts, files, ...texts }, context) => {
        if (codePointCount(narrativeOf(texts)) > LIMITS.narrativeLength)
          context.addIssue({
            code: 'custom',
            path: ['content'],
            message: `summary and content together should have at most ${LIMITS.narrativeLength} characters`,
            params: { type: 'string_too_long' },
          });
        if (listsBytes({ tags, concepts, source_files: files }) > LIMITS.listsBytes)
          context.addIssue({ code: 'custom', message: LISTS_TOO_LONG, params: { type: 'too_long' } });
      }),
    output: ChangedMemory.extend(redactedSecrets),
  },
  memory_rate: {
    ...writing,
    title: 'Rate a memory',
    core: true,
    description:
      'Say whether a memory helped. Use after acting on it: true when it was right and saved work, false when it was wrong, outdated or misleading, and say why in context. Not for memories you only saw in a list. Feedback moves its importance over time. Returns its counts.',
    takesMemory: true,
    input: z.object({
      useful: z.boolean().describe('False: wrong, outdated or misleading.'),
      context: boundedText({ max: LIMITS.queryLength, notBlank: false }).optional().describe('Why.'),
      retract: z.boolean().optional().describe('Take back the last such vote instead.'),
    }),
    output: ChangedMemory.extend(redactedSecrets),
  },
  memory_explore: {
    ...reading,
    title: 'Explore the graph',
    description:
      'See how knowledge hangs together: memories that match the query (seeds) and what is linked to them, as titles and typed links, without texts. Use for causes, dependencies and what replaced what; read one with memory_get_detail. For plain answers use memory_search.',
    input: z.object({
      query,
      max_nodes: count({ max: 200, default: 50 }),
      relationship_types: relationshipTypes.optional().describe('Follow these only.'),
      min_edge_confidence: unitInterval.default(0),
      seed_limit: count({ max: 50, default: 5 }).describe('Matches to start from.'),
    }),
    output: MemoryGraph,
    rest: 'ask for fewer max_nodes',
  },
  workspace_insight: {
    ...reading,
    title: 'Workspace statistics',
    description:
      'Count what the workspace holds: memories by type, relationships by type, observations waiting to be processed, and when memory was last added or linked. Use to judge how much is known and whether background work keeps up. It returns numbers and times only; for titles use memory_get_index.',
    input: z.object(workspaceId),
    output: z.object({
      workspace_id: z.string(),
      total_memories: z.int(),
      memory_counts: z.object(Object.fromEntries(MEMORY_TYPES.map((type) => [type, z.int()]))),
      total_relationships: z.int(),
      relationship_counts: z.array(
        z.object({ relationship_type: z.enum(RELATIONSHIP_TYPES), count: z.int() }),
      ),
      pending_observations: z.int(),
      last_memory_added_at: z.string().nullable(),
      last_discovery_run_at: z.string().nullable(),
    }),
  },
} as const satisfies Record<string, ToolRow>;
