import * as z from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { CodedErrorReply, CODED_ERRORS, ErrorReply, ERRORS, ValidationErrorReply } from './errors.ts';
import { routeEntries } from './routes.ts';
import { PATH_IDENTIFIERS, takesLimit, type Route } from './http/route.ts';
import type { MemoryIdForm } from './vocabulary.ts';

const json = (schema: z.ZodType) => ({ content: { 'application/json': { schema } } });

const hasNameInPath = ({ path }: Route) =>
  [...path.matchAll(/\{(\w+)\}/gu)].some(([, name = '']) => !PATH_IDENTIFIERS.has(name));

function errorReplies(route: Route) {
  const codes = new Set(route.errors);
  const statuses = new Set<number>(route.errors.map((code) => ERRORS[code]));
  for (const status of [401, 403, 429, 503]) statuses.add(status);
  if (route.body || route.query || hasNameInPath(route)) statuses.add(422);
  if (route.method !== 'GET') for (const status of [408, 413]) statuses.add(status);
  if (route.body) statuses.add(415);
  if (takesLimit(route)) statuses.add(413);
  const replies: ZodOpenApiResponsesObject = {};
  for (const status of [...statuses].toSorted((a, b) => a - b)) {
    const coded = [...codes].filter((code) => CODED_ERRORS.has(code) && ERRORS[code] === status);
    const plain = status === 422 ? ValidationErrorReply : ErrorReply;
    replies[`${status}` as `4${string}`] = {
      description: coded.join(', ') || `Status ${status}`,
      ...(status === 429 || status === 503
        ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } }
        : {}),
      ...json(coded.length > 0 ? z.union([CodedErrorReply, plain]) : plain),
    };
  }
  return replies;
}

function operation(name: string, route: Route, form: MemoryIdForm): ZodOpenApiOperationObject {
  const named = [...route.path.matchAll(/\{(\w+)\}/gu)].map(([, parameter = '']) => ({
    name: parameter,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' as const },
    ...(parameter === 'ref'
      ? { description: form === 'A' ? 'The `id` of a memory.' : 'The `memory_id` of a memory.' }
      : {}),
  }));
  const headers = Object.entries(route.headers?.request ?? {}).map(([header, description]) => ({
    name: header,
    in: 'header' as const,
    description,
    schema: { type: 'string' as const },
  }));
  const sent = Object.entries(route.headers?.response ?? {}).map(([header, description]) => [
    header,
    { description, schema: { type: 'string' as const } },
  ]);
  return {
    operationId: name,
    summary: route.summary,
    tags: [route.tag],
    ...(route.extension ? { 'x-extension': true } : {}),
    security: [{ token: [] }],
    ...(route.query instanceof z.ZodObject ? { requestParams: { query: route.query } } : {}),
    ...(route.body
      ? { requestBody: { required: !route.body.safeParse(undefined).success, ...json(route.body) } }
      : {}),
    responses: {
      [String(route.status)]: {
        description: route.status === 204 ? 'Done; no body.' : 'Success',
        ...(sent.length > 0 ? { headers: Object.fromEntries(sent) as object } : {}),
        ...(route.response ? json(route.response) : {}),
      },
      ...errorReplies(route),
    },
    parameters: [
      ...named,
      ...(route.idempotent
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header' as const,
              schema: { type: 'string' as const, maxLength: 255 },
            },
          ]
        : []),
      ...headers,
    ],
  };
}

/** The OpenAPI 3.1 document of every route, in the deployment's identifier form. @param version of the service, three numbers */
export function createOpenApiDocument({ form, version }: { form: MemoryIdForm; version: string }) {
  const paths: ZodOpenApiPathsObject = {};
  for (const [name, route] of routeEntries) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(name, route, form) };
  }
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Workspace Memory',
        version,
        description:
          "A team's long-term memory for coding agents. Operations marked `x-extension` go beyond the specification.",
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Token <API_KEY>`' },
        },
      },
      paths,
    },
    {
      override({ jsonSchema, zodSchema }) {
        const meta = z.globalRegistry.get(zodSchema) as { override?: object } | undefined;
        if (meta?.override) Object.assign(jsonSchema, meta.override);
        delete (jsonSchema as { override?: unknown }).override;
        if (!jsonSchema.properties) return;
        for (const [key, property] of Object.entries(jsonSchema.properties)) {
          const only: unknown = (property as { form?: unknown }).form;
          if (only === undefined) continue;
          if (only !== form) delete jsonSchema.properties[key];
          else delete (property as { form?: unknown }).form;
        }
      },
    },
  );
  requireIdentifiers(document);
  return document;
}

/** Identifiers that only one form has are optional to zod; where the document keeps them they are always there. */
function requireIdentifiers(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) requireIdentifiers(inner);
  const schema: { properties?: Record<string, unknown>; required?: string[] } = value;
  if (typeof schema.properties !== 'object') return;
  const identifiers = ['id', 'memory_id'].filter((name) => name in (schema.properties ?? {}));
  if (identifiers.length > 0) schema.required = [...new Set([...(schema.required ?? []), ...identifiers])];
}
