import { listGlossary } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/glossary: the workspace's own groups. */
export const handler = endpoint('listGlossary', (services, workspace) => listGlossary(services, workspace));
