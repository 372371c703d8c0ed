import { findPath } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/memories/path: a shortest path between two memories. */
export const handler = endpoint('findPath', (services, workspace, { body }) =>
  findPath(services, workspace, body),
);
