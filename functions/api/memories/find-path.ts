import { routes } from '@memory/contracts';
import { findPath } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/memories/path: a shortest path between two memories. */
export const handler = endpoint(routes.findPath, ({ workspace, body }, services) =>
  findPath(services, workspace, body),
);
