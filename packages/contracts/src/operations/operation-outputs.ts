import * as z from 'zod';
import { CodeSymbolRecord } from '../code.ts';
import { MemoryTypeSchema } from '../memories.ts';
import { SCOPES, SECRETS_POLICIES } from '../vocabulary.ts';

// Each is made by a pure call, so that bundles of functions which run no operation leave it out.

export const CreatedWorkspace = /* @__PURE__ */ (() =>
  z.object({
    workspace_id: z.string(),
    /** Its first admin key. */
    key: z.string(),
  }))();

export const WorkspaceSecretsPolicy = /* @__PURE__ */ (() =>
  z.object({
    workspace_id: z.string(),
    secrets: z.enum(SECRETS_POLICIES),
  }))();

/** Days by type of memory. */
export const WorkspaceRetention = /* @__PURE__ */ (() =>
  z.object({
    workspace_id: z.string(),
    retention: z.record(z.string(), z.int()),
  }))();

export const WorkspaceList = /* @__PURE__ */ (() =>
  z.object({
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
  }))();
export type WorkspaceSummary = z.output<typeof WorkspaceList>['workspaces'][number];

export const DeletionStep = /* @__PURE__ */ (() =>
  z.object({
    /** Whether it is gone; otherwise the step is to be repeated. */
    done: z.boolean(),
    /** Files that were written of it, which stay where they lie. */
    exports: z.array(z.string()),
  }))();

const ErasedState = /* @__PURE__ */ (() => z.enum(['erased', 'elsewhere']))();
/** `elsewhere`: the files are not ours. */
export type ErasedState = z.output<typeof ErasedState>;

export const ErasedFiles = /* @__PURE__ */ (() => z.object({ state: ErasedState }))();

/** Cosines of a model in a workspace. */
export const Calibration = /* @__PURE__ */ (() =>
  z.object({
    model: z.string(),
    /** Asked about. */
    memories: z.int(),
    /** Below it lie three quarters of the pairs of a question and a memory of something else. */
    floor: z.number(),
    /** Below it lies half of the pairs of a question and its memory. */
    top: z.number(),
  }))();

/** Where a page of the sweep for secrets begins. */
const SweepPosition = /* @__PURE__ */ (() =>
  z.object({ table: z.string(), after: z.array(z.string()).nullable() }))();

export const RedactedPage = /* @__PURE__ */ (() =>
  z.object({
    table: z.string(),
    /** Rows that were read. */
    rows: z.int(),
    /** Secrets by kind; never what they were. */
    found: z.record(z.string(), z.int()),
    /** Rows that hold some. */
    holding: z.int(),
    /** Those of them that were not written: they changed meanwhile, or would have become the same as another. */
    left: z.int(),
    next: SweepPosition.nullable(),
  }))();
export type RedactedPage = z.output<typeof RedactedPage>;

/** Rows of a table, and what the next page follows; null on the last. */
export const RowsPage = /* @__PURE__ */ (() =>
  z.object({
    rows: z.array(z.record(z.string(), z.unknown())),
    next: z.array(z.string()).nullable(),
  }))();

export const BegunImport = /* @__PURE__ */ (() =>
  z.object({
    workspace_id: z.string(),
    /** The admin key of a workspace that was made; undefined where there was one. */
    key: z.string().optional(),
    /** Tables that this workspace cannot take, since it has another id. */
    left_out: z.array(z.string()),
  }))();
export type BegunImport = z.output<typeof BegunImport>;

export const ImportedRows = /* @__PURE__ */ (() =>
  z.object({
    written: z.int(),
    /** Rows that refer to what is not there: the export was made while the workspace was written to. */
    leftOut: z.int(),
    /** Secrets that were replaced on the way. */
    redacted: z.int(),
  }))();

const membershipFields = {
  workspace_id: z.string(),
  issuer: z.string(),
  subject: z.string(),
  scope: z.enum(SCOPES),
};

export const AddedMembership = /* @__PURE__ */ (() => z.object(membershipFields))();

export const MembershipList = /* @__PURE__ */ (() =>
  z.object({
    memberships: z.array(
      z.object({ ...membershipFields, created_at: z.string(), last_used_at: z.string().nullable() }),
    ),
  }))();

export const SessionStatus = /* @__PURE__ */ (() =>
  z.object({
    pending: z.int(),
    oldestAt: z.string().nullable(),
    failedSummaries: z.int(),
  }))();

export const TypeChangeList = /* @__PURE__ */ (() =>
  z.object({
    changes: z.array(
      z.object({
        id: z.string(),
        subject: z.enum(['memory', 'relationship']),
        subject_id: z.string(),
        title: z.string(),
        from_type: z.string(),
        to_type: z.string(),
        is_reversed: z.boolean(),
        method: z.enum(['nearest_neighbours', 'model']),
        reason: z.string(),
        /** 0..1 */
        confidence: z.number(),
        created_at: z.string(),
        undone_at: z.string().nullable(),
      }),
    ),
  }))();

