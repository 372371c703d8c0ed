import * as z from 'zod';
import { boundedText, LIMITS, TimestampInput } from '../fields.ts';
import { ExportQuery, ExportReply } from './export.ts';
import { ExportRecordsQuery, ExportRecordsReply, ImportRecordsBody, ImportRecordsReply } from './records.ts';
import { WorkspaceName } from '../workspaces.ts';
import { noun } from '../verb.ts';

/** The first line of an export. */
export const ExportHeader = /* @__PURE__ */ (() =>
  z.object({
    format: z.literal('workspace-memory-export'),
    /** Version of the file's form. */
    version: z.literal(1),
    /** Latest migration of the database it comes from. */
    schema: z.string(),
    exported_at: TimestampInput,
    workspace: z.object({
      id: z.uuid(),
      name: WorkspaceName,
      language: z.string(),
      created_at: TimestampInput,
    }),
  }))();
export type ExportHeader = z.output<typeof ExportHeader>;

export const records = /* @__PURE__ */ noun('records', 'Service', () => ({
  exportRecords: {
    summary: 'Everything of one kind in the workspace, page by page, as records that an import reads.',
    scope: 'read',
    input: ExportRecordsQuery,
    output: ExportRecordsReply,
    doors: { http: 'GET /export/records' },
  },
  importRecords: {
    summary: 'Write records of an export, with their identifiers and dates; again, nothing is written.',
    scope: 'write',
    input: ImportRecordsBody,
    output: ImportRecordsReply,
    errors: ['conflict'],
    sends: ['generateEmbedding'],
    doors: { http: 'POST /import' },
  },
  exportMemories: {
    summary: 'All memories of the workspace, page by page.',
    scope: 'read',
    input: ExportQuery,
    output: ExportReply,
    doors: { http: 'GET /export' },
  },
  describeExport: {
    summary: 'What an export of a workspace begins with, and the tables it goes through.',
    scope: 'operator',
    input: z.object({
      /** Where it is written to, for those who are to be told when something of it is forgotten. */
      file: boundedText({ max: LIMITS.filePathBytes }).nullable().default(null),
    }),
    output: z.object({ header: ExportHeader, tables: z.array(z.string()) }),
    doors: { operator: { of: 'workspace' } },
  },
  exportRows: {
    summary: 'A page of the rows of a workspace in a table.',
    scope: 'operator',
    input: z.object({
      table: z.string(),
      after: z.array(z.string()).nullable().default(null),
    }),
    output: z.object({
      rows: z.array(z.record(z.string(), z.unknown())),
      next: z.array(z.string()).nullable(),
    }),
    doors: { operator: { of: 'workspace' } },
  },
  beginImport: {
    summary: 'Make the workspace that an export is of, or find it empty.',
    scope: 'operator',
    input: z.object({
      header: ExportHeader,
      /** A workspace that is there; null: one with the id of the export's. */
      into: z.uuid().nullable().default(null),
      name: WorkspaceName.nullable().default(null),
      /** Go on with an import that was broken off. */
      resume: z.boolean().default(false),
    }),
    output: z.object({
      workspace_id: z.string(),
      /** The admin key of a workspace that was made; undefined where there was one. */
      key: z.string().optional(),
      /** Tables that this workspace cannot take, since it has another id. */
      left_out: z.array(z.string()),
    }),
    doors: { operator: { of: 'service' } },
  },
  importRows: {
    summary: 'Write rows of an export into a workspace.',
    scope: 'operator',
    input: z.object({
      table: z.string(),
      rows: z.array(z.record(z.string(), z.unknown())).max(500),
    }),
    output: z.object({
      written: z.int(),
      /** Rows that refer to what is not there: the export was made while the workspace was written to. */
      leftOut: z.int(),
      /** Secrets that were replaced on the way. */
      redacted: z.int(),
    }),
    doors: { operator: { of: 'workspace' } },
  },
}));
