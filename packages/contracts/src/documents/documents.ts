import * as z from 'zod';
import { component, boundedText, Labels, normalizeFilePath, pageQuery, Timestamp, Title } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { MemoryTypeSchema } from '../memories/memory.ts';

export const SDLC_DOCUMENT_TYPES = ['spec', 'plan', 'result', 'changelog', 'knowledge'] as const;
export const SdlcDocumentType = z.enum(SDLC_DOCUMENT_TYPES);
export type SdlcDocumentType = z.output<typeof SdlcDocumentType>;

/** Code points of one document: a request holds less, an upload's item may come near. */
const CONTENT_LENGTH = 8_000_000;

export const DOCUMENT_FORMATS = [
  'markdown',
  'text',
  'html',
  'rst',
  'asciidoc',
  'notebook',
  'openapi',
  'pdf',
  'docx',
] as const;
const DocumentFormatSchema = z.enum(DOCUMENT_FORMATS);

const ORIGIN = 'The repository or folder it comes from. With the source it is the identity of the document.';

/** Which repository or folder something comes from; two of them never overwrite each other (decision 49). */
export const Origin = boundedText({ max: LIMITS.filePathBytes }).transform((origin) => origin.trim());

export const Source = boundedText({ max: LIMITS.filePathBytes }).transform(normalizeFilePath);

export const DocumentInput = z
  .object({
    content: boundedText({ max: CONTENT_LENGTH }).describe(
      'The text of the document; with `encoding` `base64` the bytes of its file.',
    ),
    encoding: z.enum(['text', 'base64']).default('text'),
    format: DocumentFormatSchema.nullable()
      .default(null)
      .describe('What the content is; otherwise its source or its own beginning says so.'),
    title: Title,
    page_title: Title.nullable()
      .default(null)
      .describe('What its parts are called after, where the title is only a file name.'),
    memory_type: MemoryTypeSchema.default('wiki'),
    tags: Labels.default([]),
    source: Source.nullable()
      .default(null)
      .describe(
        'Where it comes from, such as its path: its identity when it is ingested again. The title otherwise.',
      ),
    origin: Origin.nullable().default(null).describe(ORIGIN),
    document_type: SdlcDocumentType.nullable()
      .default(null)
      .describe('Makes it SDLC knowledge of this kind; its memories are then of type `sdlc_knowledge`.'),
    deliverable_id: boundedText({ max: LIMITS.labelLength }).nullable().default(null),
  })
  .refine(({ content, encoding }) => encoding !== 'base64' || !/[^A-Za-z0-9+/=\s]/u.test(content), {
    error: 'Content should be base64',
    path: ['content'],
  })
  .meta({ id: 'DocumentInput' });
export type DocumentInput = z.output<typeof DocumentInput>;

const ingestCounts = {
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  removed: z.int(),
};

export const IngestedDocument = component('IngestedDocument', {
  document_id: z.uuid(),
  title: z.string(),
  ...ingestCounts,
});
export type IngestedDocument = z.output<typeof IngestedDocument>;

const ItemError = component('DocumentItemError', { index: z.int(), msg: z.string() });
export type ItemError = z.output<typeof ItemError>;

export const DOCUMENTS_MAX = 500;

export const GONE_MAX = 5_000;

const GoneDocuments = z.object({ origin: Origin, sources: z.array(Source).max(GONE_MAX) });
export type GoneDocuments = z.output<typeof GoneDocuments>;

/** Each document is judged on its own, so one bad item does not refuse the rest. */
export const IngestBatchBody = component('IngestBatchBody', {
  documents: z.array(z.unknown()).min(1).max(DOCUMENTS_MAX),
  gone: GoneDocuments.nullable()
    .default(null)
    .describe(
      'Sources that are no longer there: a document of the batch that holds the text of one was renamed and keeps its memories.',
    ),
});
export type IngestBatchBody = z.output<typeof IngestBatchBody>;

const Renamed = component('RenamedDocument', { from: z.string(), to: z.string() });

export const IngestBatchReply = component('IngestBatchReply', {
  documents: z.int(),
  ...ingestCounts,
  errors: z.array(ItemError),
});
export type IngestBatchReply = z.output<typeof IngestBatchReply>;

const INGEST_COUNTS = ['documents', 'created', 'updated', 'unchanged', 'removed'] as const;
export type IngestCounts = Record<(typeof INGEST_COUNTS)[number], number>;

export const noCounts = (): IngestCounts => ({
  documents: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  removed: 0,
});

