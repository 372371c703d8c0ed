import { expect, test } from 'vitest';
import { z } from 'zod';
import { outputSchema } from '../../../../packages/providers/src/text-generator/output.ts';

test('objects are closed, bounds are left to zod, descriptions stay', () => {
  const schema = z.object({
    pairs: z
      .array(z.object({ type: z.enum(['supersedes', 'none']), confidence: z.number().min(0).max(1) }))
      .max(5)
      .describe('One entry a pair.'),
    reason: z.string().max(200).nullable(),
  });
  expect(outputSchema(schema)).toEqual({
    strict: true,
    json: {
      type: 'object',
      additionalProperties: false,
      required: ['pairs', 'reason'],
      properties: {
        pairs: {
          type: 'array',
          description: 'One entry a pair.',
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['type', 'confidence'],
            properties: {
              type: { type: 'string', enum: ['supersedes', 'none'] },
              confidence: { type: 'number' },
            },
          },
        },
        reason: { type: ['string', 'null'] },
      },
    },
  });
});

test('an optional property rules out strict modes', () => {
  expect(outputSchema(z.object({ a: z.string().optional() })).strict).toBe(false);
});

test('a property that bears the name of a keyword stays', () => {
  const { json } = outputSchema(z.object({ pattern: z.string(), format: z.string() }));
  expect(Object.keys(json.properties as object)).toEqual(['pattern', 'format']);
});
