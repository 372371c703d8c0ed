import { readLines } from './read-lines.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export type JsonLine = { number: number; object: JsonObject } | { number: number; broken: string };

/** The objects of a JSON Lines file; a line that holds none is told. @throws for anything but a regular file */
export async function* readJsonLines(path: string): AsyncGenerator<JsonLine> {
  for await (const { number, text } of readLines(path)) {
    const object = text === '' ? undefined : parsed(text);
    yield object ? { number, object } : { number, broken: text === '' ? 'line too long' : 'broken line' };
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A field that holds text which is not blank. */
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
    try {
      return textsIn(JSON.parse(value));
    } catch {
      return [];
    }
  }
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string' && item.trim() !== '')
    : [];
}

export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter((item) => isObject(item)) : [];
