import { retractRelationship } from '@memory/core';
import { endpoint } from '@memory/service';

/** DELETE /api/v1/relationships: retracts a declared relationship, with its mirrored row. */
export const handler = endpoint('deleteRelationship', (services, workspace, { query, body }) =>
  retractRelationship(services, workspace, { query, body }),
);
