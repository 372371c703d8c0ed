import { routes } from '@memory/contracts';
import { getUpload } from '@memory/core';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/documents/uploads/{id}: progress and result of an upload. */
export const handler = endpoint(routes.getUpload, ({ workspace, path }, services) =>
  getUpload(services, workspace, path.id),
);
