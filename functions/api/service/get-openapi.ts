import { createOpenApiDocument } from '@memory/contracts/openapi';
import { endpoint, type Runtime } from '@memory/service';

type Settings = Runtime['settings'];

/** Made once: turning every schema into JSON Schema takes longer than any other answer. */
const documents = new WeakMap<Settings, ReturnType<typeof createOpenApiDocument>>();

/** GET /api/v1/openapi.json: the document of this interface, in the deployment's identifier form. */
export const handler = endpoint('getOpenapi', ({ settings }) => Promise.resolve({ ...documentOf(settings) }));

function documentOf(settings: Settings) {
  const document =
    documents.get(settings) ??
    createOpenApiDocument({ form: settings.memoryIdForm, version: settings.version });
  documents.set(settings, document);
  return document;
}
