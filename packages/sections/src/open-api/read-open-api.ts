import { parse, YAMLParseError } from 'yaml';

import { DocumentError } from '../document-error.ts';
import {
  fieldsOf,
  lineOf,
  listOf,
  textOf,
  type Fields,
  combinationsOf,
  describe,
  item,
  schemaLines,
} from './schema-lines.ts';
import { operations } from './operation-text.ts';

/** How many times longer than the description its Markdown may be, and by how much besides, in UTF-16 units: what is referred to is told wherever it is. */
const growthMax = 8;
const growthFree = 262_144;

/** A description of an interface (OpenAPI 2 or 3, JSON or YAML) as Markdown: a section for each operation and each schema. */
export function readOpenApi(source: string): { title: string | undefined; text: string } {
  const api = fieldsOf(read(source));
  checkParts(api);
  const title = textOf(fieldsOf(api['info'])['title']) || 'Interface';
  let length = 0;
  const parts: string[] = [];
  for (const part of partsOf(api, title)) {
    if (part.trim() === '') continue;
    parts.push(part);
    length += part.length;
    if (length > growthMax * source.length + growthFree)
      throw new DocumentError(
        'too_large',
        `The interface becomes more than ${growthMax} times as long as text.`,
      );
  }
  return { title, text: parts.join('\n\n') };
}

function read(source: string): unknown {
  try {
    return /^\s*\{/.test(source)
      ? JSON.parse(source)
      : parse(source, { logLevel: 'error', uniqueKeys: false });
  } catch (cause) {
    const line = cause instanceof YAMLParseError ? cause.linePos?.[0].line : undefined;
    throw new DocumentError(
      'corrupt_document',
      `The interface description is neither valid JSON nor valid YAML${line === undefined ? '' : ` (line ${line})`}.`,
      { cause },
    );
  }
}

/** Of these fields a description must have one; each holds a field for each thing that it describes. */
const PARTS = ['paths', 'webhooks', 'components', 'definitions'];

/** A wrong indentation leaves these fields empty, or puts lists and texts where fields are expected. */
function checkParts(api: Fields): void {
  const parts = PARTS.filter((name) => (api[name] ?? null) !== null);
  const wrong = [
    ...parts.filter((name) => !isFields(api[name])),
    ...['paths', 'webhooks'].flatMap((name) =>
      Object.entries(fieldsOf(api[name]))
        .filter(([path, item]) => !path.startsWith('x-') && !isFields(item))
        .map(([path]) => `${path} in ${name}`),
    ),
  ];
  if (parts.length > 0 && wrong.length === 0) return;
  throw new DocumentError(
    'corrupt_document',
    parts.length === 0
      ? `The interface description has none of ${PARTS.join(', ')}, or they are empty.`
      : `The interface description has no fields below ${wrong[0]}; is it indented rightly?`,
  );
}

const isFields = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function* partsOf(api: Fields, title: string): Generator<string, void, undefined> {
  const info = fieldsOf(api['info']);
  yield* [`# ${title}`, textOf(info['summary']), textOf(info['description']), facts(api, info)];
  const tags = listOf(api['tags'])
    .map(fieldsOf)
    .filter((tag) => textOf(tag['description']) !== '' || tag['externalDocs'] !== undefined)
    .map((tag) =>
      item(
        textOf(tag['name']),
        [],
        [lineOf(tag['description']), documentation(tag)].filter(Boolean).join(' '),
      ),
    );
  if (tags.length > 0) yield* ['## Tags', tags.join('\n')];
  const security = Object.entries({
    ...fieldsOf(api['securityDefinitions']),
    ...fieldsOf(fieldsOf(api['components'])['securitySchemes']),
  }).map(([name, scheme]) => {
    const { type, scheme: kind, in: place, description } = fieldsOf(scheme);
    return item(name, [textOf(type), textOf(kind), textOf(place)], lineOf(description));
  });
  if (security.length > 0) yield* ['## Security', security.join('\n')];
  for (const [path, given] of Object.entries(fieldsOf(api['paths']))) yield* operations(api, path, given);
  for (const [name, given] of Object.entries(fieldsOf(api['webhooks'])))
    yield* operations(api, `webhook ${name}`, given);
  const schemas = { ...fieldsOf(api['definitions']), ...fieldsOf(fieldsOf(api['components'])['schemas']) };
  for (const [name, given] of Object.entries(schemas)) {
    const schema = fieldsOf(given);
    yield* [`## Schema ${name}`, ...aboutSchema(schema), schemaLines(schema).join('\n')];
  }
}

const aboutSchema = (schema: Fields): string[] => [
  textOf(schema['description']),
  describe({ ...schema, description: undefined }),
  ...combinationsOf(schema),
];

function facts(api: Fields, info: Fields): string {
  const servers = listOf(api['servers']).map((server) => {
    const { url, description, variables } = fieldsOf(server);
    const choices = Object.entries(fieldsOf(variables)).map(([name, variable]) =>
      [name, lineOf(fieldsOf(variable)['description'])].filter(Boolean).join(': '),
    );
    const about = [lineOf(description), ...choices].filter(Boolean).join('; ');
    return [textOf(url), about && `(${about})`].filter(Boolean).join(' ');
  });
  const host = textOf(api['host']) && `${textOf(api['host'])}${textOf(api['basePath'])}`;
  const addresses = [...servers, host].filter(Boolean);
  const license = lineOf(fieldsOf(info['license'])['name']);
  const { name, email, url } = fieldsOf(info['contact']);
  const contact = [name, email, url].map(textOf).filter(Boolean).join(', ');
  return [
    info['version'] === undefined ? '' : `Version ${textOf(info['version'])}.`,
    addresses.length > 0 ? `Served at ${addresses.join(', ')}.` : '',
    license === '' ? '' : `License: ${license}.`,
    contact === '' ? '' : `Contact: ${contact}.`,
    documentation(api),
  ]
    .filter(Boolean)
    .join(' ');
}

function documentation(of: Fields): string {
  const { description, url } = fieldsOf(of['externalDocs']);
  return url === undefined ? '' : `See ${[lineOf(description), textOf(url)].filter(Boolean).join(': ')}`;
}
