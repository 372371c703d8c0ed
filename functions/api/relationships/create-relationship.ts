import { createRelationship } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/relationships: declares a relationship between two memories. */
export const handler = endpoint('createRelationship', (services, workspace, { body }) =>
  createRelationship(services, workspace, body),
);
