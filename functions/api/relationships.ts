import { relationships } from '@memory/contracts';
import * as core from '@memory/core';
import { endpoint } from '@memory/service';

// /api/v1/relationships
export const createRelationship = endpoint(relationships, 'createRelationship', core.createRelationship);
export const deleteRelationship = endpoint(
  relationships,
  'deleteRelationship',
  (services, workspace, _, { query, body }) => core.retractRelationship(services, workspace, { query, body }),
);
