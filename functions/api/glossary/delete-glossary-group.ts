import { deleteGlossaryGroup } from '@memory/core';
import { endpoint } from '@memory/service';

/** DELETE /api/v1/glossary/{id}: takes a group back. */
export const handler = endpoint('deleteGlossaryGroup', async (services, workspace, { path }) => {
  await deleteGlossaryGroup(services, workspace, { id: path.id });
});
