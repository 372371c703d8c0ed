import {
  CreateRelationshipBody,
  CreateRelationshipReply,
  DeleteRelationshipBody,
  DeleteRelationshipQuery,
} from '../relationships.ts';
import type { Route } from '../http/route.ts';

/** Relationships that callers declare. */
export const relationshipRoutes = {
  createRelationship: {
    method: 'POST',
    path: '/api/v1/relationships',
    summary: 'Declare a relationship between two memories.',
    tag: 'Relationships',
    scope: 'write',
    rate: 'relationship',
    body: CreateRelationshipBody,
    status: 201,
    response: CreateRelationshipReply,
    errors: [
      'not_found',
      'self_edge_not_allowed',
      'excluded_relationship_type',
      'duplicate_manual_relationship',
    ],
    idempotent: true,
  },
  deleteRelationship: {
    method: 'DELETE',
    path: '/api/v1/relationships',
    summary: 'Retract a declared relationship, named by its id or by source, target and type.',
    tag: 'Relationships',
    scope: 'write',
    rate: 'relationship',
    query: DeleteRelationshipQuery,
    body: DeleteRelationshipBody.optional(),
    status: 204,
    errors: ['not_found', 'relationship_not_manual'],
  },
} as const satisfies Record<string, Route>;
