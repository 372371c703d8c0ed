import { readRegularFile } from '@memory/text/strange-files';
import { readFileLines } from '../archive/line-files.ts';
import { attempt, parseJson } from '../home/attempt.ts';

/** An export of a tool; it is read whole. */
const BYTES_MAX = 256 * 1_024 * 1_024;

/** @throws for what is no regular file, is too large, or holds no JSON */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = new TextDecoder().decode(await readRegularFile(path, BYTES_MAX));
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('It is no JSON.');
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

export type JsonLine = { number: number; object: JsonObject } | { number: number; broken: string };

/** The objects of a JSON Lines file; a line that holds none is told. @throws for anything but a regular file */
export async function* readJsonLines(path: string): AsyncGenerator<JsonLine> {
  for await (const { number, text } of readFileLines(path)) {
    const object = text === undefined ? undefined : parsed(text);
    yield object
      ? { number, object }
      : { number, broken: text === undefined ? 'line too long' : 'broken line' };
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

export function textIn(object: JsonObject, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = object[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}

/** The texts of a list; of JSON text that holds one, too. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string' && value.trimStart().startsWith('[')) {
    return attempt(() => textsIn(JSON.parse(value))) ?? [];
  }
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string' && item.trim() !== '')
    : [];
}

export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter((item) => isObject(item)) : [];

/** Seconds since 1970 have ten digits until the year 2286, milliseconds thirteen. */
const SECONDS_MAX = 1e11;

/** A moment as tools write it: ISO 8601, seconds or milliseconds since 1970; null where it is none. */
export function momentIn(value: unknown): string | null {
  if (typeof value === 'bigint') return momentIn(Number(value));
  const date =
    typeof value === 'number'
      ? new Date(Math.abs(value) < SECONDS_MAX ? value * 1_000 : value)
      : typeof value === 'string'
        ? // SQLite writes no zone where it means UTC.
          new Date(
            /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,9})?$/u.test(value)
              ? `${value.replace(' ', 'T')}Z`
              : value,
          )
        : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
