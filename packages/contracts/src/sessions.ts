import * as z from 'zod';
import { ShownAnchor } from './anchors.ts';
import {
  component,
  boundedText,
  normalizeFilePath,
  pageQuery,
  queryBoolean,
  queryInteger,
  text,
  Timestamp,
  TimestampInput,
  UnitInterval,
} from './fields.ts';
import { LIMITS } from './limits.ts';
import { MemoryTypeSchema, ListedMemory } from './memories/memory.ts';
import { count, hint, redactedSecrets, workspaceId } from './tools/shapes.ts';
import { ADDS, SETTLES } from './tools/tool-door.ts';
import { noun } from './verb.ts';
import { SPEAKERS } from './vocabulary.ts';

const METADATA_BYTES = 32 * 1_024;
const METADATA_DEPTH = 32;

/** Whether a value has more than `METADATA_DEPTH` levels; level by level, since a hostile one has hundreds of thousands. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= METADATA_DEPTH; depth += 1) {
    level = level.filter((item) => typeof item === 'object' && item !== null);
    if (level.length === 0) return false;
    level = level.flatMap((item) => Object.values(item as object));
  }
  return true;
}

function hasUnstorableText(json: string): boolean {
  // JSON.stringify writes NUL and lone surrogates as escapes; an escaped backslash before them is plain text.
  return /(?<!\\)(?:\\\\)*\\u(?:0000|d[89ab][0-9a-f]{2}|d[c-f][0-9a-f]{2})/iu.test(json);
}

/** A JSON object of the caller's own, at most 32 KiB and 32 levels (decision 38). */
export const SessionMetadata = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const issue = (message: string, type: string) =>
    context.addIssue({ code: 'custom', message, params: { type } });
  if (isTooDeep(value)) return issue(`Object should have at most ${METADATA_DEPTH} levels`, 'too_long');
  const json = JSON.stringify(value);
  if (Buffer.byteLength(json) > METADATA_BYTES)
    return issue(`Object should have at most ${METADATA_BYTES} bytes of JSON`, 'too_long');
  if (hasUnstorableText(json)) issue('Text must not contain NUL or lone surrogates', 'string_unicode');
});

/** Summaries are read whole with their session, so one fits a row of the Data API. */
export const SessionSummary = boundedText({ max: 10_000, notBlank: false });

export const StartSessionBody = component('StartSessionBody', {
  session_id: boundedText({ max: LIMITS.sessionIdLength }),
  project_name: boundedText({ max: LIMITS.labelLength, notBlank: false }).default(''),
  branch_name: boundedText({ max: LIMITS.labelLength, notBlank: false }).default(''),
  user_id: boundedText({ max: LIMITS.userIdLength, notBlank: false }).nullable().default(null),
  user_email: boundedText({ max: LIMITS.userEmailLength, notBlank: false }).nullable().default(null),
  metadata: SessionMetadata.default({}),
  started_at: TimestampInput.nullable()
    .default(null)
    .describe('Extension: when it began, where it is told later; what is drawn from it has its dates.'),
});
export type StartSessionBody = z.output<typeof StartSessionBody>;

export const EndSessionBody = z
  .object({
    summary: SessionSummary.nullable().default(null),
    ended_at: TimestampInput.nullable()
      .default(null)
      .describe('Extension: when it ended, where it is told later.'),
  })
  .default({ summary: null, ended_at: null })
  .meta({ id: 'EndSessionBody' });
export type EndSessionBody = z.output<typeof EndSessionBody>;

export const UpdateSessionBody = component('UpdateSessionBody', {
  metadata: SessionMetadata.optional(),
  summary: SessionSummary.optional(),
});
export type UpdateSessionBody = z.output<typeof UpdateSessionBody>;

export const Session = component('Session', {
  id: z.uuid(),
  session_id: z.string(),
  workspace_id: z.uuid(),
  project_name: z.string(),
  branch_name: z.string(),
  user_id: z.string().nullable(),
  user_email: z.string().nullable(),
  is_active: z.boolean(),
  started_at: Timestamp,
  ended_at: Timestamp.nullable(),
  summary: z.string().nullable(),
  metadata_json: z.record(z.string(), z.unknown()),
  created_at: Timestamp,
  updated_at: Timestamp.nullable(),
});
export type Session = z.output<typeof Session>;

export const ListSessionsQuery = z.object({
  ...pageQuery({ max: 100, default: 20 }),
  first_prompts: queryBoolean(false).describe(
    'Extension: whether each session tells the beginning of what was asked first.',
  ),
});
export type ListSessionsQuery = z.output<typeof ListSessionsQuery>;

