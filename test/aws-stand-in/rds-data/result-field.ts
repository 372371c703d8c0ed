import { parse as parseArray } from 'postgres-array';
import { unsupported } from './column-type.ts';
import type { ColumnType } from './column-type.ts';

/** A value as the service answers it: one member of the Field union. */
export type Field = Record<string, unknown>;

/** The value of one column from PostgreSQL's text form. @throws UnsupportedResultException for arrays it cannot carry */
export function toField(text: string | null, type: ColumnType): Field {
  if (text === null) return { isNull: true };
  const { element } = type;
  if (!element) return { [`${memberOf(type)}Value`]: toScalar(text, type) };
  return { arrayValue: { [`${memberOf(element)}Values`]: toArray(text, element) } };
}

/** The UTC time of a timestamptz without its offset, as the service answers it; fractions keep their microseconds. */
function withoutOffset(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d)(:\d\d)?$/.exec(text);
  if (!match) return text; // Infinity, or a year that no offset is worth computing for
  const [, date, time, fraction = '', hours, minutes = ':00'] = match;
  const utc = new Date(`${date}T${time}${hours}${minutes}`).toISOString();
  return `${utc.slice(0, 10)} ${utc.slice(11, 19)}${fraction}`;
}

function memberOf({ form }: ColumnType): string {
  return form === 'timestamptz' ? 'string' : form;
}

function toScalar(text: string, { form }: ColumnType): string | number | boolean {
  switch (form) {
    case 'long':
      return Number(text);
    case 'double':
      // The protocol writes NaN and the infinities as strings, everything else as a number.
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'boolean':
      return text === 't' || text === 'true';
    case 'blob':
      return Buffer.from(text.slice(2), 'hex').toString('base64');
    case 'timestamptz':
      return withoutOffset(text);
    default:
      return text;
  }
}

function toArray(text: string, element: ColumnType): (string | number | boolean)[] {
  const values = parseArray(text, (value: string) => toScalar(value, element)) as unknown[];
  return values.map((value) => {
    if (Array.isArray(value)) throw unsupported('multidimensional array');
    if (value === null) throw unsupported('NULL element of an array');
    return value as string | number | boolean;
  });
}
