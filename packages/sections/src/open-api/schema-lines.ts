/** Schemas in schemas are shown so deep; an author goes six deep, an alias of YAML may go on for ever. */
const DEPTH_MAX = 12;

const COMBINATIONS = ['allOf', 'oneOf', 'anyOf'] as const;

/** A schema's properties as a list, those of its parts among them, and lists in the list where they are described in place. */
export function schemaLines(schema: Fields, depth = 0, within: ReadonlySet<Fields> = new Set()): string[] {
  if (within.size > DEPTH_MAX || within.has(schema)) return [];
  const inside = new Set([...within, schema]);
  const required = new Set(listOf(schema['required']).map(textOf));
  const own = Object.entries(fieldsOf(schema['properties'])).flatMap(([name, value]) => {
    const property = fieldsOf(value);
    const kinds = [typeName(property), required.has(name) ? 'required' : ''];
    return [
      `${'  '.repeat(depth)}${item(name, kinds, describe(property))}`,
      ...schemaLines(property, depth + 1, inside),
    ];
  });
  const parts = COMBINATIONS.flatMap((name) => listOf(schema[name]).map(fieldsOf)).flatMap((part) => {
    const text = describe(part);
    return [...(text === '' ? [] : [`${'  '.repeat(depth)}- ${text}`]), ...schemaLines(part, depth, inside)];
  });
  const described = [schema['items'], schema['additionalProperties']].filter(
    (value) => typeof value === 'object',
  );
  const held = described.map(fieldsOf).flatMap((value) => {
    const text = describe(value);
    return [
      ...(text === '' ? [] : [`${'  '.repeat(depth)}- each: ${text}`]),
      ...schemaLines(value, depth, inside),
    ];
  });
  return [...own, ...parts, ...held];
}

export const combinationsOf = (schema: Fields): string[] =>
  COMBINATIONS.filter((name) => listOf(schema[name]).length > 0).map(
    (name) =>
      `${name}: ${listOf(schema[name])
        .map((one) => typeName(fieldsOf(one)) || 'object')
        .join(', ')}.`,
  );

export function describe(schema: Fields): string {
  const values = listOf(schema['enum']).map(textOf);
  const title = lineOf(schema['title']);
  return [
    title === '' || /[.!?:]$/.test(title) ? title : `${title}.`,
    lineOf(schema['description']),
    values.length > 0 ? `One of ${values.join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

export function item(name: string, kinds: readonly string[], description: string): string {
  const shown = kinds.filter(Boolean).join(', ');
  return `- \`${name}\`${shown === '' ? '' : ` (${shown})`}${description === '' ? '' : `: ${description}`}`;
}

export function typeName(schema: Fields): string {
  const reference = textOf(schema['$ref']);
  if (reference !== '') return reference.slice(reference.lastIndexOf('/') + 1);
  const type = Array.isArray(schema['type'])
    ? schema['type'].map(textOf).join(' or ')
    : textOf(schema['type']);
  if (type === 'array') return `array of ${typeName(fieldsOf(schema['items'])) || 'anything'}`;
  return [type, textOf(schema['format'])].filter(Boolean).join(' ');
}

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