export const ListSessionsReply = component('ListSessionsReply', {
  count: z.int().describe('All sessions of the workspace.'),
  results: z.array(
    Session.pick({
      session_id: true,
      project_name: true,
      branch_name: true,
      is_active: true,
      started_at: true,
      ended_at: true,
      summary: true,
    }).extend({
      first_prompt: z
        .string()
        .nullable()
        .optional()
        .describe(
          'Extension, with `first_prompts` alone; null where no prompt was captured. Without personal data, as drawn memories are.',
        ),
    }),
  ),
});
export type ListSessionsReply = z.output<typeof ListSessionsReply>;

export const SessionContextQuery = z.object({
  max_memories: queryInteger({ min: 1, max: 100, default: 15 }),
});
export type SessionContextQuery = z.output<typeof SessionContextQuery>;

export const SessionContextReply = component('SessionContextReply', {
  session: Session.pick({
    session_id: true,
    project_name: true,
    branch_name: true,
    is_active: true,
    started_at: true,
  }),
  context: z.object({
    recent_memories: z.array(
      z.object({
        id: z.uuid(),
        memory_id: z.string().optional().meta({ form: 'B' }),
        title: z.string(),
        memory_type: MemoryTypeSchema,
        importance_score: UnitInterval,
        narrative: z.string(),
      }),
    ),
    recent_sessions: z.array(Session.pick({ session_id: true, summary: true, ended_at: true })),
    workspace_summary: z.string(),
  }),
});
export type SessionContextReply = z.output<typeof SessionContextReply>;

const OBSERVATIONS_MAX = 500;

const AnyObservation = z
  .unknown()
  .describe(
    '`content`, and where known `kind`, `tool_name`, `files`, `occurred_at`, `event_id`; each is judged by itself.',
  );

/**
 * A list of observations, or one by itself. Any JSON will do as an item: each observation is judged on its own, so that a
 * bad one does not refuse the rest.
 */
export const ObservationsBody = z
  .preprocess(
    (body) => (isSingleObservation(body) ? { observations: [body] } : body),
    z.object({ observations: z.array(AnyObservation).min(1).max(OBSERVATIONS_MAX) }),
  )
  .meta({ id: 'ObservationsBody' });
export type ObservationsBody = z.output<typeof ObservationsBody>;

function isSingleObservation(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'content' in body && !('observations' in body);
}

export const ObservationInput = component('ObservationInput', {
  content: boundedText({ max: 10_000 }),
  kind: boundedText({ max: LIMITS.labelLength }).nullable().default(null),
  tool_name: boundedText({ max: LIMITS.labelLength }).nullable().default(null),
  files: z.array(text().max(LIMITS.filePathBytes).transform(normalizeFilePath)).max(20).default([]),
  occurred_at: TimestampInput.nullable().default(null),
  event_id: boundedText({ max: LIMITS.labelLength }).nullable().default(null),
});
export type ObservationInput = z.output<typeof ObservationInput>;

export const ObservationsReply = component('ObservationsReply', {
  accepted: z.int(),
  duplicates: z.int(),
  rejected: z.int(),
  redacted: z.int().describe('Secrets replaced before anything was stored.'),
  errors: z.array(z.object({ index: z.int(), msg: z.string() })),
});
export type ObservationsReply = z.output<typeof ObservationsReply>;

/** Moments of a session at which its agent can be told something. */
const WANTS = ['start', 'compacted', 'subagent', 'prompt', 'file'] as const;

const symbolNames = () => z.array(text().max(LIMITS.labelLength)).max(200).default([]);

/** An event in an agent's session, and what the agent can be told now. */
export const MomentBody = component('MomentBody', {
  moment_id: boundedText({ max: LIMITS.labelLength }).describe('The same for every delivery of a moment.'),
  at: TimestampInput.nullable().default(null).describe("By the sender's clock."),
  session: StartSessionBody.omit({ session_id: true, started_at: true })
    .prefault({})
    .describe('Opens the session where it is not open.'),
  observations: z.array(AnyObservation).max(OBSERVATIONS_MAX).default([]),
  wants: z.enum(WANTS).nullable().default(null),
  tokens: z
    .int()
    .min(200)
    .max(4_000)
    .nullable()
    .default(null)
    .describe('Most that are told; null: as many as suit the moment.'),
  prompt: boundedText({ max: LIMITS.queryLength, notBlank: false }).default(''),
  file: text()
    .max(LIMITS.filePathBytes)
    .transform(normalizeFilePath)
    .nullable()
    .default(null)
    .describe('That is about to be edited, relative to the project.'),
  edited: z
    .object({ within: symbolNames(), called: symbolNames() })
    .prefault({})
    .describe('Names of symbols that the edit changes, and that its text calls.'),
  unheard: z
    .array(boundedText({ max: LIMITS.labelLength }))
    .max(50)
    .default([])
    .describe('Moments whose answers never arrived: what they told counts as not told.'),
});
export type MomentBody = z.output<typeof MomentBody>;

