import { service } from '@memory/contracts';
import { createOpenApiDocument } from '@memory/contracts/openapi';
import * as core from '@memory/core';
import { endpoint, type Runtime } from '@memory/service';

/** Made once: turning every schema into JSON Schema takes longer than any other answer. */
const documents = new WeakMap<Runtime['settings'], ReturnType<typeof createOpenApiDocument>>();

/** /api/v1/openapi.json, in the deployment's identifier form. */
export const getOpenapi = endpoint(service, 'getOpenapi', ({ settings }) => {
  const { memoryIdForm: form, version } = settings;
  const document = documents.get(settings) ?? createOpenApiDocument({ form, version });
  documents.set(settings, document);
  return Promise.resolve({ ...document });
});

// /api/v1/stats
export const getStats = endpoint(service, 'getStats', core.getStats);
