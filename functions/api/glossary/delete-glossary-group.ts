import { routes } from '@memory/contracts';
import { deleteGlossaryGroup } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** DELETE /api/v1/glossary/{id}: takes a group back. */
export const handler = endpoint(routes.deleteGlossaryGroup, async ({ workspace, path }, services) => {
  await deleteGlossaryGroup(services, workspace, { id: path.id });
});
