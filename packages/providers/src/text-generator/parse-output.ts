import type * as z from 'zod';
import { TextGeneratorError } from './text-generator.ts';

/** Some models put their JSON into a Markdown fence however they are asked. */
const FENCED = /^```(?:json)?[ \t]*\n([^]*)```$/;

/**
 * The value in a model's text.
 * @throws TextGeneratorError `invalid_output` without the text in its message, since that may hold what users wrote
 */
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
