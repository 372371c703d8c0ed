import * as z from 'zod';
import {
  CreateUploadBody,
  CreatedUpload,
  DOCUMENTS_MAX,
  DeleteDocumentsBody,
  DeleteDocumentsReply,
  DocumentDetail,
  DocumentInput,
  IngestBatchBody,
  IngestedBatch,
  IngestedDocument,
  ListDocumentsQuery,
  ListDocumentsReply,
  Origin,
  Source,
  Upload,
  DOCUMENT_FORMATS,
  IngestBatchReply,
  SDLC_DOCUMENT_TYPES,
} from './documents.ts';
import { Title, text, boundedText } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { count, labels, memoryType, offset, redactedSecrets, workspaceId } from '../tools/shapes.ts';
import { ADDS, HTTP_ONLY, REPLACES, STDIO_ONLY } from '../tools/tool-door.ts';
import { noun } from '../verb.ts';

const absolutePath = boundedText({ max: 4_096 });

/** One request holds 1 MiB. */
const content = boundedText({ max: 1_000_000 }).describe('Markdown, HTML or plain text.');

const given = { memory_type: memoryType.default('wiki'), tags: labels.default([]), ...workspaceId };

const givenOfSdlc = {
  document_type: z.enum(SDLC_DOCUMENT_TYPES),
  deliverable_id: boundedText({ max: LIMITS.labelLength })
    .optional()
    .describe('What the document belongs to, such as a ticket or release.'),
  ...workspaceId,
};

const place = boundedText({ max: LIMITS.filePathBytes }).optional();

const ingested = IngestedDocument.extend(redactedSecrets);
const ingestedBatch = IngestBatchReply.extend({ ...redactedSecrets, hint: z.string().optional() });

