import { createRelationship } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/relationships: declares a relationship between two memories. */
export const handler = endpoint('createRelationship', (services, workspace, { body }) =>
  createRelationship(services, workspace, body),
);
