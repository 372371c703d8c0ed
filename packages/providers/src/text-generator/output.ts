import * as z from 'zod';
import { TextGeneratorError } from './text-generator.ts';

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

/** Some models put their JSON into a Markdown fence however they are asked. */
const FENCED = /^```(?:json)?[ \t]*\n([^]*)```$/;

/** @throws TextGeneratorError `invalid_output` without the text in its message, since that may hold what users wrote */
export function parseOutputText<T>(schema: z.ZodType<T>, text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(FENCED.exec(text.trim())?.[1] ?? text);
  } catch (error) {
    throw new TextGeneratorError('invalid_output', 'The model wrote something that is not JSON.', {
      cause: error instanceof SyntaxError ? undefined : error,
    });
  }
  return checkOutput(schema, value);
}

/** The value when it has the shape asked for. @throws TextGeneratorError `invalid_output` */
export function checkOutput<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || 'value'}: ${issue.code}`);
  throw new TextGeneratorError(
    'invalid_output',
    `The model's answer has another shape: ${places.join('; ')}.`,
  );
}
