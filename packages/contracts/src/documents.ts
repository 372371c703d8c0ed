import * as z from 'zod';
import { boundedText, Labels, LIMITS, normalizeFilePath, pageQuery, Timestamp, Title } from './fields.ts';
import { MemoryTypeSchema } from './memories.ts';

export const SDLC_DOCUMENT_TYPES = ['spec', 'plan', 'result', 'changelog', 'knowledge'] as const;
export const SdlcDocumentType = z.enum(SDLC_DOCUMENT_TYPES);
export type SdlcDocumentType = z.output<typeof SdlcDocumentType>;

/** Code points of one document: a request holds less, an upload's item may come near. */
const CONTENT_LENGTH = 8_000_000;

/** One document as callers send it. */
export const DocumentInput = z
  .object({
    content: boundedText({ max: CONTENT_LENGTH }).meta({ description: 'Markdown, HTML or plain text.' }),
    title: Title,
    memory_type: MemoryTypeSchema.default('wiki'),
    tags: Labels.default([]),
    source: boundedText({ max: LIMITS.filePathBytes })
      .transform(normalizeFilePath)
      .nullable()
      .default(null)
      .meta({
        description:
          'Where it comes from, such as its path: its identity when it is ingested again. The title otherwise.',
      }),
    document_type: SdlcDocumentType.nullable().default(null).meta({
      description: 'Makes it SDLC knowledge of this kind; its memories are then of type `sdlc_knowledge`.',
    }),
    deliverable_id: boundedText({ max: LIMITS.labelLength }).nullable().default(null),
  })
  .meta({ id: 'DocumentInput' });
export type DocumentInput = z.output<typeof DocumentInput>;

const ingestCounts = {
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  removed: z.int(),
};

export const IngestedDocument = z
  .object({ document_id: z.uuid(), title: z.string(), ...ingestCounts })
  .meta({ id: 'IngestedDocument' });
export type IngestedDocument = z.output<typeof IngestedDocument>;

const ItemError = z.object({ index: z.int(), msg: z.string() }).meta({ id: 'DocumentItemError' });
export type ItemError = z.output<typeof ItemError>;

export const DOCUMENTS_MAX = 500;

/** Each document is judged on its own, so one bad item does not refuse the rest. */
export const IngestBatchBody = z
  .object({ documents: z.array(z.unknown()).min(1).max(DOCUMENTS_MAX) })
  .meta({ id: 'IngestBatchBody' });
export type IngestBatchBody = z.output<typeof IngestBatchBody>;

export const IngestBatchReply = z
  .object({ documents: z.int(), ...ingestCounts, errors: z.array(ItemError) })
  .meta({ id: 'IngestBatchReply' });
export type IngestBatchReply = z.output<typeof IngestBatchReply>;

export const UPLOAD_STATES = ['waiting', 'processing', 'complete', 'failed', 'expired'] as const;

/** What an upload holds: a batch of documents, or of SDLC documents. */
export const CreateUploadBody = z
  .object({
    purpose: z.enum(['documents', 'sdlc']).default('documents'),
    document_type: SdlcDocumentType.nullable().default(null).meta({
      description:
        'Given to every document of the upload that names none; `knowledge` by default when the purpose is `sdlc`.',
    }),
    deliverable_id: boundedText({ max: LIMITS.labelLength }).nullable().default(null),
  })
  .default({ purpose: 'documents', document_type: null, deliverable_id: null })
  .meta({ id: 'CreateUploadBody' });
export type CreateUploadBody = z.output<typeof CreateUploadBody>;

export const CreatedUpload = z
  .object({
    upload_id: z.uuid(),
    url: z.string(),
    method: z.literal('POST'),
    fields: z.record(z.string(), z.string()).meta({
      description: 'Fields of the `multipart/form-data` form; the field `file` follows them.',
    }),
    max_bytes: z.int(),
    expires_at: Timestamp,
  })
  .meta({ id: 'CreatedUpload' });
export type CreatedUpload = z.output<typeof CreatedUpload>;

export const Upload = z
  .object({
    upload_id: z.uuid(),
    state: z.enum(UPLOAD_STATES),
    documents: z.int(),
    ...ingestCounts,
    error_count: z.int(),
    errors: z.array(ItemError).meta({ description: 'The first 100.' }),
    redacted_secrets: z.int().meta({ description: 'Secrets replaced before anything was stored.' }),
    bytes_read: z.int(),
    bytes_total: z.int().nullable(),
    failure: z.string().nullable().meta({ description: 'Why the upload as a whole failed.' }),
    created_at: Timestamp,
    expires_at: Timestamp,
    completed_at: Timestamp.nullable(),
  })
  .meta({ id: 'Upload' });
export type Upload = z.output<typeof Upload>;

const documentFields = {
  id: z.uuid(),
  title: z.string(),
  source: z.string().nullable(),
  memory_type: MemoryTypeSchema,
  document_type: SdlcDocumentType.nullable(),
  deliverable_id: z.string().nullable(),
  tags: z.array(z.string()),
  section_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp.nullable(),
};

export const DocumentRecord = z.object(documentFields).meta({ id: 'Document' });
export type DocumentRecord = z.output<typeof DocumentRecord>;

export const DocumentDetail = z
  .object({
    ...documentFields,
    sections: z
      .array(z.object({ memory_ref: z.string(), title: z.string(), heading_path: z.array(z.string()) }))
      .meta({ description: 'In the order of the document: the neighbours of a section stand beside it.' }),
  })
  .meta({ id: 'DocumentDetail' });
export type DocumentDetail = z.output<typeof DocumentDetail>;

export const ListDocumentsQuery = z.object(pageQuery({ max: 500, default: 50 }));
export type ListDocumentsQuery = z.output<typeof ListDocumentsQuery>;

export const ListDocumentsReply = z
  .object({
    count: z.int().meta({ description: 'All documents of the workspace.' }),
    results: z.array(DocumentRecord),
  })
  .meta({ id: 'ListDocumentsReply' });
export type ListDocumentsReply = z.output<typeof ListDocumentsReply>;
