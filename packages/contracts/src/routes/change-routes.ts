import { ListChangesQuery, ListChangesReply, UndoBody, UndoReply } from '../changes.ts';
import type { Route } from '../http/route.ts';

/** The history of memories. */
export const changeRoutes = {
  listChanges: {
    method: 'GET',
    path: '/api/v1/changes',
    summary:
      'What became of memories in the last 30 days: who changed what, from where, and what was before.',
    tag: 'History',
    scope: 'read',
    rate: 'read',
    query: ListChangesQuery,
    status: 200,
    response: ListChangesReply,
    errors: [],
    extension: true,
  },
  undoChanges: {
    method: 'POST',
    path: '/api/v1/changes/undo',
    summary: 'Take back a change, or all of a request, a run of a job or an import.',
    tag: 'History',
    scope: 'write',
    rate: 'write',
    body: UndoBody,
    status: 200,
    response: UndoReply,
    errors: ['not_found', 'conflict'],
    sends: ['generateEmbedding'],
    extension: true,
  },
} as const satisfies Record<string, Route>;
