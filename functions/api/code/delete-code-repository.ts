import { deleteCodeRepository } from '@memory/core';
import { endpoint } from '@memory/service';

/** DELETE /api/v1/code/repositories/{name}: deletes the index of a repository. */
export const handler = endpoint('deleteCodeRepository', (services, workspace, { path }) =>
  deleteCodeRepository(services, workspace, path.name),
);
