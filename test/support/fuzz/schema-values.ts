import fc from 'fast-check';
import * as z from 'zod';

interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  items?: JsonSchema | false;
  prefixItems?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
  $ref?: string;
}

/** A field of that name is filled with an identifier of something that exists, or does not. */
const IDENTIFIER = /(?:^|_)(?:id|ids|ref)$/u;

const WORDS = [
  'walrus',
  'heron',
  'Quokkas climb',
  'src/zoo/fence.ts',
  'a "phrase" -not',
  '# Heading\n\nText.',
  '%',
];

/** Lists and texts are kept short: what is long is hostile, and made elsewhere. */
const SHORT = { text: 60, list: 3 };

/**
 * Values that fit a JSON schema; identifiers are left as slots, `{slot: name}`, for the caller to fill.
 * @param resolve what a reference means
 */
export function schemaValues(
  schema: JsonSchema,
  resolve: (ref: string) => JsonSchema,
  name = '',
): fc.Arbitrary<unknown> {
  const of = (inner: JsonSchema, innerName = name) => schemaValues(inner, resolve, innerName);
  if (schema.$ref) return of(resolve(schema.$ref));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => of(choice)));
  if (schema.allOf) return of(Object.assign({}, ...schema.allOf) as JsonSchema);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => of({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return texts(schema, name);
    case 'integer':
      return fc.integer(numberBounds(schema));
    case 'number':
      return fc.double({ ...numberBounds(schema), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const minLength = schema.minItems ?? 0;
      const maxLength = Math.min(schema.maxItems ?? SHORT.list, minLength + SHORT.list);
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((item) => of(item)));
      return fc.array(of(schema.items || {}), { minLength, maxLength });
    }
    case 'object': {
      const fields = Object.entries(schema.properties ?? {});
      const more = schema.additionalProperties;
      if (fields.length === 0 && typeof more === 'object')
        return fc.dictionary(fc.constantFrom('a', 'b', 'key'), of(more), { maxKeys: 2 });
      return fc.record(Object.fromEntries(fields.map(([field, inner]) => [field, of(inner, field)])), {
        requiredKeys: schema.required ?? [],
      });
    }
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

const numberBounds = ({ minimum = -10, maximum = 1_000 }: JsonSchema) => ({
  min: Math.max(minimum, -1_000_000),
  max: Math.min(maximum, 1_000_000),
});

function texts(
  { format, minLength = 0, maxLength = SHORT.text }: JsonSchema,
  name: string,
): fc.Arbitrary<unknown> {
  if (IDENTIFIER.test(name)) return fc.constant({ slot: name });
  if (format === 'date-time') return fc.constantFrom('2026-01-01T00:00:00Z', '2030-06-01T12:30:00+02:00');
  if (format === 'uuid') return fc.uuid();
  if (format === 'uri') return fc.webUrl();
  const longest = Math.max(minLength, Math.min(maxLength, SHORT.text));
  return fc.oneof(
    fc.constantFrom(...WORDS).map((word) => word.slice(0, longest).padEnd(minLength, 'x')),
    fc.string({ unit: 'grapheme', minLength, maxLength: longest }),
  );
}

/** The same for what a schema of ours takes; undefined where there is none. */
export function valuesOf(schema: z.ZodType | undefined): fc.Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined);
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema & {
    $defs?: Record<string, JsonSchema>;
  };
  return schemaValues(root, (ref) => root.$defs?.[ref.split('/').at(-1) ?? ''] ?? {});
}
