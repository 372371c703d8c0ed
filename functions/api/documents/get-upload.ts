import { getUpload } from '@memory/core';
import { endpoint } from '@memory/service';

/** GET /api/v1/documents/uploads/{id}: progress and result of an upload. */
export const handler = endpoint('getUpload', (services, workspace, { path }) =>
  getUpload(services, workspace, path.id),
);
