import { storeAnchors } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/grounds/anchors: ties memories to code as it was when they were written. */
export const handler = endpoint('storeAnchors', (services, workspace, { body }) =>
  storeAnchors(services, workspace, body),
);
