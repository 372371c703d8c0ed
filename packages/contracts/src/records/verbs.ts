import * as z from 'zod';
import { boundedText } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import {
  CONFLICT_RULES,
  ExportRecordsQuery,
  ExportRecordsReply,
  ImportRecordsBody,
  ImportRecordsReply,
  RECORDS_MAX,
  WorkspaceHeader,
} from './records.ts';
import { WorkspaceName } from '../workspaces.ts';
import { noun } from '../verb.ts';

export const records = noun('records', 'Service', {
  exportRecords: {
    summary: 'Everything of one kind in the workspace, page by page, as records that an import reads.',
    scope: 'read',
    input: ExportRecordsQuery,
    output: ExportRecordsReply,
    doors: { http: 'GET /export/records' },
  },
  importRecords: {
    summary:
      'Write records of an export with their identifiers and dates, or those of another tool; again, nothing is written.',
    scope: 'write',
    input: ImportRecordsBody,
    output: ImportRecordsReply,
    errors: ['conflict'],
    sends: ['generateEmbedding', 'generateSessionSummary'],
    doors: { http: 'POST /import' },
  },
  describeExport: {
    summary: 'What an export of a whole workspace begins with, and the kinds of its records in their order.',
    scope: 'operator',
    input: z.object({
      /** Where it is written to, for those who are to be told when something of it is forgotten. */
      file: boundedText({ max: LIMITS.filePathBytes }).nullable().default(null),
    }),
    output: z.object({ header: WorkspaceHeader, kinds: z.array(z.string()) }),
    doors: { operator: { of: 'workspace' } },
  },
  exportAnyRecords: {
    summary: 'A page of the records of a workspace, of any kind.',
    scope: 'operator',
    input: z.object({ record: z.string(), after: z.string().nullable().default(null) }),
    output: z.object({
      records: z.array(z.record(z.string(), z.unknown())),
      next: z.string().nullable(),
    }),
    doors: { operator: { of: 'workspace' } },
  },
  beginImport: {
    summary: 'Make the workspace that an export is of, or find it empty.',
    scope: 'operator',
    input: z.object({
      header: WorkspaceHeader,
      /** A workspace that is there; null: one with the id of the export's. */
      into: z.uuid().nullable().default(null),
      name: WorkspaceName.nullable().default(null),
      resume: z.boolean().default(false),
    }),
    output: z.object({
      workspace_id: z.string(),
      /** The admin key of a workspace that was made; undefined where there was one. */
      key: z.string().optional(),
      /** Kinds that this workspace cannot take, since it has another id. */
      left_out: z.array(z.string()),
    }),
    doors: { operator: { of: 'service' } },
  },
  importAnyRecords: {
    summary: 'Write records of any kind into a workspace.',
    scope: 'operator',
    input: z.object({
      records: z.array(z.unknown()).max(RECORDS_MAX),
      on_conflict: z.enum(CONFLICT_RULES).default('keep'),
    }),
    output: ImportRecordsReply.extend({
      redacted: z.int(),
    }),
    doors: { operator: { of: 'workspace' } },
  },
});
