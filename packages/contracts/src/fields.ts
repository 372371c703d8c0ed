import * as z from 'zod';
import { LIMITS } from './limits.ts';

/** An object that the OpenAPI document holds once, under a name of its own. */
export const component = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) =>
  z.object(shape).meta({ id });

export function codePointCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const utf8Bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

/** Text that PostgreSQL can hold and JSON can carry: no NUL, no lone surrogate (decision 6). */
export const text = () =>
  z
    .string()
    .refine(
      (value) => !value.includes('\u0000'),
      fault('string_unicode', 'Text must not contain the NUL character'),
    )
    .refine(
      (value) => value.isWellFormed(),
      fault('string_unicode', 'Text must not contain lone surrogates'),
    );

/** The message of a refusal with the type that the interface gives it. */
export const fault = (type: string, error: string) => ({ error, params: { type } });

export interface TextOptions {
  /** In code points. */
  max: number;
  /** Default true: white space and format characters alone are refused. */
  notBlank?: boolean;
}

// A placeholder of a secret counts as little as the shortest secret: text that was within its limit stays so.
const PLACEHOLDER = /\[redacted:[a-z-]{1,40}\]/gu;
const measuredLength = (value: string): number => codePointCount(value.replaceAll(PLACEHOLDER, '****'));

export const boundedText = ({ max, notBlank = true }: TextOptions) =>
  text()
    .refine(
      // A string has at most as many code points as UTF-16 units: only long ones need counting.
      (value) => value.length <= max || measuredLength(value) <= max,
      fault('string_too_long', `String should have at most ${max} characters`),
    )
    .refine(
      // Format characters alone (zero-width spaces) are nothing that one sees.
      (value) => !notBlank || /[^\s\p{Cf}]/u.test(value),
      fault('string_too_short', 'String should have at least 1 character that is not white space'),
    )
    .meta({ maxLength: max, ...(notBlank ? { minLength: 1 } : {}) });

export const Title = boundedText({ max: LIMITS.titleLength });
export const Narrative = boundedText({ max: LIMITS.narrativeLength });

const trimmedDistinct = (items: string[]): string[] => [...new Set(items.map((item) => item.trim()))];

/** Tags or concepts: trimmed, de-duplicated in order. */
export const Labels = z
  .array(boundedText({ max: LIMITS.labelLength }))
  .max(LIMITS.listItems)
  .transform(trimmedDistinct);

/** One way to write a path: `./a`, `a\b`, `a//b` and `a/./b` are stored as `a`, `a/b`, `a/b` and `a/b` (decision 23). */
export function normalizeFilePath(path: string): string {
  const slashes = path
    .trim()
    .replaceAll('\\', '/')
    .replace(/\/{2,}/gu, '/');
  if (slashes === '') return slashes;
  return slashes.replace(/(?:\/\.)+(?=\/)/gu, '').replace(/^\.\//u, '') || '.';
}

const FilePath = boundedText({ max: LIMITS.filePathBytes }).refine(
  // One fault, one issue: a path with too many characters has its issue already.
  (value) => utf8Bytes(value) <= LIMITS.filePathBytes || codePointCount(value) > LIMITS.filePathBytes,
  fault('string_too_long', `Path should have at most ${LIMITS.filePathBytes} bytes of UTF-8`),
);

/** Source files: normalised, de-duplicated in order. */
export const FilePaths = z
  .array(FilePath)
  .max(LIMITS.listItems)
  .transform((paths) => [...new Set(paths.map(normalizeFilePath))]);

export interface MemoryLists {
  tags?: string[];
  concepts?: string[];
  source_files?: string[];
}

/** Bytes of UTF-8 that the three lists of one memory take together; at most `LIMITS.listsBytes`. */
export function listsBytes({ tags = [], concepts = [], source_files = [] }: MemoryLists): number {
  return [...tags, ...concepts, ...source_files].reduce((sum, item) => sum + utf8Bytes(item), 0);
}

export const LISTS_TOO_LONG = `tags, concepts and source_files together should have at most ${LIMITS.listsBytes} bytes of UTF-8`;

/** The lists share one allowance, so that a memory's row stays readable over every driver. */
export const listsFit = [
  (lists: MemoryLists) => listsBytes(lists) <= LIMITS.listsBytes,
  fault('too_long', LISTS_TOO_LONG),
] as const;

/**
 * Importance, confidence, thresholds: 0.0 to 1.0. What is next to nothing is nothing: PostgreSQL refuses to multiply with
 * numbers near the smallest that a float holds, and one such memory would end every search of its workspace.
 */
export const UnitInterval = z
  .number()
  .min(0)
  .max(1)
  .overwrite((value) => (value < 1e-100 ? 0 : value));

export const Timestamp = z.string().meta({ format: 'date-time' });

const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A moment with its offset, in the years 1 to 9999 of UTC: what JavaScript and PostgreSQL both write with four digits. */
export const TimestampInput = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: 'Input should be a timestamp with its offset, such as 2026-01-31T09:00:00Z',
  })
  .refine(
    (value) => Date.parse(value) >= EARLIEST_MS && Date.parse(value) <= LATEST_MS,
    'Input should be a timestamp in the years 0001 to 9999',
  );

/** An identifier in a body: a malformed one is 404 like an unknown one (decision 2), so any text will do here. */
export const MemoryRef = text().describe('Memory identifier: `id` in form A, `memory_id` in form B.');

const queryText = (pattern: RegExp, expected: string, type: string) =>
  z.string().refine((value) => pattern.test(value), fault(type, `Input should be ${expected}`));

const integerText = ({ min, max }: { min: number; max: number }) =>
  queryText(/^-?\d{1,15}$/u, 'a valid integer', 'int_parsing')
    .transform(Number)
    .pipe(z.int().min(min).max(max));

export const queryInteger = (bounds: { min: number; max: number; default: number }) =>
  integerText(bounds)
    .default(bounds.default)
    .meta({
      override: { type: 'integer', minimum: bounds.min, maximum: bounds.max, default: bounds.default },
    });

export const optionalQueryInteger = (bounds: { min: number; max: number }) =>
  integerText(bounds)
    .optional()
    .meta({ override: { type: 'integer', minimum: bounds.min, maximum: bounds.max } });

export const queryNumber = (bounds: { min: number; max: number; default: number }) =>
  queryText(/^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/u, 'a valid number', 'float_parsing')
    .transform(Number)
    .pipe(z.number().min(bounds.min).max(bounds.max))
    .default(bounds.default)
    .meta({
      override: { type: 'number', minimum: bounds.min, maximum: bounds.max, default: bounds.default },
    });

export const queryBoolean = (defaultValue: boolean) =>
  queryText(/^(?:true|false)$/u, '`true` or `false`', 'bool_parsing')
    .transform((value) => value === 'true')
    .default(defaultValue)
    .meta({ override: { type: 'boolean', default: defaultValue } });

export const pageQuery = (limit: { max: number; default: number }) => ({
  limit: queryInteger({ min: 1, ...limit }),
  offset: queryInteger({ min: 0, max: LIMITS.offset, default: 0 }),
});
