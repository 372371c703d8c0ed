import * as z from 'zod';
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  RECORD_KINDS,
  RECORD_SCHEMAS,
  type RecordKind,
  type WorkspaceRecord,
} from './records.ts';

/**
 * A record in its one form: a line of JSON without its end. `record` and `id` come first, then the other fields in the order
 * of their names, so that sorting lines sorts records; a field that has its default is left out, so that a field added later
 * changes no line; numbers and texts are as `JSON.stringify` writes them. The same record is the same bytes everywhere.
 */
export function recordLine({ record, id, ...fields }: WorkspaceRecord): string {
  const told = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== DEFAULTS.get(record)?.get(name),
  );
  return JSON.stringify({ record, id, ...(sorted(Object.fromEntries(told)) as object) });
}

export const recordsHeaderLine = (): string =>
  JSON.stringify({ format: EXPORT_FORMAT, version: EXPORT_VERSION });

export const recordsEndLine = (records: Partial<Record<RecordKind, number>>): string =>
  JSON.stringify({ end: true, records: sorted(records) });

const DEFAULTS = new Map(
  RECORD_KINDS.map((kind) => [
    kind,
    new Map(
      Object.entries(RECORD_SCHEMAS[kind].shape).flatMap(([name, field]) =>
        field instanceof z.ZodDefault ? [[name, JSON.stringify(field.parse(undefined))] as const] : [],
      ),
    ),
  ]),
);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  );
}
