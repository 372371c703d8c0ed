import { GroundSettlement, ListGroundsQuery, ListGroundsReply, SettleGroundBody } from '../grounds.ts';
import type { Route } from '../http/route.ts';

/** Memories whose code changed, and what somebody said of them. */
export const groundRoutes = {
  listGrounds: {
    method: 'GET',
    path: '/api/v1/grounds',
    summary: 'Memories whose code changed or is gone, the most recalled first; or those that were settled.',
    tag: 'Grounds',
    scope: 'read',
    rate: 'read',
    query: ListGroundsQuery,
    status: 200,
    response: ListGroundsReply,
    errors: [],
    extension: true,
  },
  settleGround: {
    method: 'POST',
    path: '/api/v1/grounds/settle',
    summary: 'Say what becomes of a memory whose code changed: still true, updated, or obsolete.',
    tag: 'Grounds',
    scope: 'write',
    rate: 'write',
    body: SettleGroundBody,
    status: 201,
    response: GroundSettlement,
    errors: ['not_found', 'conflict', 'self_edge_not_allowed', 'duplicate_manual_relationship'],
    idempotent: true,
    sends: ['generateEmbedding'],
    extension: true,
  },
  reopenGround: {
    method: 'DELETE',
    path: '/api/v1/grounds/{id}',
    summary: 'Take back what was said of a memory whose code changed.',
    tag: 'Grounds',
    scope: 'write',
    rate: 'write',
    status: 204,
    errors: ['not_found', 'conflict'],
    sends: ['generateEmbedding'],
    extension: true,
  },
} as const satisfies Record<string, Route>;
