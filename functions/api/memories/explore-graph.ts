import { exploreGraph } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/memories/explore: the neighbourhood of the memories that match a query. */
export const handler = endpoint('exploreGraph', (services, workspace, { body }) =>
  exploreGraph(services, workspace, body),
);
