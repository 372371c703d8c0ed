import * as z from 'zod';
import { boundedText } from './fields.ts';
import { LIMITS } from './limits.ts';
import { ListedMemory } from './memories/memory.ts';
import { noun } from './verb.ts';
import { MEMORY_TYPES, SCOPES, SECRETS_POLICIES } from './vocabulary.ts';

export const WorkspaceName = boundedText({ max: LIMITS.labelLength });

const login = {
  issuer: z.url().describe('the provider, as OAUTH_ISSUER names it'),
  subject: boundedText({ max: LIMITS.labelLength }).describe(
    'the login, as the claim `sub` of its tokens names it',
  ),
};

const sweepPosition = z.object({ table: z.string(), after: z.array(z.string()).nullable() });

const membership = {
  workspace_id: z.string(),
  issuer: z.string(),
  subject: z.string(),
  scope: z.enum(SCOPES),
};

export const workspaces = noun('workspaces', 'Workspaces', {
  createWorkspace: {
    summary: 'Create a workspace and its first admin key, which is shown this once.',
    scope: 'operator',
    input: z.object({
      name: WorkspaceName.describe('name of the workspace'),
      language: z
        .string()
        .default('english')
        .describe('language of its texts: english, simple, … (default: english)'),
    }),
    output: z.object({
      workspace_id: z.string(),
      key: z.string(),
    }),
    doors: { operator: { of: 'service', command: 'workspace create', console: true } },
  },
  listWorkspaces: {
    summary: 'List the workspaces.',
    scope: 'operator',
    input: z.object({
      limit: z.int().min(1).max(1_000).default(1_000).describe('at most so many'),
      after: z.uuid().nullable().default(null).describe('those that follow this id'),
    }),
    output: z.object({
      workspaces: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          language: z.string(),
          created_at: z.string(),
          memories: z.int(),
          active_keys: z.int(),
        }),
      ),
    }),
    doors: { operator: { of: 'service', command: 'workspace list' } },
  },
  showWorkspace: {
    summary:
      'What a workspace holds, who brought it in the last days, who asks for it, and how it is embedded.',
    scope: 'read',
    input: z.object({ days: z.int().min(1).max(90).default(7) }),
    output: z.object({
      /** Memories stored since, by who stored them; null: not known. */
      learnt: z.array(z.object({ name: z.string().nullable(), count: z.int() })),
      helped: z.array(
        ListedMemory.extend({ useful: z.boolean(), context: z.string().nullable(), said_at: z.string() }),
      ),
      agents: z.array(
        z.object({
          agent: z.string(),
          sessions: z.int(),
          last_seen_at: z.string(),
          project: z.string(),
          people: z.array(z.string()),
        }),
      ),
      holds: z.object({ memories: z.int(), sessions: z.int(), documents: z.int(), symbols: z.int() }),
      embedding: z.object({
        /** Null before there are vectors. */
        model: z.string().nullable(),
        /** That vectors are being made of. */
        next_model: z.string().nullable(),
        has_semantic_index: z.boolean(),
        embedded: z.int(),
        /** That the model would not take. */
        refused: z.int(),
        /** Of memories with tags, concepts or files, the share that has one in common with the nearest in meaning; and with any other. */
        closeness: z.object({
          judged: z.int(),
          nearest: z.number().nullable(),
          chance: z.number().nullable(),
        }),
      }),
      usage:
        /** Callers by UTC day, in leases of up to ten calls. */
        z.array(
          z.object({
            name: z.string(),
            kind: z.enum(['key', 'login']),
            calls: z.record(z.string(), z.int()),
            last_used_at: z.string().nullable(),
          }),
        ),
    }),
    doors: { operator: { of: 'workspace', console: true } },
  },
  setSecretsPolicy: {
    summary: 'Set whether writes that hold secrets are kept without them or refused.',
    scope: 'admin',
    input: z.object({ secrets: z.enum(SECRETS_POLICIES) }),
    output: z.object({
      workspace_id: z.string(),
      secrets: z.enum(SECRETS_POLICIES),
    }),
    doors: { operator: { of: 'workspace', console: true } },
  },
  setRetention: {
    summary: 'Set after how many days memories of a type are deleted.',
    scope: 'admin',
    input: z.object({
      /** Null: never. */
      days: z.partialRecord(z.enum(MEMORY_TYPES), z.int().min(1).max(36_500).nullable()),
    }),
    output: z.object({
      workspace_id: z.string(),
      retention: z.record(z.string(), z.int()),
    }),
    doors: { operator: { of: 'workspace', console: true } },
  },
  calibrate: {
    summary: 'Measure how near memories of a workspace are to questions in its model, and search by that.',
    scope: 'operator',
    output: z.object({
      model: z.string(),
      memories: z.int(),
      /** Below it lie three quarters of the pairs of a question and a memory of something else. */
      floor: z.number(),
      /** Below it lies half of the pairs of a question and its memory. */
      top: z.number(),
    }),
    doors: { operator: { of: 'workspace', command: 'calibrate' } },
  },
  deleteWorkspace: {
    summary: 'Block a workspace and delete it with everything it holds, step by step.',
    scope: 'operator',
    /** The name is asked for as well, since an id is easily mistaken. */
    input: z.object({ name: WorkspaceName }),
    output: z.object({
      /** Whether it is gone; otherwise the step is to be repeated. */
      done: z.boolean(),
      /** Files that were written of it, which stay where they lie. */
      exports: z.array(z.string()),
    }),
    doors: { operator: { of: 'workspace' } },
  },
  addMembership: {
    summary: 'Give a login a scope in a workspace, or change it.',
    scope: 'admin',
    input: z.object({ ...login, scope: z.enum(SCOPES).describe('what it may do') }),
    output: z.object(membership),
    doors: { operator: { of: 'workspace', command: 'membership add', console: true } },
  },
  listMemberships: {
    summary: 'List the logins of a workspace.',
    scope: 'admin',
    output: z.object({
      memberships: z.array(
        z.object({ ...membership, created_at: z.string(), last_used_at: z.string().nullable() }),
      ),
    }),
    doors: { operator: { of: 'workspace', command: 'membership list', console: true } },
  },
  removeMembership: {
    summary: 'Remove a login from a workspace, at once.',
    scope: 'admin',
    input: z.object(login),
    output: z.object({ removed: z.literal(true) }),
    doors: { operator: { of: 'workspace', command: 'membership remove', console: true } },
  },
  redactStored: {
    summary: 'Count or replace the secrets in a page of what a workspace holds.',
    scope: 'operator',
    input: z.object({
      /** False: only count. */
      apply: z.boolean(),
      /** `next` of the page before; null for the first. */
      at: sweepPosition.nullable().default(null),
    }),
    output: z.object({
      table: z.string(),
      rows: z.int(),
      /** Secrets by kind; never what they were. */
      found: z.record(z.string(), z.int()),
      holding: z.int(),
      /** Those of them that were not written: they changed meanwhile, or would have become the same as another. */
      left: z.int(),
      next: sweepPosition.nullable(),
    }),
    doors: { operator: { of: 'workspace' } },
  },
  eraseReplaced: {
    summary: 'Remove replaced and deleted data from the files of a local database.',
    scope: 'operator',
    output: z.object({
      /** `elsewhere`: the files are not ours. */
      state: z.enum(['erased', 'elsewhere']),
    }),
    doors: { operator: { of: 'service' } },
  },
  copyDatabase: {
    summary: 'Copy the files of a local database as they are at one moment.',
    scope: 'operator',
    input: z.object({ folder: boundedText({ max: LIMITS.filePathBytes }) }),
    output: z.object({ folder: z.string() }),
    doors: { operator: { of: 'service' } },
  },
});
