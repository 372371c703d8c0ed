import { describe, expect } from 'vitest';
import { routeEntries, type RouteName } from '@memory/contracts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

interface Operation {
  operationId: string;
  'x-extension'?: boolean;
  security: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: object;
  responses: Record<string, unknown>;
}

interface Document {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: Record<string, unknown>; required?: string[] }> };
}

const read = async (service: TestWorkspace): Promise<Document> =>
  (await service.get('/api/v1/openapi.json')).body as Document;

/** The operations that the specification lists. */
const SPECIFIED: readonly RouteName[] = [
  'storeMemory',
  'listMemories',
  'getMemory',
  'updateMemory',
  'deleteMemory',
  'batchDeleteMemories',
  'listRelatedMemories',
  'recordAccess',
  'recordRetrieval',
  'recordFeedback',
  'searchMemories',
  'getGraph',
  'exploreGraph',
  'findPath',
  'createRelationship',
  'deleteRelationship',
  'startSession',
  'endSession',
  'getSessionContext',
  'listSessions',
  'getSession',
  'updateSession',
];

describe('the OpenAPI document', () => {
  verifies('http.openapi.served', async ({ service }) => {
    const reply = await service.get('/api/v1/openapi.json');
    expect(reply.status).toBe(200);
    const document = reply.body as Document;
    expect(document.openapi).toMatch(/^3\.1\.\d$/u);
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, method.toUpperCase(), path]),
    );
    const byName = ([a = '']: string[], [b = '']: string[]) => a.localeCompare(b);
    expect(documented.toSorted(byName)).toEqual(
      routeEntries.map(([name, { method, path }]) => [name, method, path]).toSorted(byName),
    );
    for (const [name, route] of routeEntries) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()];
      expect(Object.keys(operation?.responses ?? {}), name).toContain(String(route.status));
      for (const status of ['401', '403', '429']) expect(operation?.responses).toHaveProperty(status);
      const inPath = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(route.path.match(/\{\w+\}/gu) ?? []);
      expect(operation?.requestBody !== undefined).toBe(route.body !== undefined);
    }
  });

  verifies(['http.openapi.extensions-marked', 'http.extensions.under-api-v1'], async ({ service }) => {
    const { paths } = await read(service);
    for (const [path, methods] of Object.entries(paths))
      for (const { operationId, 'x-extension': extension } of Object.values(methods)) {
        expect(path).toMatch(/^\/api\/v1\//u);
        expect(extension === true, operationId).toBe(!SPECIFIED.includes(operationId as RouteName));
      }
  });

  verifies(
    'memories.form.consistent',
    async ({ service }) => {
      const { components, paths } = await read(service);
      const { properties = {}, required = [] } = components.schemas['Memory'] ?? {};
      expect('memory_id' in properties).toBe(service.form === 'B');
      expect(required.includes('memory_id')).toBe(service.form === 'B');
      expect(required).toContain('id');
      expect(JSON.stringify(paths)).toContain(
        `The \`${service.form === 'A' ? 'id' : 'memory_id'}\` of a memory.`,
      );
      expect(JSON.stringify(components)).not.toContain('"form"');
    },
    { title: 'in the document too' },
  );

  testWithService('every reference leads somewhere', async ({ service }) => {
    const document = await read(service);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/gu)];
    expect(references.length).toBeGreaterThan(5);
    for (const [, name = ''] of references) expect(document.components.schemas).toHaveProperty(name);
  });
});
