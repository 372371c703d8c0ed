import * as z from 'zod';
import {
  CreatedUpload,
  DOCUMENT_FORMATS,
  DOCUMENTS_MAX,
  IngestBatchReply,
  IngestedDocument,
} from '../documents.ts';
import { boundedText, LIMITS, Title } from '../fields.ts';
import { redactedSecrets } from './answers.ts';
import { labels, memoryType, workspaceId } from './fields.ts';
import { ADDS, BOTH, HTTP_ONLY, REPLACES, STDIO_ONLY, type ToolRow } from './tool.ts';

export const absolutePath = boundedText({ max: 4_096 });

/** One request holds 1 MiB. */
export const content = boundedText({ max: 1_000_000 }).describe('Markdown, HTML or plain text.');

const given = {
  memory_type: memoryType.default('wiki'),
  tags: labels.default([]),
  ...workspaceId,
};

const place = boundedText({ max: LIMITS.filePathBytes }).optional();

/** What the bridge says of a file, and others may: with them it is the same document whichever way it comes in. */
const whence = {
  source: place.describe(
    'The path of the document; with origin it identifies the document, instead of the title.',
  ),
  origin: place.describe('The repository of the document, such as github.com/owner/name.'),
  format: z.enum(DOCUMENT_FORMATS).optional().describe('Found out unless given.'),
  page_title: Title.optional().describe('What its parts are called after, where the title is a file name.'),
};

export const ingested = IngestedDocument.extend(redactedSecrets);
const ingestedBatch = IngestBatchReply.extend({ ...redactedSecrets, hint: z.string().optional() });

const ingesting = { scope: 'write', rate: 'write', hints: REPLACES } as const;

export const documentTools = {
  document_ingest: {
    ...ingesting,
    title: 'Ingest a document',
    description:
      'Make a document searchable: its text is split along its headings into memories. The same title again updates what changed and removes what is gone. Use for pages worth recalling, not for single facts (memory_store) or SDLC documents (sdlc_seed). Returns counts of created, updated, unchanged and removed parts.',
    transports: BOTH,
    input: z.object({ content, title: Title, ...given, ...whence }),
    output: ingested,
  },
  document_ingest_batch: {
    ...ingesting,
    title: 'Ingest documents',
    description:
      'Ingest several documents in one call of at most 1 MB. Use instead of many calls of document_ingest; for more, use an upload address or a batch file, whichever is offered. A bad document is reported by its index and the others are kept. Returns counts over all documents.',
    transports: BOTH,
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
  document_ingest_file: {
    ...ingesting,
    title: 'Ingest a local file',
    description:
      'Ingest one file of this machine by its absolute path: Markdown, text, HTML, RST, AsciiDoc, PDF, DOCX, notebook, OpenAPI. Use instead of pasting a file into document_ingest; for several use document_ingest_files_batch. The title is the file name unless given. Returns counts of created, updated, unchanged and removed parts.',
    transports: STDIO_ONLY,
    input: z.object({
      file_path: absolutePath.describe('Absolute path.'),
      title: Title.optional(),
      ...given,
    }),
    output: ingested,
  },
  document_ingest_files_batch: {
    ...ingesting,
    title: 'Ingest local files',
    description:
      'Ingest several documents of this machine (as document_ingest_file takes them) by their absolute paths, with one memory type and the same tags. Use for some files, not for folders. A file that cannot be read is reported by its index and the others are kept. Returns counts over all files.',
    transports: STDIO_ONLY,
    input: z.object({
      file_paths: z.array(absolutePath).min(1).max(DOCUMENTS_MAX).describe('Absolute paths.'),
      ...given,
    }),
    output: ingestedBatch,
    rest: 'mend these and send the documents again',
  },
  document_ingest_batch_from_file: {
    ...ingesting,
    title: 'Ingest a batch file',
    description:
      'Ingest the documents of one JSON file of this machine: an array of objects with content, title and optional memory_type and tags. Use when a batch is too long for document_ingest_batch; for files as they are, document_ingest_files_batch. Bad items are reported by index. Returns counts over all documents.',
    transports: STDIO_ONLY,
    input: z.object({ batch_file_path: absolutePath.describe('Absolute path.'), ...workspaceId }),
    output: ingestedBatch,
    rest: 'mend these and send the documents again',
  },
  document_ingest_batch_get_upload_url: {
    title: 'Upload address for documents',
    description:
      'Get an address to upload a large batch of documents to: a JSON array or JSON Lines of objects as document_ingest_batch takes them. Use when the batch is larger than 1 MB and you can send HTTP requests; otherwise document_ingest_batch. Returns the address, the form fields to send with the file, its size limit and its expiry.',
    transports: HTTP_ONLY,
    scope: 'write',
    rate: 'write',
    hints: ADDS,
    input: z.object(workspaceId),
    output: CreatedUpload,
  },
} as const satisfies Record<string, ToolRow>;
