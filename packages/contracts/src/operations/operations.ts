import * as z from 'zod';
import { CodeContext } from '../code.ts';
import { keysOf } from '../entries-of.ts';
import { boundedText, LIMITS, TimestampInput } from '../fields.ts';
import { ListChangesQuery, ListChangesReply, UndoBody, UndoReply } from '../changes.ts';
import { jobEntries, WORKSPACE_JOBS } from '../jobs/jobs.ts';
import { CreatedKey } from '../keys.ts';
import * as outputs from './operation-outputs.ts';
import { MEMORY_TYPES, SCOPES, SECRETS_POLICIES } from '../vocabulary.ts';

/** One row of the operator's table. The summary and the descriptions of the input are the help of its command. */
export interface Operation {
  summary: string;
  input: z.ZodObject;
  output: z.ZodObject;
}

const name = /* @__PURE__ */ (() => boundedText({ max: LIMITS.labelLength }))();

const workspaceId = /* @__PURE__ */ (() => z.uuid().meta({ description: 'id of the workspace' }))();

const scope = /* @__PURE__ */ (() => z.enum(SCOPES).meta({ description: 'what it may do' }))();

/** A login of an OAuth provider in a workspace. */
const membership = /* @__PURE__ */ (() => ({
  workspaceId,
  issuer: z.url().meta({ description: 'the provider, as OAUTH_ISSUER names it' }),
  subject: boundedText({ max: LIMITS.labelLength }).meta({
    description: 'the login, as the claim `sub` of its tokens names it',
  }),
}))();

/** The first line of an export. */
export const ExportHeader = /* @__PURE__ */ (() =>
  z.object({
    format: z.literal('workspace-memory-export'),
    /** Version of the file's form. */
    version: z.literal(1),
    /** Latest migration of the database it comes from. */
    schema: z.string(),
    exported_at: TimestampInput,
    workspace: z.object({ id: z.uuid(), name, language: z.string(), created_at: TimestampInput }),
  }))();
export type ExportHeader = z.output<typeof ExportHeader>;

/**
 * What an operator may do that no key may: on no public route, locally behind the server's own token, in AWS behind IAM.
 * Bundles of functions that run no operation leave out what is made by a pure call.
 */