export const documents = noun('documents', 'Documents', {
  ingestDocument: {
    summary: 'Turn a document into memories; again, only what changed is written.',
    scope: 'write',
    input: DocumentInput,
    output: IngestedDocument,
    sends: ['generateEmbedding'],
    uses: ['documents'],
    doors: {
      http: { at: 'POST /documents', status: 201, idempotent: true },
      tool: {
        name: 'document_ingest',
        title: 'Ingest a document',
        description:
          'Make a document searchable: its text is split along its headings into memories. The same title again updates what changed and removes what is gone. Use for pages worth recalling, not for single facts (memory_store) or SDLC documents (sdlc_seed). Returns counts of created, updated, unchanged and removed parts.',
        hints: REPLACES,
        input: z.object({
          content: content,
          title: Title,
          ...given,
          // Given by the bridge of a file, and by others: with them it is the same document whichever way it comes in.
          source: place.describe(
            'The path of the document; with origin it identifies the document, instead of the title.',
          ),
          origin: place.describe('The repository of the document, such as github.com/owner/name.'),
          format: z.enum(DOCUMENT_FORMATS).optional().describe('Found out unless given.'),
          page_title: Title.optional().describe(
            'What its parts are called after, where the title is a file name.',
          ),
        }),
        output: ingested,
      },
    },
  },
  ingestBatch: {
    summary: 'Ingest up to 500 documents; bad ones are reported by index, good ones kept.',
    scope: 'write',
    input: IngestBatchBody,
    output: IngestedBatch,
    sends: ['generateEmbedding'],
    uses: ['documents'],
    doors: {
      http: 'POST /documents/batch',
      tool: {
        name: 'document_ingest_batch',
        title: 'Ingest documents',
        description:
          'Ingest several documents in one call of at most 1 MB. Use instead of many calls of document_ingest; for more, use an upload address or a batch file, whichever is offered. A bad document is reported by its index and the others are kept. Returns counts over all documents.',
        hints: REPLACES,
        input: z.object({
          documents: z
            .array(z.record(z.string(), z.unknown()))
            .min(1)
            .max(DOCUMENTS_MAX)
            .describe('Objects with content, title, and optional memory_type (wiki) and tags.'),
          ...workspaceId,
        }),
        output: ingestedBatch,
        rest: 'mend these and send the documents again',
      },
    },
  },
  createUpload: {
    summary: 'An address that takes one large file of documents: a JSON array or JSON Lines.',
    scope: 'write',
    input: CreateUploadBody,
    output: CreatedUpload,
    uses: ['uploads'],
    doors: {
      http: { at: 'POST /documents/upload-url', status: 201 },
      tool: {
        name: 'document_ingest_batch_get_upload_url',
        title: 'Upload address for documents',
        description:
          'Get an address to upload a large batch of documents to: a JSON array or JSON Lines of objects as document_ingest_batch takes them. Use when the batch is larger than 1 MB and you can send HTTP requests; otherwise document_ingest_batch. Returns the address, the form fields to send with the file, its size limit and its expiry.',
        transports: HTTP_ONLY,
        hints: ADDS,
        input: z.object(workspaceId),
        output: CreatedUpload,
      },
    },
  },
  getUpload: {
    summary: 'Progress and result of an upload.',
    scope: 'read',
    output: Upload,
    errors: ['not_found'],
    doors: { http: 'GET /documents/uploads/{id}' },
  },
  listDocuments: {
    summary: 'The documents of the workspace, the newest first.',
    scope: 'read',
    input: ListDocumentsQuery,
    output: ListDocumentsReply,
    doors: {
      http: 'GET /documents',
      tool: {
        name: 'document_list',
        title: 'List documents',
        description:
          'List what was ingested, the newest first, with where it comes from and how many memories it has. Use before document_delete, or to see whether a page is there; to find what documents say use memory_search.',
        input: z.object({
          origin: Origin.optional().describe('Only of this repository or folder.'),
          under: Source.optional().describe('Only below this folder of its origin.'),
          limit: count({ max: 100, default: 50 }),
          offset,
        }),
        output: z.object({
          notice: z.string().optional(),
          count: z.int(),
          results: z.array(
            z.object({
              document_id: z.string(),
              title: z.string(),
              source: z.string().optional(),
              origin: z.string().optional(),
              date: z.string(),
              memories: z.int(),
            }),
          ),
          hint: z.string().optional(),
        }),
        rest: 'call again with offset',
      },
    },
  },
  getDocument: {
    summary: 'One document with its sections in order.',
    scope: 'read',
    output: DocumentDetail,
    errors: ['not_found'],
    doors: { http: 'GET /documents/{id}' },
  },
  deleteDocument: {
    summary: 'Delete a document and the memories of its sections.',
    scope: 'write',
    errors: ['not_found'],
    doors: { http: 'DELETE /documents/{id}' },
  },
  deleteDocuments: {
    summary: 'Delete up to 500 documents and the memories of their sections.',
    scope: 'write',
    input: DeleteDocumentsBody,
    output: DeleteDocumentsReply,
    doors: {
      http: 'POST /documents/batch-delete',
      tool: {
        name: 'document_delete',
        title: 'Delete a document',
        description:
          'Delete an ingested document with all its memories: one that is gone at its source, or came in by mistake. A page that changed should be ingested again instead. To bring it back, ingest it again; its memories then have new identifiers.',
        hints: { ...REPLACES, idempotentHint: false },
        input: z.object({ document_id: text().describe('From document_list.') }),
        output: z.object({ document_id: z.string(), removed: z.int(), hint: z.string() }),
      },
    },
  },
  ingestFile: {
    scope: 'write',
    doors: {
      tool: {
        name: 'document_ingest_file',
        title: 'Ingest a local file',
        description:
          'Ingest one file of this machine by its absolute path: Markdown, text, HTML, RST, AsciiDoc, PDF, DOCX, notebook, OpenAPI. Use instead of pasting a file into document_ingest; for several use document_ingest_files_batch. The title is the file name unless given. Returns counts of created, updated, unchanged and removed parts.',
        transports: STDIO_ONLY,
        hints: REPLACES,
        input: z.object({
          file_path: absolutePath.describe('Absolute path.'),
          title: Title.optional(),
          ...given,
        }),
        output: ingested,
      },
    },
  },
  ingestFiles: {
    scope: 'write',
    doors: {
      tool: {
        name: 'document_ingest_files_batch',
        title: 'Ingest local files',
        description:
          'Ingest several documents of this machine (as document_ingest_file takes them) by their absolute paths, with one memory type and the same tags. Use for some files, not for folders. A file that cannot be read is reported by its index and the others are kept. Returns counts over all files.',
        transports: STDIO_ONLY,
        hints: REPLACES,
        input: z.object({
          file_paths: z.array(absolutePath).min(1).max(DOCUMENTS_MAX).describe('Absolute paths.'),
          ...given,
        }),
        output: ingestedBatch,
        rest: 'mend these and send the documents again',
      },
    },
  },
  ingestBatchFile: {
    scope: 'write',
    doors: {
      tool: {
        name: 'document_ingest_batch_from_file',
        title: 'Ingest a batch file',
        description:
          'Ingest the documents of one JSON file of this machine: an array of objects with content, title and optional memory_type and tags. Use when a batch is too long for document_ingest_batch; for files as they are, document_ingest_files_batch. Bad items are reported by index. Returns counts over all documents.',
        transports: STDIO_ONLY,
        hints: REPLACES,
        input: z.object({ batch_file_path: absolutePath.describe('Absolute path.'), ...workspaceId }),
        output: ingestedBatch,
        rest: 'mend these and send the documents again',
      },
    },
  },
  seedSdlc: {
    scope: 'write',
    doors: {
      tool: {
        name: 'sdlc_seed',
        title: 'Seed SDLC knowledge',
        description:
          'Keep a document of the development process (spec, plan, result, changelog or knowledge) as sdlc_knowledge memories, tied to a deliverable if given. Its first heading is its title; seeding the same title again updates it. For other pages use document_ingest. Returns counts of created, updated, unchanged and removed parts.',
        hints: REPLACES,
        input: z.object({ content: content, ...givenOfSdlc }),
        output: ingested,
      },
    },
  },
  seedSdlcFile: {
    scope: 'write',
    doors: {
      tool: {
        name: 'sdlc_seed_from_file',
        title: 'Seed SDLC knowledge from a file',
        description:
          'Keep one file of this machine, by its absolute path, as sdlc_seed keeps a text: a spec, plan, result, changelog or knowledge. Use instead of pasting the file; for other files use document_ingest_file. Returns counts of created, updated, unchanged and removed parts.',
        transports: STDIO_ONLY,
        hints: REPLACES,
        input: z.object({ file_path: absolutePath.describe('Absolute path.'), ...givenOfSdlc }),
        output: ingested,
      },
    },
  },
  createSdlcUpload: {
    scope: 'write',
    doors: {
      tool: {
        name: 'sdlc_seed_get_upload_url',
        title: 'Upload address for SDLC knowledge',
        description:
          'Get an address for a large SDLC batch: a JSON array or JSON Lines of objects with content and optional title, tags, document_type (knowledge by default) and deliverable_id. Use when it is larger than 1 MB; otherwise sdlc_seed. Returns the address, the form fields to send with the file, its size limit and its expiry.',
        transports: HTTP_ONLY,
        hints: ADDS,
        input: z.object(workspaceId),
        output: CreatedUpload,
      },
    },
  },
});
