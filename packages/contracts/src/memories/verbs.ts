import * as z from 'zod';
import {
  FilePaths,
  Narrative,
  Title,
  boundedText,
  codePointCount,
  fault,
  listsFit,
  text,
} from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { MAY_REPLACE_HEADER, SIMILAR_MEMORIES_HEADER } from '../http/headers.ts';
import type { GivenInTools } from '../given-fields.ts';
import { jobEntries } from '../jobs/jobs.ts';
import { ExploreBody, ExploreReply, PathBody, PathReply, WholeGraphQuery, WholeGraphReply } from './graph.ts';
import {
  BatchDeleteBody,
  BatchDeleteReply,
  FeedbackBody,
  GetMemoryQuery,
  ListedMemory,
  ListMemoriesQuery,
  Memory,
  MemoryDetail,
  MemoryTypeSchema,
  MemoryWithFeedback,
  RelatedQuery,
  RetractFeedbackQuery,
  StoreMemoryBody,
  SUPERSEDES_MAX,
  UpdateMemoryBody,
} from './memory.ts';
import { FilterFields, MIN_SCORE, SearchBody, SearchReply, SearchResult } from './search.ts';
import { MEMORY_TYPES, RELATIONSHIP_TYPES } from '../vocabulary.ts';
import {
  ChangedMemory,
  MemoryList,
  TitleRow,
  count,
  labels,
  memoryType,
  offset,
  query,
  redactedSecrets,
  relationshipTypes,
  unitInterval,
  workspaceId,
  hint,
  identifiers,
  notice,
} from '../tools/shapes.ts';
import { ADDS, REPLACES, SETTLES } from '../tools/tool-door.ts';
import { noun } from '../verb.ts';

/** How `memory_search` ranks; packages/service/src/doors/mcp/README.md says what each does. */
const SEARCH_PROFILES = ['default', 'exact', 'exploration', 'recency', 'file-scoped'] as const;
export type SearchProfile = (typeof SEARCH_PROFILES)[number];

/** The narrative that `memory_store` keeps: the content, below its short version when there is one. */
export const narrativeOf = ({
  summary,
  content,
}: {
  summary?: string | undefined;
  content: string;
}): string => (summary === undefined ? content : `${summary}\n\n${content}`);

/** Fields of a memory that a person may give, under the names of `memory_store`. */
const givenInput = {
  title: Title.optional(),
  content: Narrative.optional(),
  tags: labels.optional(),
  concepts: labels.optional(),
  files: FilePaths.optional(),
  importance: unitInterval.optional(),
  confidence: unitInterval.optional(),
};

/** The same as an answer gives them back. */
const givenOutput = {
  title: z.string().optional(),
  content: z.string().optional(),
  tags: z.array(z.string()).optional(),
  concepts: z.array(z.string()).optional(),
  files: z.array(z.string()).optional(),
  importance: z.number().optional(),
  confidence: z.number().optional(),
} satisfies Record<keyof GivenInTools, unknown> & Record<string, unknown>;

