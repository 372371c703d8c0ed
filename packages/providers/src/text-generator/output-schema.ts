import * as z from 'zod';

/** Constraints that decoding by grammar does not support; zod checks them when the answer is there. */
const UNSUPPORTED = [
  '$schema',
  'default',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'multipleOf',
  'pattern',
  'propertyNames',
] as const;

export interface OutputSchema {
  /** JSON Schema in the subset that structured-output services accept: closed objects, no bounds. */
  json: Record<string, unknown>;
  /** Whether every property is required, which strict modes insist on. */
  strict: boolean;
}

/** The JSON Schema that tells a model what to write. */
export function outputSchema(schema: z.ZodType): OutputSchema {
  let strict = true;
  const json: Record<string, unknown> = z.toJSONSchema(schema, {
    io: 'input',
    reused: 'inline',
    override: ({ jsonSchema }) => {
      for (const keyword of UNSUPPORTED) delete jsonSchema[keyword];
      if (jsonSchema.type !== 'object' || !jsonSchema.properties) return;
      jsonSchema.additionalProperties = false;
      strict &&= Object.keys(jsonSchema.properties).length === (jsonSchema.required?.length ?? 0);
    },
  });
  delete json['$schema'];
  return { json, strict };
}
