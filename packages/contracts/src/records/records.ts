import * as z from 'zod';
import {
  component,
  boundedText,
  listsFit,
  Narrative,
  queryBoolean,
  text,
  TimestampInput,
  Title,
  UnitInterval,
} from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { keysOf } from '../entries-of.ts';
import { GIVEN_NAMES, givenFields, type GivenValues } from '../given-fields.ts';
import { MemoryTypeSchema, storedFields } from '../memories/memory.ts';
import { RelationshipTypeSchema } from '../relationships.ts';
import { ObservationInput, SessionMetadata, SessionSummary } from '../sessions.ts';
import { DISCOVERY_METHODS, MANUAL_RELATIONSHIP_TYPES, SPEAKERS } from '../vocabulary.ts';

/** A moment in the one form in which a record holds it: UTC, with milliseconds. */
const Moment = TimestampInput.overwrite((given) => {
  const moment = new Date(given);
  return Number.isNaN(moment.getTime()) ? given : moment.toISOString();
});
const OptionalMoment = Moment.nullable().default(null);

/** Identifiers of rows; one written in capitals is the same. */
const Id = z.uuid().overwrite((given) => given.toLowerCase());

/** `mem-` and 16 characters of Crockford's base 32. */
const MemoryId = z.string().regex(/^mem-[0-9a-hjkmnp-tv-z]{16}$/u);

/** As they are stored: what was once normalised comes back as it went. */
const texts = (max: number) => z.array(boundedText({ max })).max(LIMITS.listItems).default([]);

const Label = boundedText({ max: LIMITS.labelLength, notBlank: false });
const OptionalLabel = Label.nullable().default(null);
const Count = z.int().min(0).max(2_147_483_647);
const provenanceFields = {
  author: OptionalLabel,
  project: OptionalLabel,
  branch: OptionalLabel,
  commit_id: OptionalLabel,
  speaker: z.enum(SPEAKERS).nullable().default(null),
  prompt: Count.nullable().default(null),
};
export const PROVENANCE_NAMES = keysOf(provenanceFields);
const OptionalContext = boundedText({ max: LIMITS.queryLength, notBlank: false }).nullable().default(null);

const SessionRecord = z.object({
  record: z.literal('session'),
  id: Id,
  session_id: boundedText({ max: LIMITS.sessionIdLength }),
  project_name: Label.default(''),
  branch_name: Label.default(''),
  user_id: OptionalLabel,
  user_email: OptionalLabel,
  author: OptionalLabel,
  is_active: z.boolean().default(false),
  started_at: Moment,
  ended_at: OptionalMoment,
  last_sign_of_life: OptionalMoment,
  summary: SessionSummary.nullable().default(null),
  summary_origin: z.enum(['caller', 'job']).nullable().default(null),
  metadata_json: SessionMetadata.default({}),
  observation_count: Count.default(0),
  requested_count: Count.nullable().default(null),
  summarized_count: Count.nullable().default(null),
  /** When its summary is asked for again; null when nothing is outstanding. */
  summary_due_at: OptionalMoment,
  created_at: Moment,
  updated_at: OptionalMoment,
});

const ObservationRecord = z.object({
  record: z.literal('observation'),
  id: Id,
  session_id: boundedText({ max: LIMITS.sessionIdLength }),
  event_id: ObservationInput.shape.event_id,
  kind: ObservationInput.shape.kind,
  tool_name: ObservationInput.shape.tool_name,
  files: z.array(text()).default([]),
  content: ObservationInput.shape.content,
  occurred_at: Moment,
  created_at: Moment,
  processed_at: OptionalMoment,
});

const DocumentRecord = z.object({
  record: z.literal('document'),
  id: Id,
  /** By which it is the same document when it is ingested again. */
  identity: text(),
  title: text(),
  origin: text().nullable().default(null),
  source: text().nullable().default(null),
  memory_type: MemoryTypeSchema,
  document_type: text().nullable().default(null),
  deliverable_id: text().nullable().default(null),
  tags: z.array(text()).default([]),
  created_at: Moment,
  updated_at: OptionalMoment,
});

const Section = z.object({
  document: Id,
  key: text(),
  ordinal: Count,
  heading_path: z.array(text()),
  section_hash: text(),
});

const MemoryRecord = z
  .object({
    record: z.literal('memory'),
    id: Id,
    /** The identifier of form B; made from `id` where it is not given. */
    memory_id: MemoryId.nullable().default(null),
    title: Title,
    narrative: Narrative,
    memory_type: MemoryTypeSchema.default('general'),
    tags: texts(LIMITS.labelLength),
    concepts: texts(LIMITS.labelLength),
    source_files: texts(LIMITS.filePathBytes),
    ...givenFields,
    /** Importance that a person gave, where a recalculation has changed `importance_score` since. */
    base_importance: UnitInterval.nullable().default(null),
    ...provenanceFields,
    source_session_id: boundedText({ max: LIMITS.sessionIdLength }).nullable().default(null),
    section: Section.nullable().default(null),
    observations: z.array(Id).max(10_000).default([]),
    is_consolidated: z.boolean().default(false),
    consolidated_from: z
      .array(z.object({ id: Id, memory_id: MemoryId }))
      .nullable()
      .default(null),
    /** When the service has looked for its relationships, as it stands; null: it is to look. */
    discovered_at: OptionalMoment,
    /** Whether a model has judged its type, as it stands. */
    is_judged: z.boolean().default(false),
    access_count: Count.default(0),
    retrieval_count: Count.default(0),
    last_accessed_at: OptionalMoment,
    created_at: Moment,
    updated_at: OptionalMoment,
  })
  .refine(...listsFit);

