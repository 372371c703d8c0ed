import fc from 'fast-check';
import * as z from 'zod';
import type { Route } from '@memory/contracts';

interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  format?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** Stands in a generated request where an identifier of kind `kind` belongs. */
interface Slot {
  slot: string;
}

const isSlot = (value: unknown): value is Slot =>
  typeof value === 'object' && value !== null && 'slot' in value && typeof value.slot === 'string';

const IDENTIFIER = /(?:^|_)(?:id|ids|ref)$/u;

const words = ['walrus', 'heron', '', '%', 'a b', 'decision', '2026-01-01T00:00:00Z'];

const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** Values that mostly fit a schema; identifiers are left as slots, named after their field. */
function valueOf(schema: JsonSchema, name: string, defs: Record<string, JsonSchema>): fc.Arbitrary<unknown> {
  if (schema.$ref) return valueOf(defs[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name, defs);
  const [first, ...others] = schema.anyOf ?? [];
  if (first)
    return fc.oneof(valueOf(first, name, defs), ...others.map((other) => valueOf(other, name, defs)));
  if (schema.allOf?.[0]) return valueOf(schema.allOf[0], name, defs);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'integer': {
      const min = Math.max(schema.minimum ?? 0, 0);
      return fc.integer({ min, max: Math.max(min, Math.min(schema.maximum ?? 100, 100)) });
    }
    case 'number':
      return fc.constantFrom(0, 0.25, 0.5, 1);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, name, defs), { minLength: 0, maxLength: 3 });
    case 'object':
      return fieldsOf(schema, defs);
    case 'string':
      return IDENTIFIER.test(name) ? fc.constant({ slot: name }) : fc.constantFrom(...words);
    default:
      return fc.constantFrom<unknown>(null, 'walrus', 1);
  }
}

function fieldsOf(
  { properties = {}, required = [] }: JsonSchema,
  defs: Record<string, JsonSchema>,
): fc.Arbitrary<object> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueOf(schema, name, defs)]),
  );
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

export interface SlottedRequest {
  query: object;
  body: unknown;
}

/** Random requests of a route, with slots for the identifiers in its query and body. */
export function slottedRequests({ query, body }: Route): fc.Arbitrary<SlottedRequest> {
  const of = (schema: z.ZodType | undefined): fc.Arbitrary<object | undefined> => {
    if (!schema) return fc.constant(undefined);
    const json = jsonSchemaOf(schema);
    return valueOf({ ...json, type: json.type ?? 'object' }, '', json.$defs ?? {}) as fc.Arbitrary<object>;
  };
  return fc.record({ query: of(query).map((given) => given ?? {}), body: of(body) });
}

/** The same value with each slot filled by the identifier of its kind. */
export function fillSlots(value: unknown, identify: (kind: string) => string): unknown {
  if (isSlot(value)) return identify(value.slot);
  if (Array.isArray(value)) return value.map((item) => fillSlots(item, identify));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fillSlots(inner, identify)]));
}

/** A query string of flat values; lists repeat their name. */
export function queryText(query: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) parameters.append(name, String(item));
  return parameters.size > 0 ? `?${parameters.toString()}` : '';
}