export const MomentReply = ObservationsReply.extend({
  told: z
    .array(
      z.object({
        text: z.string(),
        memory: z.string().optional().describe('That the line begins.'),
        is_code: z.boolean().optional().describe('How that memory stands to its code.'),
      }),
    )
    .nullable()
    .describe('Lines for the agent, framed as data; null where nothing is worth telling.'),
  anchors: z.array(ShownAnchor).describe('Of the memories that are told.'),
  is_enough: z.boolean().describe('So much was told in this hour that nothing is told now.'),
}).meta({ id: 'MomentReply' });
export type MomentReply = z.output<typeof MomentReply>;

export const ListObservationsQuery = z.object(pageQuery({ max: 500, default: 50 }));
export type ListObservationsQuery = z.output<typeof ListObservationsQuery>;

const Observation = component('Observation', {
  id: z.uuid(),
  session_id: z.string(),
  event_id: z.string().nullable(),
  kind: z.string().nullable(),
  tool_name: z.string().nullable(),
  files: z.array(z.string()),
  content: z.string(),
  occurred_at: Timestamp,
  created_at: Timestamp,
  is_processed: z.boolean(),
});
type Observation = z.output<typeof Observation>;

export const RetractedObservation = component('RetractedObservation', {
  id: z.uuid(),
  drawn_memories: z.array(z.string()).describe('Memories that were drawn from it, which stay: identifiers.'),
});
export type RetractedObservation = z.output<typeof RetractedObservation>;

export const ListObservationsReply = component('ListObservationsReply', {
  count: z.int(),
  results: z.array(Observation),
});
export type ListObservationsReply = z.output<typeof ListObservationsReply>;

const task = boundedText({ max: LIMITS.queryLength })
  .optional()
  .describe('What the session is about: what bears on it stands first.');

