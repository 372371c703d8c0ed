import * as z from 'zod';
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  RECORD_KINDS,
  RECORD_SCHEMAS,
  type WorkspaceHeader,
} from './records.ts';

/**
 * A record in its one form: a line of JSON without its end. `record` and `id` come first, then the other fields in the order
 * of their names, so that sorting lines sorts records; a field that has its default is left out, so that a field added later
 * changes no line; numbers and texts are as `JSON.stringify` writes them. The same record is the same bytes everywhere.
 */
export function recordLine({ record, id, ...fields }: { record: string; id?: string }): string {
  const told = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== DEFAULTS.get(record)?.get(name),
  );
  const rest = canonicalJson(Object.fromEntries(told)).slice(1, -1);
  return `${JSON.stringify({ record, id }).slice(0, -1)}${rest === '' ? '' : `,${rest}`}}`;
}

/** @param header of a file that holds a whole workspace */
export const recordsHeaderLine = (header?: WorkspaceHeader): string =>
  JSON.stringify({ format: EXPORT_FORMAT, version: EXPORT_VERSION, ...header });

export const recordsEndLine = (records: Readonly<Record<string, number>>): string =>
  `{"end":true,"records":${canonicalJson(records)}}`;

const DEFAULTS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  RECORD_KINDS.map((kind) => [
    kind,
    new Map(
      Object.entries(RECORD_SCHEMAS[kind].shape).flatMap(([name, field]) =>
        field instanceof z.ZodDefault ? [[name, JSON.stringify(field.parse(undefined))] as const] : [],
      ),
    ),
  ]),
);

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

const sorted = (_: string, value: unknown): unknown =>
  isPlain(value) || Array.isArray(value)
    ? value
    : // `fromEntries` defines fields: a name such as `__proto__` stays a name.
      Object.fromEntries(
        Object.entries(value as object).toSorted(([one], [other]) => (one < other ? -1 : 1)),
      );

/** JSON with the names of each object in one order: equal values have equal texts. */
export const canonicalJson = (value: unknown): string =>
  // Most fields are texts and lists of them, which have no names: without a function to ask that is ten times as fast.
  isPlain(value) || (Array.isArray(value) && value.every(isPlain))
    ? JSON.stringify(value)
    : JSON.stringify(value, sorted);
