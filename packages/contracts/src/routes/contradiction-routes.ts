import {
  ListContradictionsQuery,
  ListContradictionsReply,
  SettleContradictionBody,
  Settlement,
} from '../contradictions.ts';
import type { Route } from '../http/route.ts';

/** What contradicts, and what somebody said of it. */
export const contradictionRoutes = {
  listContradictions: {
    method: 'GET',
    path: '/api/v1/contradictions',
    summary: 'Pairs of memories of which at most one may hold, the latest first; or those that were settled.',
    tag: 'Contradictions',
    scope: 'read',
    rate: 'read',
    query: ListContradictionsQuery,
    status: 200,
    response: ListContradictionsReply,
    errors: [],
    extension: true,
  },
  settleContradiction: {
    method: 'POST',
    path: '/api/v1/contradictions/settle',
    summary: 'Say which of two memories holds: the source replaces the target, both hold, or neither does.',
    tag: 'Contradictions',
    scope: 'write',
    rate: 'relationship',
    body: SettleContradictionBody,
    status: 201,
    response: Settlement,
    errors: ['not_found', 'self_edge_not_allowed', 'duplicate_manual_relationship'],
    idempotent: true,
    extension: true,
  },
  reopenContradiction: {
    method: 'DELETE',
    path: '/api/v1/contradictions/{id}',
    summary: 'Take back a settlement: the pair is open again, and both memories are as before.',
    tag: 'Contradictions',
    scope: 'write',
    rate: 'relationship',
    status: 204,
    errors: ['not_found'],
    extension: true,
  },
} as const satisfies Record<string, Route>;
