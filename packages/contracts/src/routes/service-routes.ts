import * as z from 'zod';
import { ExportQuery, ExportReply } from '../records/export.ts';
import type { Route } from '../http/route.ts';

/** The service itself, and all that a workspace holds. */
export const serviceRoutes = {
  exportMemories: {
    method: 'GET',
    path: '/api/v1/export',
    summary: 'All memories of the workspace, page by page.',
    tag: 'Service',
    scope: 'read',
    rate: 'read',
    query: ExportQuery,
    status: 200,
    response: ExportReply,
    errors: [],
    extension: true,
  },
  getOpenapi: {
    method: 'GET',
    path: '/api/v1/openapi.json',
    summary: 'This document.',
    tag: 'Service',
    scope: 'read',
    rate: 'read',
    status: 200,
    response: z.record(z.string(), z.unknown()),
    errors: [],
    extension: true,
  },
} as const satisfies Record<string, Route>;
