import type { z } from 'zod';
import { ProviderError } from './provider-error.ts';

/**
 * The answer of a model server in the shape it documents.
 * @throws ProviderError `invalid_output`, naming the places that are wrong and none of the values
 */
export function parseAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.code}`);
  throw new ProviderError(
    'invalid_output',
    `The model server's answer is not of the documented shape: ${places.join('; ')}.`,
  );
}