export const PruningPage = /* @__PURE__ */ (() =>
  z.object({
    /** With their relationships, since those go with them: more than is named here. */
    memories: z.array(z.looseObject({ id: z.string(), title: z.string(), importance_score: z.number() })),
    /** What the next page follows; null when there is none. */
    next: z.string().nullable(),
  }))();

/** The state of the background work. */
export const JobsReport = /* @__PURE__ */ (() =>
  z.object({
    /** One entry a queue; what SQS reports to CloudWatch alone is null. */
    queues: z.array(
      z.object({
        queue: z.string(),
        visible: z.int(),
        inFlight: z.int(),
        delayed: z.int(),
        oldestAgeSeconds: z.number().nullable(),
        deadLetters: z.int(),
        failures: z.int().nullable(),
        lastError: z.string().nullable(),
      }),
    ),
    /** What the memories themselves say is still to be done, whether its message is there or lost. */
    pending: z.object({
      embedding: z.int(),
      discovery: z.int(),
      oldest: z.string().nullable(),
      refused: z.object({
        count: z.int(),
        latest: z.array(
          z.object({
            workspace_id: z.string(),
            memory_id: z.string(),
            model: z.string(),
            reason: z.string(),
            at: z.string(),
          }),
        ),
      }),
    }),
    reembeddings: z.array(
      z.object({
        workspace_id: z.string(),
        name: z.string(),
        model: z.string(),
        done: z.int(),
        total: z.int(),
        at: z.string(),
      }),
    ),
    /** Work that was given up, whatever has become of its messages. */
    dead: z.object({
      count: z.int(),
      latest: z.array(
        z.object({
          workspace_id: z.string(),
          job: z.string(),
          payload: z.record(z.string(), z.unknown()),
          attempts: z.int(),
          last_error: z.string().nullable(),
          at: z.string(),
        }),
      ),
    }),
  }))();
export type JobsReport = z.output<typeof JobsReport>;

const ListedMemory = /* @__PURE__ */ (() =>
  z.object({
    /** Its identifier. */
    memory: z.string(),
    title: z.string(),
    memory_type: MemoryTypeSchema,
    created_at: z.string(),
  }))();

/** Who calls, and when: by UTC day, in leases of up to ten calls. */
const Usage = /* @__PURE__ */ (() =>
  z.object({
    name: z.string(),
    kind: z.enum(['key', 'login']),
    calls: z.record(z.string(), z.int()),
    last_used_at: z.string().nullable(),
  }))();

/** What a person looks at first. */
export const WorkspaceOverview = /* @__PURE__ */ (() =>
  z.object({
    /** Memories stored since, by who stored them; null: not known. */
    learnt: z.array(z.object({ name: z.string().nullable(), count: z.int() })),
    helped: z.array(
      ListedMemory.extend({ useful: z.boolean(), context: z.string().nullable(), said_at: z.string() }),
    ),
    /** How often agents were told something since, in how many sessions. */
    told: z.object({ sessions: z.int(), times: z.int() }),
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
    usage: z.array(Usage),
  }))();
export type WorkspaceOverview = z.output<typeof WorkspaceOverview>;

export const SessionTrace = /* @__PURE__ */ (() =>
  z.object({
    drawn: z.array(ListedMemory.extend({ observations: z.int() })),
    told: z.array(
      ListedMemory.extend({
        told_at: z.string(),
        wanted: z.string(),
        /** How it showed; null where nothing shows that it was of use. */
        used: z.enum(['voted', 'named', 'its file was changed', 'its words were said']).nullable(),
      }),
    ),
  }))();
export type SessionTrace = z.output<typeof SessionTrace>;

const PairedMemory = /* @__PURE__ */ (() => ListedMemory.extend({ narrative: z.string() }))();

export const AttentionList = /* @__PURE__ */ (() =>
  z.object({
    duplicates: z.array(z.object({ source: PairedMemory, target: PairedMemory, likeness: z.number() })),
    unused: z.array(ListedMemory),
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
  }))();
export type AttentionList = z.output<typeof AttentionList>;

/** A page of the graph as tuples: first all memories come, then all relationships. */
export const GraphOutline = /* @__PURE__ */ (() =>
  z.object({
    nodes: z.array(
      z.tuple([z.string(), z.string(), MemoryTypeSchema, z.number(), z.string().nullable(), z.number()]),
    ),
    edges: z.array(z.tuple([z.string(), z.string(), z.string(), z.number()])),
    next: z.string().nullable(),
  }))();
export type GraphOutline = z.output<typeof GraphOutline>;

export const RememberedSymbols = /* @__PURE__ */ (() =>
  z.object({
    symbols: z.array(
      z.object({
        repository: z.string(),
        path: z.string(),
        /** Empty for a file. */
        name: z.string(),
        symbol_id: z.string().nullable(),
        memories: z.int(),
        /** Of them those whose code was changed or is gone. */
        doubtful: z.int(),
      }),
    ),
  }))();
export type RememberedSymbols = z.output<typeof RememberedSymbols>;

export const FoundSymbols = /* @__PURE__ */ (() =>
  z.object({
    count: z.int(),
    results: z.array(CodeSymbolRecord),
    nearest: z.array(CodeSymbolRecord),
  }))();
