import { routes } from '@memory/contracts';
import { exploreGraph } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/memories/explore: the neighbourhood of the memories that match a query. */
export const handler = endpoint(routes.exploreGraph, ({ workspace, body }, services) =>
  exploreGraph(services, workspace, body),
);