export const operations = /* @__PURE__ */ (() =>
  ({
    createWorkspace: {
      summary: 'Create a workspace and its first admin key, which is shown this once.',
      input: z.object({
        name: name.meta({ description: 'name of the workspace' }),
        language: z
          .string()
          .default('english')
          .meta({ description: 'language of its texts: english, simple, … (default: english)' }),
      }),
      output: outputs.CreatedWorkspace,
    },
    setSecretsPolicy: {
      summary: 'Set whether writes that hold secrets are kept without them or refused.',
      input: z.object({ workspaceId, secrets: z.enum(SECRETS_POLICIES) }),
      output: outputs.WorkspaceSecretsPolicy,
    },
    setRetention: {
      summary: 'Set after how many days memories of a type are deleted.',
      input: z.object({
        workspaceId,
        /** Null: never. */
        days: z.partialRecord(z.enum(MEMORY_TYPES), z.int().min(1).max(36_500).nullable()),
      }),
      output: outputs.WorkspaceRetention,
    },
    redactStored: {
      summary: 'Count or replace the secrets in a page of what a workspace holds.',
      input: z.object({
        workspaceId,
        /** False: only count. */
        apply: z.boolean(),
        /** `next` of the page before; null for the first. */
        at: z
          .object({ table: z.string(), after: z.array(z.string()).nullable() })
          .nullable()
          .default(null),
      }),
      output: outputs.RedactedPage,
    },
    calibrate: {
      summary: 'Measure how near memories of a workspace are to questions in its model, and search by that.',
      input: z.object({ workspaceId }),
      output: outputs.Calibration,
    },
    eraseReplaced: {
      summary: 'Remove replaced and deleted data from the files of a local database.',
      input: z.object({}),
      output: outputs.ErasedFiles,
    },
    copyDatabase: {
      summary: 'Copy the files of a local database as they are at one moment.',
      input: z.object({ folder: boundedText({ max: LIMITS.filePathBytes }) }),
      output: z.object({ folder: z.string() }),
    },
    listWorkspaces: {
      summary: 'List the workspaces.',
      input: z.object({
        limit: z.int().min(1).max(1_000).default(1_000).meta({ description: 'at most so many' }),
        after: z.uuid().nullable().default(null).meta({ description: 'those that follow this id' }),
      }),
      output: outputs.WorkspaceList,
    },
    deleteWorkspace: {
      summary: 'Block a workspace and delete it with everything it holds, step by step.',
      /** The name is asked for as well, since an id is easily mistaken. */
      input: z.object({ workspaceId, name }),
      output: outputs.DeletionStep,
    },
    describeExport: {
      summary: 'What an export of a workspace begins with, and the tables it goes through.',
      input: z.object({
        workspaceId,
        /** Where it is written to, for those who are to be told when something of it is forgotten. */
        file: boundedText({ max: LIMITS.filePathBytes }).nullable().default(null),
      }),
      output: z.object({ header: ExportHeader, tables: z.array(z.string()) }),
    },
    exportRows: {
      summary: 'A page of the rows of a workspace in a table.',
      input: z.object({
        workspaceId,
        table: z.string(),
        after: z.array(z.string()).nullable().default(null),
      }),
      output: outputs.RowsPage,
    },
    beginImport: {
      summary: 'Make the workspace that an export is of, or find it empty.',
      input: z.object({
        header: ExportHeader,
        /** A workspace that is there; null: one with the id of the export's. */
        into: z.uuid().nullable().default(null),
        name: name.nullable().default(null),
        /** Go on with an import that was broken off. */
        resume: z.boolean().default(false),
      }),
      output: outputs.BegunImport,
    },
    importRows: {
      summary: 'Write rows of an export into a workspace.',
      input: z.object({
        workspaceId,
        table: z.string(),
        rows: z.array(z.record(z.string(), z.unknown())).max(500),
      }),
      output: outputs.ImportedRows,
    },
    createKey: {
      summary: 'Create a key of a workspace; it is shown this once.',
      input: z.object({
        workspaceId,
        name: name.default('operator').meta({ description: 'name of the key (default: operator)' }),
        scope,
        expiresAt: TimestampInput.nullable()
          .default(null)
          .meta({ description: 'ISO 8601 time after which it is refused' }),
      }),
      output: CreatedKey,
    },
    addMembership: {
      summary: 'Give a login a scope in a workspace, or change it.',
      input: z.object({ ...membership, scope }),
      output: outputs.AddedMembership,
    },
    listMemberships: {
      summary: 'List the logins of a workspace.',
      input: z.object({ workspaceId }),
      output: outputs.MembershipList,
    },
    removeMembership: {
      summary: 'Remove a login from a workspace, at once.',
      input: z.object(membership),
      output: z.object({ removed: z.literal(true) }),
    },
    sessionStatus: {
      summary:
        'Observations that wait for their summary: how many, since when, and summaries that keep failing.',
      input: z.object({ workspaceId }),
      output: outputs.SessionStatus,
    },
    listChanges: {
      summary: 'List what was created, updated and deleted, the latest first.',
      input: z.object({
        workspaceId,
        ...ListChangesQuery.shape,
        limit: z
          .int()
          .min(1)
          .max(200)
          .default(50)
          .meta({ description: 'at most so many, up to 200 (default: 50)' }),
      }),
      output: ListChangesReply,
    },
    undoChanges: {
      summary: 'Take back a change, or all of a batch.',
      input: UndoBody.safeExtend({ workspaceId }),
      output: UndoReply,
    },
    listTypeChanges: {
      summary: 'List the types that jobs gave to memories and relationships, with the reasons.',
      input: z.object({
        workspaceId,
        limit: z.int().min(1).max(500).default(50).meta({ description: 'at most so many (default: 50)' }),
        offset: z.int().min(0).max(LIMITS.offset).default(0).meta({ description: 'those after so many' }),
      }),
      output: outputs.TypeChangeList,
    },
    undoTypeChange: {
      summary: 'Take back a type that a job gave; the job does not give it again.',
      input: z.object({
        workspaceId,
        changeId: z.uuid().meta({ description: 'id of the change, as `types` lists it' }),
      }),
      output: z.object({ undone: z.boolean() }),
    },
    listPruningCandidates: {
      summary: 'A page of the memories that pruning would delete, whole.',
      input: z.object({ workspaceId, after: z.uuid().nullable().default(null) }),
      output: outputs.PruningPage,
    },
    prune: {
      summary: 'Delete those of the memories that still are candidates for pruning.',
      input: z.object({ workspaceId, ids: z.array(z.uuid()).max(500) }),
      output: z.object({ deleted: z.int() }),
    },
    showWorkspace: {
      summary:
        'What a workspace holds, who brought it in the last days, who asks for it, and how it is embedded.',
      input: z.object({ workspaceId, days: z.int().min(1).max(90).default(7) }),
      output: outputs.WorkspaceOverview,
    },
    traceSession: {
      summary: 'What was drawn from a session, and what was told to it and was of use.',
      input: z.object({ workspaceId, sessionId: z.string() }),
      output: outputs.SessionTrace,
    },
    listAttention: {
      summary:
        'What a person may want to settle: near-duplicates, memories that nobody asked for, what failed.',
      input: z.object({ workspaceId, unusedDays: z.int().min(1).max(3_650).default(30) }),
      output: outputs.AttentionList,
    },
    settleFailure: {
      summary: 'Say that a failed upload or work that was given up was seen, or take that back.',
      input: z.object({
        workspaceId,
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
    },
    outlineGraph: {
      summary: 'A page of the graph of a workspace, as little of each memory as a picture needs.',
      input: z.object({
        workspaceId,
        /** `next` of the page before. */
        after: z
          .string()
          .regex(/^(?:nodes|edges):[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/u)
          .nullable()
          .default(null),
        leastConfidence: z.number().min(0).max(1).default(0),
      }),
      output: outputs.GraphOutline,
    },
    listRememberedSymbols: {
      summary: 'The symbols and files that most memories are about.',
      input: z.object({ workspaceId, limit: z.int().min(1).max(500).default(200) }),
      output: outputs.RememberedSymbols,
    },
    searchSymbols: {
      summary: 'Symbols of the indexed code by a part of their name.',
      input: z.object({
        workspaceId,
        q: boundedText({ max: LIMITS.queryLength }),
        limit: z.int().min(1).max(200).default(50),
      }),
      output: outputs.FoundSymbols,
    },
    showSymbol: {
      summary: 'A symbol with what calls it, what it calls, and what the team remembers of it.',
      input: z.object({ workspaceId, symbolId: z.uuid() }),
      output: CodeContext,
    },
    showJobs: {
      summary:
        'Show the queues of the background work, what waits in the database, and re-embeddings under way.',
      input: z.object({}),
      output: outputs.JobsReport,
    },
    redriveJobs: {
      summary:
        'Give dead letters back to their queues, with all their attempts, and try again what a model refused.',
      input: z.object({
        /** Null: of all queues. */
        queue: z
          .enum(jobEntries.map(([job]) => job))
          .nullable()
          .default(null),
      }),
      output: z.object({ redriven: z.record(z.string(), z.int()) }),
    },
    runJob: {
      summary: 'Run a scheduled job now, for one workspace or for all.',
      input: z.object({ job: z.enum(WORKSPACE_JOBS), workspaceId: z.uuid().nullable().default(null) }),
      output: z.object({ enqueued: z.int() }),
    },
  }) as const satisfies Record<string, Operation>)();

type Operations = typeof operations;
export type OperationName = keyof Operations;
/** As an operator writes it. */
export type OperationRequest<Name extends OperationName> = z.input<Operations[Name]['input']>;
/** As the service reads it. */
export type OperationInput<Name extends OperationName> = z.output<Operations[Name]['input']>;
/** As the service gives it. */
export type OperationResult<Name extends OperationName> = z.input<Operations[Name]['output']>;
/** As the operator reads it. */
export type OperationOutput<Name extends OperationName> = z.output<Operations[Name]['output']>;

/** What reaches the operator function. */
export const OperationEvent = /* @__PURE__ */ (() =>
  z.object({
    operation: z.enum(keysOf(operations)),
    input: z.unknown().default({}),
  }))();
export type OperationEvent = z.input<typeof OperationEvent>;