const RelationshipRecord = z
  .object({
    record: z.literal('relationship'),
    id: Id,
    source: Id,
    target: Id,
    relationship_type: RelationshipTypeSchema,
    discovery_method: z.enum(DISCOVERY_METHODS).default('manual'),
    confidence: UnitInterval.default(1),
    context: OptionalContext,
    /** Which ends found it, of one that was discovered. */
    found_by_source: z.boolean().default(false),
    found_by_target: z.boolean().default(false),
    /** The type that discovery gave, where a model has given another. */
    discovered_type: RelationshipTypeSchema.nullable().default(null),
    judged_at: OptionalMoment,
    /** Author of the edge that settled a contradiction. */
    settled_by: OptionalLabel,
    created_at: Moment,
  })
  .refine(({ source, target }) => source !== target, 'A memory has no relationship to itself');

const FeedbackRecord = z.object({
  record: z.literal('feedback'),
  id: Id,
  memory: Id,
  useful: z.boolean(),
  context: OptionalContext,
  session_id: boundedText({ max: LIMITS.sessionIdLength }).nullable().default(null),
  created_at: Moment,
});

const HEXADECIMAL = /^[0-9a-f]+$/u;
const DIGEST_LENGTH = 64;
const SALT = /^[0-9a-z-]+$/u;
const SALT_LENGTH_MAX = 64;

/** A memory that was forgotten on purpose: a salted digest, from which nothing can be read. */
const TombstoneRecord = z.object({
  record: z.literal('tombstone'),
  /** Salt and SHA-256 of what was forgotten, with a stroke between them. */
  id: z.string().refine((id) => {
    const [salt = '', digest = '', ...rest] = id.split('/');
    const isSalt = salt.length <= SALT_LENGTH_MAX && SALT.test(salt);
    return rest.length === 0 && isSalt && digest.length === DIGEST_LENGTH && HEXADECIMAL.test(digest);
  }, 'Input should be a salt and a digest, with a stroke between them'),
  forgotten_at: Moment,
});

/** Every kind of record, in an order in which each comes after those it refers to. */
export const RECORD_SCHEMAS = {
  session: SessionRecord,
  observation: ObservationRecord,
  document: DocumentRecord,
  memory: MemoryRecord,
  relationship: RelationshipRecord,
  feedback: FeedbackRecord,
  tombstone: TombstoneRecord,
} as const;
export type RecordKind = keyof typeof RECORD_SCHEMAS;
export const RECORD_KINDS = keysOf(RECORD_SCHEMAS);

export const WorkspaceRecord = z
  .discriminatedUnion('record', [
    SessionRecord,
    ObservationRecord,
    DocumentRecord,
    MemoryRecord,
    RelationshipRecord,
    FeedbackRecord,
    TombstoneRecord,
  ])
  .meta({ id: 'WorkspaceRecord' });
export type WorkspaceRecord = z.output<typeof WorkspaceRecord>;
export type WorkspaceRecordInput = z.input<typeof WorkspaceRecord>;
export type RecordOf<Kind extends RecordKind> = Extract<WorkspaceRecord, { record: Kind }>;

const ExternalId = boundedText({ max: LIMITS.filePathBytes });
const label = boundedText({ max: LIMITS.labelLength }).nullable().default(null);
const moment = TimestampInput.nullable().default(null);

/**
 * Records of another tool, which knows no identifiers of ours: the service makes them of the workspace and the external id, so
 * that the same comes to be the same record however often it is imported.
 */
export const foreignSchemas = () =>
  ({
    memory: z
      .object({
        record: z.literal('memory'),
        external_id: ExternalId,
        ...storedFields,
        author: label,
        project: label,
        branch: label,
        commit_id: label,
        created_at: moment,
        updated_at: moment,
      })
      .refine(...listsFit),
    relationship: z
      .object({
        record: z.literal('relationship'),
        external_id: ExternalId.optional(),
        source_external_id: ExternalId.optional(),
        target_external_id: ExternalId.optional(),
        /** Memories that are here. */
        source: Id.optional(),
        target: Id.optional(),
        relationship_type: z.enum(MANUAL_RELATIONSHIP_TYPES),
        context: OptionalContext,
      })
      .refine(
        (each) =>
          (each.source === undefined) !== (each.source_external_id === undefined) &&
          (each.target === undefined) !== (each.target_external_id === undefined),
        'Each end should be named once',
      ),
    session: SessionRecord.pick({
      record: true,
      session_id: true,
      project_name: true,
      branch_name: true,
      user_id: true,
      user_email: true,
      is_active: true,
      started_at: true,
      ended_at: true,
      metadata_json: true,
    }).extend({ external_id: ExternalId }),
    observation: ObservationRecord.pick({
      record: true,
      session_id: true,
      event_id: true,
      kind: true,
      tool_name: true,
      content: true,
      occurred_at: true,
    }).extend({ external_id: ExternalId, files: ObservationInput.shape.files }),
  }) as const;