export const sessions = noun('sessions', 'Sessions', {
  startSession: {
    summary: 'Start a session.',
    scope: 'write',
    input: StartSessionBody,
    output: Session,
    errors: ['conflict'],
    doors: {
      http: { at: 'POST /sessions/start', status: 201, idempotent: true, specified: true },
      tool: {
        name: 'session_start',
        title: 'Start a session',
        core: true,
        description:
          'Begin a piece of work: opens a session and returns its session_id with a block of what the workspace knows. Call once at the start, before other tools, and keep the session_id for session_end. To see the context again, use session_get_context.',
        hints: ADDS,
        input: z.object({
          ...workspaceId,
          project_path: boundedText({ max: LIMITS.filePathBytes })
            .optional()
            .describe('Folder you work in; its last part becomes the project name.'),
          project_name: boundedText({ max: LIMITS.labelLength })
            .optional()
            .describe('Instead of the folder name.'),
          branch_name: boundedText({ max: LIMITS.labelLength }).optional(),
          task: task,
        }),
        output: z
          .object({
            session_id: z.string(),
            started_at: z.string(),
            is_active: z.boolean(),
            project_name: z.string().optional(),
            branch_name: z.string().optional(),
            context_block: z.string().describe('What the workspace knows, as text.'),
            ...hint,
          })
          .extend(redactedSecrets),
      },
    },
  },
  endSession: {
    summary: 'End a session; its summary and memories follow in the background.',
    scope: 'write',
    input: EndSessionBody,
    output: Session,
    errors: ['not_found'],
    sends: ['generateSessionSummary'],
    doors: {
      http: { at: 'POST /sessions/{session_id}/end', specified: true },
      tool: {
        name: 'session_end',
        title: 'End a session',
        core: true,
        description:
          'Close the session that session_start opened, when the work is done or handed over, not between steps. Memories and a summary are drawn from its observations in the background; give a summary to set your own. Calling it twice does no harm. Returns the session.',
        hints: SETTLES,
        input: z.object({
          session_id: text().describe('From session_start.'),
          summary: boundedText({ max: LIMITS.narrativeLength })
            .optional()
            .describe('What was done, decided and left open.'),
        }),
        output: z
          .object({
            session_id: z.string(),
            is_active: z.boolean(),
            ended_at: z.string(),
            summary: z.string().optional(),
            ...hint,
          })
          .extend(redactedSecrets),
      },
    },
  },
  getSessionContext: {
    summary: 'What is worth knowing at the start of the session.',
    scope: 'read',
    input: SessionContextQuery,
    output: SessionContextReply,
    errors: ['not_found'],
    doors: {
      http: { at: 'GET /sessions/{session_id}/context', specified: true },
      tool: {
        name: 'session_get_context',
        title: 'Context of a session',
        description:
          'Read again what matters at the start of a session: conventions and decisions of its project and branch, what was left open, and what is new since the session before. Use after your context was cut or compacted. For a question use memory_search.',
        input: z.object({
          session_id: text().describe('From session_start.'),
          max_memories: count({ max: 100, default: 10 }),
          task: task,
        }),
        output: z.object({ session_id: z.string(), context_block: z.string() }),
      },
    },
  },
  listSessions: {
    summary: 'List sessions, the latest first.',
    scope: 'read',
    input: ListSessionsQuery,
    output: ListSessionsReply,
    doors: { http: { at: 'GET /sessions/', specified: true } },
  },
  getSession: {
    summary: 'One session.',
    scope: 'read',
    output: Session,
    errors: ['not_found'],
    doors: { http: { at: 'GET /sessions/{session_id}', specified: true } },
  },
  updateSession: {
    summary: "Replace a session's metadata or override its summary.",
    scope: 'write',
    input: UpdateSessionBody,
    output: Session,
    errors: ['not_found'],
    doors: { http: { at: 'PATCH /sessions/{session_id}', specified: true } },
  },
  recordObservations: {
    summary: 'Keep what happened in a session, up to 500 observations a call.',
    scope: 'write',
    rate: 'observation',
    input: ObservationsBody,
    output: ObservationsReply,
    errors: ['not_found'],
    doors: {
      http: { at: 'POST /sessions/{session_id}/observations', status: 202 },
      tool: {
        name: 'session_observe',
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
          drawn_memories: z
            .array(z.string())
            .optional()
            .describe('Drawn from what was taken back; they stay.'),
          hint: z.string(),
          ...redactedSecrets,
        }),
      },
    },
  },
  tellMoment: {
    summary: 'Keep a moment of a session, and get what is to be told to its agent now.',
    scope: 'write',
    rate: 'observation',
    input: MomentBody,
    output: MomentReply,
    errors: ['not_found'],
    uses: ['embedding', 'reranking'],
    doors: { http: 'POST /sessions/{session_id}/moments' },
  },
  deleteObservation: {
    summary: 'Take back an observation; memories drawn from it stay and are listed.',
    scope: 'write',
    rate: 'observation',
    output: RetractedObservation,
    errors: ['not_found'],
    doors: { http: 'DELETE /sessions/{session_id}/observations/{id}' },
  },
  listObservations: {
    summary: 'The observations of a session, the oldest first.',
    scope: 'read',
    input: ListObservationsQuery,
    output: ListObservationsReply,
    errors: ['not_found'],
    doors: { http: 'GET /sessions/{session_id}/observations' },
  },
  sessionStatus: {
    summary:
      'Observations that wait for their summary: how many, since when, and summaries that keep failing.',
    scope: 'read',
    output: z.object({
      pending: z.int(),
      oldestAt: z.string().nullable(),
      failedSummaries: z.int(),
    }),
    doors: { operator: { of: 'workspace', command: 'sessions', console: true } },
  },
  listLatestActs: {
    summary: 'What agents did last in the sessions that are under way, the latest first.',
    scope: 'read',
    input: z.object({ limit: z.int().min(1).max(50).default(20) }),
    output: z.object({
      acts: z.array(
        z.object({
          id: z.string(),
          session_id: z.string(),
          agent: z.string(),
          person: z.string().nullable(),
          project: z.string(),
          kind: z.string().nullable(),
          tool: z.string().nullable(),
          files: z.array(z.string()),
          text: z.string(),
          occurred_at: z.string(),
        }),
      ),
    }),
    doors: { operator: { of: 'workspace', console: true } },
  },
  traceSession: {
    summary: 'What was drawn from a session, and what was told to it and was of use.',
    scope: 'read',
    input: z.object({ sessionId: z.string() }),
    output: z.object({
      first_prompt: z.string().nullable(),
      drawn: z.array(
        ListedMemory.extend({
          observations: z.int(),
          /** Null where it is not known, and of a memory that another session said first. */
          speaker: z.enum(SPEAKERS).nullable(),
          /** The number of the prompt that it belongs to, from 1. */
          prompt: z.int().nullable(),
        }),
      ),
      told: z.array(
        ListedMemory.extend({
          told_at: z.string(),
          wanted: z.string(),
          /** How it showed; null where nothing shows that it was of use. */
          used: z.enum(['voted', 'named', 'its file was changed', 'its words were said']).nullable(),
        }),
      ),
    }),
    doors: { operator: { of: 'workspace', console: true } },
  },
});
