import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeMessage } from '../../../../packages/providers/src/job-queue/sqs-event.ts';
import { sqsBatches } from '../../../../packages/providers/src/job-queue/sqs.ts';

const LIMIT = 1_048_576;

test('batches keep every message in order within the limits of SQS', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: LIMIT }), { maxLength: 60 });
  fc.assert(
    fc.property(sizes, (bytes) => {
      const messages = bytes.map((size, index) => ({
        body: String(index),
        bytes: size,
        group: '',
        delaySeconds: 0,
      }));
      const batches = sqsBatches(messages);
      expect(batches.flat()).toEqual(messages);
      for (const batch of batches) {
        expect(batch.length).toBeLessThanOrEqual(10);
        expect(batch.reduce((sum, message) => sum + message.bytes, 0)).toBeLessThanOrEqual(LIMIT);
      }
    }),
  );
});

test('a message of exactly 1 MiB passes, counted in bytes of UTF-8', () => {
  expect(encodeMessage({ body: 'é'.repeat(LIMIT / 2 - 1) }).bytes).toBe(LIMIT);
  expect(() => encodeMessage({ body: 'é'.repeat(LIMIT / 2) })).toThrow('above the limit');
});

test('characters that SQS refuses travel as escapes', () => {
  const { body } = encodeMessage({ body: '\u0000\uFFFE\uFFFF\uD800' });
  expect(body).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(body)).toBe('\u0000\uFFFE\uFFFF\uD800');
});

test.each([-1, 901, Number.NaN])('a delay of %s seconds is refused', (delaySeconds) => {
  expect(() => encodeMessage({ body: 1, delaySeconds })).toThrow('outside 0..900');
});

test('what JSON cannot say is refused', () => {
  expect(() => encodeMessage({ body: undefined })).toThrow('JSON');
});