export type ForeignKind = keyof ReturnType<typeof foreignSchemas>;
export type ForeignRecordInput<Kind extends ForeignKind = ForeignKind> = z.input<
  ReturnType<typeof foreignSchemas>[Kind]
>;

/** Values that callers gave a memory: the importance that a recalculation has changed since does not count. */
export function givenOf(record: RecordOf<'memory'>): GivenValues {
  const importance = record.base_importance ?? record.importance_score;
  const given = Object.fromEntries(GIVEN_NAMES.map((name) => [name, record[name]])) as GivenValues;
  return { ...given, importance_score: importance };
}

export const EXPORT_FORMAT = 'workspace-memory';
/** Raised when a reader of the version before would misread a file; a new field with a default raises nothing. */
export const EXPORT_VERSION = 1;

/** Fields beside format and version where a file holds a whole workspace, derived kinds too. */
export const WorkspaceHeader = z.object({
  /** Latest migration of the database that it comes from: rows of derived kinds are as that has them. */
  schema: z.string(),
  workspace: z.object({ id: z.uuid(), name: z.string(), language: z.string(), created_at: Moment }),
});
export type WorkspaceHeader = z.output<typeof WorkspaceHeader>;

export const RecordsHeader = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.int(),
  ...WorkspaceHeader.partial().shape,
});
export type RecordsHeader = z.output<typeof RecordsHeader>;

/** The last line: records by kind, by which a file that was cut short is known. */
export const RecordsEnd = z.object({ end: z.literal(true), records: z.record(z.string(), Count) });

export const ExportRecordsQuery = z.object({
  record: z.enum(RECORD_KINDS).describe('The kind that is asked for.'),
  after: text().optional().describe('`next` of the page before.'),
  file: boundedText({ max: LIMITS.filePathBytes })
    .optional()
    .describe(
      'The file that the export is written to. It is kept, so that a later `forget` can name the file.',
    ),
  digest: queryBoolean(false).describe(
    'Instead of records a digest of them all: as long as it is the same, no record of this kind has changed, counters, recalculated importance and discovered relationships aside.',
  ),
});
export type ExportRecordsQuery = z.output<typeof ExportRecordsQuery>;

export const ExportRecordsReply = component('ExportRecordsReply', {
  records: z.array(WorkspaceRecord).describe('The records in the order of their identifiers.'),
  next: z.string().nullable().describe('Names the next page; null on the last.'),
  digest: z.string().optional().describe('The digest, when it was asked for.'),
});
export type ExportRecordsReply = z.output<typeof ExportRecordsReply>;

export const RECORDS_MAX = 500;

/** Rules for a record that is here already and differs: the later one stands, the given one, or the one here. */
export const CONFLICT_RULES = ['newer', 'overwrite', 'keep'] as const;
export type ConflictRule = (typeof CONFLICT_RULES)[number];

export const ImportRecordsBody = component('ImportRecordsBody', {
  records: z
    .array(z.unknown())
    .min(1)
    .max(RECORDS_MAX)
    .describe(
      'The records of an export, or of another tool. Each is judged by itself: a bad one does not refuse the rest.',
    ),
  on_conflict: z
    .enum(CONFLICT_RULES)
    .default('newer')
    .describe(
      'Which record stands when the workspace has a different one: the later, the given, or the present one.',
    ),
  dry_run: z.boolean().default(false).describe('Tells what would become of them.'),
});
export type ImportRecordsBody = z.output<typeof ImportRecordsBody>;

export const RECORD_OUTCOMES = [
  'created',
  'updated',
  /** Here already, as it is. */
  'unchanged',
  /** Here already and different: the one here is later, or has the same date. */
  'kept',
  /** Forgotten here on purpose. */
  'forgotten',
  /** Another record here says the same. */
  'duplicate',
  /** A row that it refers to is not here. */
  'incomplete',
  /** No record in a form known here. */
  'invalid',
] as const;
export type RecordOutcome = (typeof RECORD_OUTCOMES)[number];

export const ImportRecordsReply = component('ImportRecordsReply', {
  outcomes: z.array(z.enum(RECORD_OUTCOMES)).describe('The outcome of each record, in their order.'),
  messages: z
    .array(z.object({ index: z.int(), message: z.string() }))
    .describe('Why records were not taken.'),
});
export type ImportRecordsReply = z.output<typeof ImportRecordsReply>;