export const memories = noun('memories', 'Memories', {
  storeMemory: {
    summary: 'Store a memory; embedding and discovery follow in the background.',
    scope: 'write',
    input: StoreMemoryBody,
    output: Memory,
    errors: ['not_found'],
    sends: ['generateEmbedding'],
    uses: ['embedding'],
    doors: {
      http: {
        at: 'POST /memories/store',
        status: 201,
        idempotent: true,
        specified: true,
        headers: {
          request: { Prefer: 'Extension: `similar-memories` asks for the two headers of the answer.' },
          response: {
            [SIMILAR_MEMORIES_HEADER]: 'Extension: identifiers of memories that say nearly the same.',
            [MAY_REPLACE_HEADER]: 'Extension: identifiers of older memories that it may replace.',
          },
        },
      },
      tool: {
        name: 'memory_store',
        title: 'Store a memory',
        core: true,
        description:
          'Keep one thing worth knowing in later sessions: a decision with its reason, a convention, a root cause. Write it to be understood alone. Not for secrets, task lists or what the code already says. Name what it replaces in supersedes. Returns its identifier, and what says nearly the same or may be replaced; it refuses neither.',
        hints: ADDS,
        input: z
          .object({
            title: Title.describe('One line that says the point.'),
            memory_type: memoryType,
            content: Narrative.describe('What, why, and how to apply it.'),
            ...workspaceId,
            summary: boundedText({ max: 2_000 })
              .optional()
              .describe('A short version, kept above the content.'),
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
              .describe(
                'From session_start, so that the session knows of it; the one you have open without it.',
              ),
            project_name: boundedText({ max: 255 })
              .optional()
              .describe('Default: the project of the session.'),
            branch_name: boundedText({ max: 255 }).optional().describe('Default: the branch of the session.'),
            commit: boundedText({ max: 255 }).optional().describe('Commit that it is about.'),
          })
          .refine((texts) => codePointCount(narrativeOf(texts)) <= LIMITS.narrativeLength, {
            ...fault(
              'string_too_long',
              `summary and content together should have at most ${LIMITS.narrativeLength} characters`,
            ),
            path: ['content'],
          })
          .refine(
            ({ files: source_files, ...lists }) => listsFit[0]({ ...lists, source_files }),
            listsFit[1],
          ),
        output: ChangedMemory.extend(redactedSecrets),
      },
    },
  },
  listMemories: {
    summary: 'List memories, by default the most important first.',
    scope: 'read',
    input: ListMemoriesQuery,
    output: z.array(Memory),
    doors: { http: { at: 'GET /memories/', specified: true } },
  },
  getMemory: {
    summary: 'One memory with its feedback counts and relationships.',
    scope: 'read',
    input: GetMemoryQuery,
    output: MemoryDetail,
    errors: ['not_found'],
    doors: {
      http: { at: 'GET /memories/{ref}', specified: true },
      tool: {
        name: 'memory_get_detail',
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
        output: z.object({
          ...notice,
          ...identifiers,
          title: z.string(),
          memory_type: memoryType,
          date: z.string(),
          updated: z.string().optional(),
          author: z.string().optional(),
          project: z.string().optional(),
          branch: z.string().optional(),
          commit: z.string().optional(),
          files: z.array(z.string()).optional(),
          tags: z.array(z.string()).optional(),
          concepts: z.array(z.string()).optional(),
          session_id: z.string().optional(),
          said_by: z.string().optional(),
          importance: z.number(),
          confidence: z.number(),
          note: z.string().optional(),
          code: z.string().optional(),
          content: z.string(),
          more_characters: z.int().optional(),
          useful_count: z.int().optional(),
          not_useful_count: z.int().optional(),
          relationships: z
            .array(
              z.object({ relationship: z.string(), ...identifiers, title: z.string(), date: z.string() }),
            )
            .optional(),
          more_relationships: z.int().optional(),
          related_memories: z.array(TitleRow).optional(),
          ...hint,
        }),
      },
    },
  },
  updateMemory: {
    summary: 'Change some fields of a memory; a list replaces the whole list.',
    scope: 'write',
    input: UpdateMemoryBody,
    output: Memory,
    errors: ['not_found'],
    sends: ['generateEmbedding'],
    doors: {
      http: { at: 'PATCH /memories/{ref}', specified: true },
      tool: {
        name: 'memory_update',
        title: 'Change a memory',
        description:
          'Change some fields of a memory that is right but stale or badly worded; a list replaces the whole list. For a new decision that replaces an old one use memory_store with supersedes: history stays. Returns what stood there before, with which another call takes the change back.',
        hints: { ...SETTLES, destructiveHint: true },
        takesMemory: true,
        input: z.object(givenInput),
        output: ChangedMemory.extend({ was: z.object(givenOutput), ...redactedSecrets }),
      },
    },
  },
  deleteMemory: {
    summary: 'Delete a memory and its relationships. For 30 days the change can be undone.',
    scope: 'write',
    errors: ['not_found'],
    doors: {
      http: { at: 'DELETE /memories/{ref}', specified: true },
      tool: {
        name: 'memory_delete',
        title: 'Delete a memory',
        description:
          'Delete a memory with its relationships: one that was stored by mistake or holds what must not be kept. What is only outdated should be superseded instead. Returns all that memory_store needs to bring it back, under a new identifier.',
        hints: { ...REPLACES, idempotentHint: false },
        takesMemory: true,
        input: z.object({}),
        output: z.object({
          notice: z.string().optional(),
          deleted: z.object({ ...givenOutput, memory_type: memoryType, session_id: z.string().optional() }),
          hint: z.string(),
        }),
      },
    },
  },
  batchDeleteMemories: {
    summary: 'Delete up to 100 memories; those not found are passed over.',
    scope: 'write',
    input: BatchDeleteBody,
    output: BatchDeleteReply,
    doors: { http: { at: 'POST /memories/batch-delete', specified: true } },
  },
  listRelatedMemories: {
    summary: 'Memories near in meaning, by cosine similarity of the embeddings.',
    scope: 'read',
    input: RelatedQuery,
    output: z.array(SearchResult),
    errors: ['not_found'],
    doors: {
      http: { at: 'GET /memories/{ref}/related', specified: true },
      tool: {
        name: 'memory_get_related',
        title: 'Similar memories',
        description:
          'List memories close in meaning to one you already have, best first. Use to widen from a good hit. The list is empty while the memory has no embedding yet (seconds after storing) or nothing is close enough. For typed links between memories use memory_get_detail or memory_explore.',
        takesMemory: true,
        input: z.object({ limit: count({ max: 50, default: 10 }) }),
        output: MemoryList,
      },
    },
  },
  recordAccess: {
    summary: 'Record that a memory was opened.',
    scope: 'write',
    rate: 'read',
    output: Memory,
    errors: ['not_found'],
    doors: { http: { at: 'POST /memories/{ref}/access', specified: true } },
  },
  recordRetrieval: {
    summary: 'Record that a memory appeared in a search answer.',
    scope: 'write',
    rate: 'read',
    output: Memory,
    errors: ['not_found'],
    doors: { http: { at: 'POST /memories/{ref}/retrieval', specified: true } },
  },
  recordFeedback: {
    summary: 'Say whether a memory was useful.',
    scope: 'write',
    input: FeedbackBody,
    output: MemoryWithFeedback,
    errors: ['not_found'],
    doors: {
      http: { at: 'POST /memories/{ref}/feedback', status: 201, idempotent: true, specified: true },
      tool: {
        name: 'memory_rate',
        title: 'Rate a memory',
        core: true,
        description:
          'Say whether a memory helped. Use after acting on it: true when it was right and saved work, false when it was wrong, outdated or misleading, and say why in context, with the question: there it comes first no more. Not for memories you only saw in a list. Feedback moves its importance over time. Returns its counts.',
        hints: ADDS,
        takesMemory: true,
        input: z.object({
          useful: z.boolean().describe('False: wrong, outdated or misleading.'),
          context: boundedText({ max: LIMITS.queryLength, notBlank: false }).optional().describe('Why.'),
          retract: z.boolean().optional().describe('Take back the last such vote instead.'),
        }),
        output: ChangedMemory.extend(redactedSecrets),
      },
    },
  },
  retractFeedback: {
    summary: 'Take back the last feedback of that kind.',
    scope: 'write',
    input: RetractFeedbackQuery,
    output: MemoryWithFeedback,
    errors: ['not_found'],
    doors: { http: 'DELETE /memories/{ref}/feedback' },
  },
  searchMemories: {
    summary: 'Search by keyword and meaning.',
    scope: 'write',
    rate: 'read',
    input: SearchBody,
    output: SearchReply,
    uses: ['embedding', 'reranking'],
    doors: {
      http: { at: 'POST /memories/search', tag: 'Search', specified: true },
      tool: {
        name: 'memory_search',
        title: 'Search memories',
        core: true,
        description:
          'Find what the team already knows: decisions, conventions, past incidents, patterns. Use before designing, changing or debugging anything. Ask in plain words; "quotes" require a phrase, -word excludes. Returns ranked memories, each with the passage that fits, and nothing where none answers; memory_get_detail reads one whole. For one file use memory_by_file; for code symbols use code_search.',
        scope: 'read',
        input: z.object({
          query: query.describe('What you want to know, in plain words.'),
          ...workspaceId,
          memory_types: z.array(memoryType).optional().describe('Any of these types.'),
          tags: z.array(text()).max(LIMITS.listItems).optional().describe('Any of these tags.'),
          tag_prefixes: z
            .array(boundedText({ max: LIMITS.labelLength }))
            .max(LIMITS.listItems)
            .optional()
            .describe('Any tag that begins with one of these.'),
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
          min_score: unitInterval
            .default(MIN_SCORE)
            .describe(
              'Least relevance shown: 0.5 is an even chance that a memory has to do with the question; 0 shows everything.',
            ),
        }),
        output: MemoryList,
        rest: 'narrow the search by memory_types, tags or files',
      },
    },
  },
  getGraph: {
    summary: 'Every memory and relationship of the workspace.',
    scope: 'read',
    input: WholeGraphQuery,
    output: WholeGraphReply,
    errors: ['graph_too_large'],
    doors: { http: { at: 'GET /memories/graph', tag: 'Graph', specified: true } },
  },
  exploreGraph: {
    summary: 'The neighbourhood of the memories that match a query.',
    scope: 'write',
    rate: 'read',
    input: ExploreBody,
    output: ExploreReply,
    uses: ['embedding'],
    doors: {
      http: { at: 'POST /memories/explore', tag: 'Graph', specified: true },
      tool: {
        name: 'memory_explore',
        title: 'Explore the graph',
        description:
          'See how knowledge hangs together: memories that match the query (seeds) and what is linked to them, as titles and typed links, without texts. Use for causes, dependencies and what replaced what; read one with memory_get_detail. For plain answers use memory_search.',
        scope: 'read',
        input: z.object({
          query,
          max_nodes: count({ max: 200, default: 50 }),
          relationship_types: relationshipTypes.optional().describe('Follow these only.'),
          min_edge_confidence: unitInterval.default(0),
          seed_limit: count({ max: 50, default: 5 }).describe('Matches to start from.'),
        }),
        output: z.object({
          ...notice,
          count: z.int(),
          results: z.array(
            z.object({
              ...TitleRow.shape,
              is_seed: z.literal(true).optional(),
              note: z.string().optional().describe('What replaced it.'),
              code: z.string().optional(),
              relationships: z.array(z.string()).optional(),
            }),
          ),
          more_relationships: z.int().optional(),
          ...hint,
        }),
        rest: 'ask for fewer max_nodes',
      },
    },
  },
  findPath: {
    summary: 'The shortest path between two memories.',
    scope: 'write',
    rate: 'read',
    input: PathBody,
    output: PathReply,
    errors: ['not_found'],
    doors: { http: { at: 'POST /memories/path', tag: 'Graph', specified: true } },
  },
  getTimeline: {
    scope: 'read',
    doors: {
      tool: {
        name: 'memory_get_timeline',
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
    },
  },
  getIndex: {
    scope: 'read',
    doors: {
      tool: {
        name: 'memory_get_index',
        title: 'Index of memories',
        description:
          'List identifiers, titles and types of the most important memories, without their text. Use for a cheap overview of what a workspace holds before deciding what to read; read one with memory_get_detail. To find something specific, use memory_search.',
        input: z.object({ ...workspaceId, limit: count({ max: 500, default: 50 }), offset }),
        output: z.object({
          ...notice,
          count: z.int(),
          results: z.array(
            TitleRow.extend({
              note: z.string().optional().describe('What replaced it.'),
              code: z.string().optional().describe('What became of its code.'),
            }),
          ),
          ...hint,
        }),
      },
    },
  },
  listMemoriesByFile: {
    scope: 'read',
    doors: {
      tool: {
        name: 'memory_by_file',
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
    },
  },
  getInsight: {
    scope: 'read',
    doors: {
      tool: {
        name: 'workspace_insight',
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
    },
  },
  outlineGraph: {
    summary: 'A page of the graph of a workspace, as little of each memory as a picture needs.',
    scope: 'read',
    input: z.object({
      /** `next` of the page before. */
      after: z
        .string()
        .regex(/^(?:nodes|edges):[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/u)
        .nullable()
        .default(null),
      leastConfidence: z.number().min(0).max(1).default(0),
    }),
    output: z.object({
      nodes: z.array(
        z.tuple([z.string(), z.string(), MemoryTypeSchema, z.number(), z.string().nullable(), z.number()]),
      ),
      edges: z.array(z.tuple([z.string(), z.string(), z.string(), z.number()])),
      next: z.string().nullable(),
    }),
    doors: { operator: { of: 'workspace', console: true } },
  },
  describeMemories: {
    summary: 'What lists show beside the texts of memories: person, project, branch and state of the code.',
    scope: 'read',
    input: z.object({ ids: z.array(z.uuid()).max(200) }),
    output: z.object({
      memories: z.array(
        z.object({
          id: z.string(),
          person: z.string().nullable(),
          project: z.string().nullable(),
          branch: z.string().nullable(),
          code: z.string().nullable(),
          document: z
            .object({ id: z.string(), title: z.string(), place: z.int(), count: z.int() })
            .nullable(),
        }),
      ),
    }),
    doors: { operator: { of: 'workspace', console: true } },
  },
  listPruningCandidates: {
    summary: 'A page of the memories that pruning would delete, whole.',
    scope: 'read',
    input: z.object({ after: z.uuid().nullable().default(null) }),
    output: z.object({
      /** With their relationships, since those go with them: more than is named here. */
      memories: z.array(z.looseObject({ id: z.string(), title: z.string(), importance_score: z.number() })),
      /** The entry before the next page; null when there is none. */
      next: z.string().nullable(),
    }),
    doors: { operator: { of: 'workspace', console: true } },
  },
  prune: {
    summary: 'Delete those of the memories that still are candidates for pruning.',
    scope: 'operator',
    input: z.object({ ids: z.array(z.uuid()).max(500) }),
    output: z.object({ deleted: z.int() }),
    doors: { operator: { of: 'workspace' } },
  },
  listAnswers: {
    summary: 'Which memories answer a question, by the gate of `memory_search`.',
    scope: 'read',
    input: z.object({ query, ...FilterFields.shape }),
    output: z.object({ answers: z.array(z.string()) }),
    doors: { operator: { of: 'workspace', console: true } },
  },
  listAttention: {
    summary:
      'What a person may want to settle: near-duplicates, memories that nobody asked for, what failed.',
    scope: 'read',
    input: z.object({ unusedDays: z.int().min(1).max(3_650).default(30) }),
    output: z.object({
      duplicates: z.array(
        z.object({
          source: ListedMemory.extend({ narrative: z.string() }),
          target: ListedMemory.extend({ narrative: z.string() }),
          likeness: z.number(),
        }),
      ),
      /** With when each arrived in the workspace: what is imported bears an earlier date. */
      unused: z.array(ListedMemory.extend({ narrative: z.string(), arrived_at: z.string() })),
      uploads: z.array(
        z.object({
          id: z.string(),
          failure: z.string(),
          state: z.enum(['failed', 'expired']),
          error_count: z.int(),
          created_at: z.string(),
        }),
      ),
      work: z.array(
        z.object({
          job: z.string(),
          work: z.string(),
          attempts: z.int(),
          last_error: z.string().nullable(),
          at: z.string(),
        }),
      ),
    }),
    doors: { operator: { of: 'workspace', console: true } },
  },
  settleFailure: {
    summary: 'Say that a failed upload or work that was given up was seen, or take that back.',
    scope: 'write',
    input: z.object({
      failure: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('upload'), id: z.uuid() }),
        z.object({
          kind: z.literal('work'),
          job: z.enum(jobEntries.map(([job]) => job)),
          work: z.string(),
        }),
      ]),
      settled: z.boolean(),
    }),
    output: z.object({ settled: z.boolean() }),
    doors: { operator: { of: 'workspace', console: true } },
  },
});
