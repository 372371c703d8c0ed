import { routes } from '@memory/contracts';
import { createRelationship } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/relationships: declares a relationship between two memories. */
export const handler = endpoint(routes.createRelationship, ({ workspace, body }, services) =>
  createRelationship(services, workspace, body),
);
