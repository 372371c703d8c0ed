import { importMemories } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/memories/import: keeps what another tool remembered, with its dates and authors. */
export const handler = endpoint('importMemories', (services, workspace, { body }) =>
  importMemories(services, workspace, body),
);
