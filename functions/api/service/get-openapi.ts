import { routes } from '@memory/contracts';
import { createOpenApiDocument } from '@memory/contracts/openapi';
import { endpoint } from '@memory/runtime';

/** GET /api/v1/openapi.json: the document of this interface, in the deployment's identifier form. */
export const handler = endpoint(routes.getOpenapi, (_request, { settings }) =>
  Promise.resolve({
    ...createOpenApiDocument({ form: settings.memoryIdForm, version: settings.version }),
  }),
);
