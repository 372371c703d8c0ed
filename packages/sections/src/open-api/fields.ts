export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.replaceAll('\0', '').toWellFormed().trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';

/** On one line, as an item of a list is. */
export const lineOf = (value: unknown): string => textOf(value).replaceAll(/\s+/g, ' ');

/** The target of a local reference; the given itself when it is none, or leads elsewhere. */
export function resolve(api: Fields, given: unknown): Fields {
  const fields = fieldsOf(given);
  const reference = textOf(fields['$ref']);
  if (!reference.startsWith('#/')) return fields;
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, step) => fieldsOf(value)[step.replaceAll('~1', '/').replaceAll('~0', '~')], api);
  return fieldsOf(found);
}
