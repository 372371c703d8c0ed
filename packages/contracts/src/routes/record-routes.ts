import {
  ExportRecordsQuery,
  ExportRecordsReply,
  ImportRecordsBody,
  ImportRecordsReply,
} from '../records/records.ts';
import type { Route } from '../http/route.ts';

/** All that a workspace holds, as records that leave it and come back. */
export const recordRoutes = {
  exportRecords: {
    method: 'GET',
    path: '/api/v1/export/records',
    summary: 'Everything of one kind in the workspace, page by page, as records that an import reads.',
    tag: 'Service',
    scope: 'read',
    rate: 'read',
    query: ExportRecordsQuery,
    status: 200,
    response: ExportRecordsReply,
    errors: [],
    extension: true,
  },
  importRecords: {
    method: 'POST',
    path: '/api/v1/import',
    summary: 'Write records of an export, with their identifiers and dates; again, nothing is written.',
    tag: 'Service',
    scope: 'write',
    rate: 'write',
    body: ImportRecordsBody,
    status: 200,
    response: ImportRecordsReply,
    errors: ['conflict'],
    sends: ['generateEmbedding'],
    extension: true,
  },
} as const satisfies Record<string, Route>;
