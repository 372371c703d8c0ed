import { routes } from '@memory/contracts';
import { addGlossaryGroup } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** POST /api/v1/glossary: says which words mean the same. */
export const handler = endpoint(routes.addGlossaryGroup, ({ workspace, body }, services) =>
  addGlossaryGroup(services, workspace, body),
);