export function addCounts(total: IngestCounts, more: Partial<IngestCounts>): void {
  for (const name of INGEST_COUNTS) total[name] += more[name] ?? 0;
}

/** The endpoint's answer names the documents that have moved besides. */
export const IngestedBatch = IngestBatchReply.extend({
  renamed: z.array(Renamed).describe('Documents that were gone at one place and new at another.'),
}).meta({ id: 'IngestedBatch' });
export type IngestedBatch = z.output<typeof IngestedBatch>;

const UPLOAD_STATES = ['waiting', 'processing', 'complete', 'failed', 'expired'] as const;

/** Places that the sources of an upload may be gone from. */
const GONE_ORIGINS_MAX = 100;

export const CreateUploadBody = z
  .object({
    purpose: z.enum(['documents', 'sdlc']).default('documents'),
    document_type: SdlcDocumentType.nullable()
      .default(null)
      .describe(
        'Given to every document of the upload that names none; `knowledge` by default when the purpose is `sdlc`.',
      ),
    deliverable_id: boundedText({ max: LIMITS.labelLength }).nullable().default(null),
    gone: z
      .array(GoneDocuments)
      .max(GONE_ORIGINS_MAX)
      .default([])
      .describe(
        'Sources that are no longer there: a document of the upload that holds the text of one was renamed and keeps its memories.',
      ),
  })
  .default({ purpose: 'documents', document_type: null, deliverable_id: null, gone: [] })
  .meta({ id: 'CreateUploadBody' });
export type CreateUploadBody = z.output<typeof CreateUploadBody>;

export const CreatedUpload = component('CreatedUpload', {
  upload_id: z.uuid(),
  url: z.string(),
  method: z.literal('POST'),
  fields: z
    .record(z.string(), z.string())
    .describe('Fields of the `multipart/form-data` form; the field `file` follows them.'),
  max_bytes: z.int(),
  expires_at: Timestamp,
});
export type CreatedUpload = z.output<typeof CreatedUpload>;

export const Upload = component('Upload', {
  upload_id: z.uuid(),
  state: z.enum(UPLOAD_STATES),
  documents: z.int(),
  ...ingestCounts,
  error_count: z.int(),
  errors: z.array(ItemError).describe('The first 100.'),
  redacted_secrets: z.int().describe('Secrets replaced before anything was stored.'),
  bytes_read: z.int(),
  bytes_total: z.int().nullable(),
  failure: z.string().nullable().describe('Why the upload as a whole failed.'),
  created_at: Timestamp,
  expires_at: Timestamp,
  completed_at: Timestamp.nullable(),
});
export type Upload = z.output<typeof Upload>;

const documentFields = {
  id: z.uuid(),
  title: z.string(),
  source: z.string().nullable(),
  origin: z.string().nullable().describe('Null when the documents came without an origin.'),
  memory_type: MemoryTypeSchema,
  document_type: SdlcDocumentType.nullable(),
  deliverable_id: z.string().nullable(),
  tags: z.array(z.string()),
  section_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp.nullable(),
};

export const DocumentRecord = component('Document', documentFields);
export type DocumentRecord = z.output<typeof DocumentRecord>;

export const DocumentDetail = component('DocumentDetail', {
  ...documentFields,
  sections: z
    .array(
      z.object({
        memory_ref: z.string(),
        title: z.string(),
        heading_path: z.array(z.string()),
        beginning: z.string().describe('Extension: how its text begins.'),
      }),
    )
    .describe('The sections in the order of the document.'),
});
export type DocumentDetail = z.output<typeof DocumentDetail>;

export const ListDocumentsQuery = z.object({
  ...pageQuery({ max: 500, default: 50 }),
  origin: Origin.optional(),
  under: Source.optional().describe('A folder: only documents whose source lies below it.'),
});
export type ListDocumentsQuery = z.output<typeof ListDocumentsQuery>;

export const ListDocumentsReply = component('ListDocumentsReply', {
  count: z.int().describe('All documents that match the query.'),
  results: z.array(DocumentRecord),
});
export type ListDocumentsReply = z.output<typeof ListDocumentsReply>;

export const DeleteDocumentsBody = component('DeleteDocumentsBody', {
  document_ids: z.array(z.string()).max(DOCUMENTS_MAX),
});
export type DeleteDocumentsBody = z.output<typeof DeleteDocumentsBody>;

export const DeleteDocumentsReply = component('DeleteDocumentsReply', {
  deleted_count: z.int(),
  removed: z.int().describe('Memories that went with them.'),
});
export type DeleteDocumentsReply = z.output<typeof DeleteDocumentsReply>;
