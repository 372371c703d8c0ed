import { routes } from '@memory/contracts';
import { listGlossary } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/glossary: the workspace's own groups. */
export const handler = endpoint(routes.listGlossary, ({ workspace }, services) =>
  listGlossary(services, workspace),
);
