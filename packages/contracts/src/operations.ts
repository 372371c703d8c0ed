import * as z from 'zod';
import { boundedText, LIMITS, TimestampInput } from './fields.ts';
import { ListChangesQuery, UndoBody } from './changes.ts';
import { jobs, type JobName, WORKSPACE_JOBS } from './jobs.ts';
import { MEMORY_TYPES, SCOPES, SECRETS_POLICIES } from './vocabulary.ts';

/** One row of the operator's table. */
export interface Operation {
  summary: string;
  input: z.ZodType;
}

const jobNames = Object.keys(jobs) as [JobName, ...JobName[]];

const name = boundedText({ max: LIMITS.labelLength });

/** A login of an OAuth provider in a workspace. */
const membership = {
  workspaceId: z.uuid(),
  issuer: z.url(),
  subject: boundedText({ max: LIMITS.labelLength }),
};

/** The first line of an export. */
export const ExportHeader = z.object({
  format: z.literal('workspace-memory-export'),
  /** Version of the file's form. */
  version: z.literal(1),
  /** Latest migration of the database it comes from. */
  schema: z.string(),
  exported_at: TimestampInput,
  workspace: z.object({ id: z.uuid(), name, language: z.string(), created_at: TimestampInput }),
});
export type ExportHeader = z.output<typeof ExportHeader>;

/** What an operator may do that no key may: on no public route, locally behind the server's own token, in AWS behind IAM. */
export const operations = {
  createWorkspace: {
    summary: 'Create a workspace and its first admin key.',
    input: z.object({ name, language: z.string().default('english') }),
  },
  setSecretsPolicy: {
    summary: 'Say whether writes that hold secrets are kept without them or refused.',
    input: z.object({ workspaceId: z.uuid(), secrets: z.enum(SECRETS_POLICIES) }),
  },
  setRetention: {
    summary: 'Say after how many days memories of a type are deleted.',
    input: z.object({
      workspaceId: z.uuid(),
      /** Null: never. */
      days: z.partialRecord(z.enum(MEMORY_TYPES), z.int().min(1).max(36_500).nullable()),
    }),
  },
  redactStored: {
    summary: 'Count or replace the secrets in a page of what a workspace holds.',
    input: z.object({
      workspaceId: z.uuid(),
      /** False: only count. */
      apply: z.boolean(),
      /** `next` of the page before; null for the first. */
      at: z
        .object({ table: z.string(), after: z.array(z.string()).nullable() })
        .nullable()
        .default(null),
    }),
  },
  eraseReplaced: {
    summary:
      'Leave nothing of what was replaced or deleted in the files of the database, where they are ours.',
    input: z.object({}),
  },
  copyDatabase: {
    summary: 'Copy the files of the database as they are at one moment, where they are ours.',
    input: z.object({ folder: boundedText({ max: LIMITS.filePathBytes }) }),
  },
  listWorkspaces: {
    summary: 'List the workspaces.',
    input: z.object({
      limit: z.int().min(1).max(1_000).default(1_000),
      after: z.uuid().nullable().default(null),
    }),
  },
  deleteWorkspace: {
    summary: 'Shut a workspace out and delete it with all it holds, step by step.',
    /** The name is asked for as well, since an id is easily mistaken. */
    input: z.object({ workspaceId: z.uuid(), name }),
  },
  describeExport: {
    summary: 'What an export of a workspace begins with, and the tables it goes through.',
    input: z.object({
      workspaceId: z.uuid(),
      /** Where it is written to, for those who are to be told when something of it is forgotten. */
      file: boundedText({ max: LIMITS.filePathBytes }).nullable().default(null),
    }),
  },
  exportRows: {
    summary: 'A page of the rows of a workspace in a table.',
    input: z.object({
      workspaceId: z.uuid(),
      table: z.string(),
      after: z.array(z.string()).nullable().default(null),
    }),
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
  },
  importRows: {
    summary: 'Write rows of an export into a workspace.',
    input: z.object({
      workspaceId: z.uuid(),
      table: z.string(),
      rows: z.array(z.record(z.string(), z.unknown())).max(500),
    }),
  },
  createKey: {
    summary: 'Create a key of a workspace.',
    input: z.object({
      workspaceId: z.uuid(),
      name: name.default('operator'),
      scope: z.enum(SCOPES),
      expiresAt: TimestampInput.nullable().default(null),
    }),
  },
  addMembership: {
    summary: 'Let a login of an OAuth provider into a workspace, or change its scope.',
    input: z.object({ ...membership, scope: z.enum(SCOPES) }),
  },
  listMemberships: {
    summary: 'List the logins of a workspace.',
    input: z.object({ workspaceId: z.uuid() }),
  },
  removeMembership: {
    summary: 'Shut a login out of a workspace at once.',
    input: z.object(membership),
  },
  sessionStatus: {
    summary: 'Observations that wait for their summary, and summaries that keep failing.',
    input: z.object({ workspaceId: z.uuid() }),
  },
  listChanges: {
    summary: 'List what became of memories, the latest first.',
    input: z.object({
      workspaceId: z.uuid(),
      ...ListChangesQuery.shape,
      limit: z.int().min(1).max(200).default(50),
    }),
  },
  undoChanges: {
    summary: 'Take back a change, or all of a batch.',
    input: UndoBody.safeExtend({ workspaceId: z.uuid() }),
  },
  listTypeChanges: {
    summary: 'List the types that jobs gave to memories and relationships.',
    input: z.object({
      workspaceId: z.uuid(),
      limit: z.int().min(1).max(500).default(50),
      offset: z.int().min(0).max(LIMITS.offset).default(0),
    }),
  },
  undoTypeChange: {
    summary: 'Take the change of a type back.',
    input: z.object({ workspaceId: z.uuid(), changeId: z.uuid() }),
  },
  listPruningCandidates: {
    summary: 'A page of the memories that pruning would delete, whole.',
    input: z.object({ workspaceId: z.uuid(), after: z.uuid().nullable().default(null) }),
  },
  prune: {
    summary: 'Delete those of the memories that still are candidates for pruning.',
    input: z.object({ workspaceId: z.uuid(), ids: z.array(z.uuid()).max(500) }),
  },
  showJobs: {
    summary:
      'Show the queues of the background work, what waits in the database, and re-embeddings under way.',
    input: z.object({}),
  },
  redriveJobs: {
    summary:
      'Give dead letters back to their queues, with all their attempts, and try again what a model refused.',
    input: z.object({
      /** Null: of all queues. */
      queue: z.enum(jobNames).nullable().default(null),
    }),
  },
  runJob: {
    summary: 'Have a scheduled job done now, for one workspace or for all.',
    input: z.object({ job: z.enum(WORKSPACE_JOBS), workspaceId: z.uuid().nullable().default(null) }),
  },
} as const satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
export type OperationInput<Name extends OperationName> = z.output<Operations[Name]['input']>;

/** What reaches the operator function. */
export const OperationEvent = z.object({
  operation: z.enum(Object.keys(operations) as [OperationName, ...OperationName[]]),
  input: z.unknown().default({}),
});
export type OperationEvent = z.input<typeof OperationEvent>;
