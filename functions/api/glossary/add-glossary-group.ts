import { addGlossaryGroup } from '@memory/core';
import { endpoint } from '@memory/service';

/** POST /api/v1/glossary: says which words mean the same. */
export const handler = endpoint('addGlossaryGroup', (services, workspace, { body }) =>
  addGlossaryGroup(services, workspace, body),
);
