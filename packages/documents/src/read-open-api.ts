import { parse } from 'yaml';

import { DocumentError } from './document-error.ts';

type Fields = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/**
 * A description of an interface (OpenAPI 2 or 3, JSON or YAML) as Markdown: a section for each operation and each schema.
 * @throws DocumentError `corrupt_document`
 */
export function readOpenApi(source: string): { title: string | undefined; text: string } {
  const api = fieldsOf(read(source));
  const info = fieldsOf(api['info']);
  const title = textOf(info['title']) || 'Interface';
  const parts = [`# ${title}`, textOf(info['summary']), textOf(info['description']), facts(api, info)];
  for (const [path, item] of Object.entries(fieldsOf(api['paths'])))
    parts.push(...operations(api, path, item));
  for (const [name, item] of Object.entries(fieldsOf(api['webhooks'])))
    parts.push(...operations(api, `webhook ${name}`, item));
  const schemas = { ...fieldsOf(api['definitions']), ...fieldsOf(fieldsOf(api['components'])['schemas']) };
  for (const [name, schema] of Object.entries(schemas))
    parts.push(`## Schema ${name}`, schemaText(fieldsOf(schema)));
  return { title, text: parts.filter((part) => part.trim() !== '').join('\n\n') };
}

function read(source: string): unknown {
  try {
    return /^\s*\{/.test(source)
      ? (JSON.parse(source) as unknown)
      : parse(source, { logLevel: 'silent', uniqueKeys: false });
  } catch (cause) {
    throw new DocumentError(
      'corrupt_document',
      'The interface description is neither valid JSON nor valid YAML.',
      {
        cause,
      },
    );
  }
}

function facts(api: Fields, info: Fields): string {
  const servers = listOf(api['servers']).map((server) => textOf(fieldsOf(server)['url']));
  const host = textOf(api['host']) && `${textOf(api['host'])}${textOf(api['basePath'])}`;
  const addresses = [...servers, host].filter(Boolean);
  return [
    info['version'] === undefined ? '' : `Version ${textOf(info['version'])}.`,
    addresses.length > 0 ? `Served at ${addresses.join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function operations(api: Fields, path: string, item: unknown): string[] {
  const shared = listOf(fieldsOf(item)['parameters']);
  return METHODS.flatMap((method) => {
    const given = fieldsOf(item)[method];
    if (given === undefined) return [];
    const operation = fieldsOf(given);
    const summary = textOf(operation['summary']);
    const parameters = [...shared, ...listOf(operation['parameters'])].map((one) => parameterText(api, one));
    const body = bodyText(api, operation['requestBody']);
    const responses = Object.entries(fieldsOf(operation['responses'])).map(([status, response]) =>
      responseText(api, status, response),
    );
    return [
      `## ${method.toUpperCase()} ${path}${summary === '' ? '' : `: ${summary.replaceAll(/\s+/g, ' ')}`}`,
      textOf(operation['description']),
      [
        operation['operationId'] === undefined ? '' : `Operation \`${textOf(operation['operationId'])}\`.`,
        listOf(operation['tags']).length > 0
          ? `Tags: ${listOf(operation['tags']).map(textOf).join(', ')}.`
          : '',
        operation['deprecated'] === true ? 'Deprecated.' : '',
      ]
        .filter(Boolean)
        .join(' '),
      parameters.length > 0 ? `Parameters:\n\n${parameters.join('\n')}` : '',
      body,
      responses.length > 0 ? `Responses:\n\n${responses.join('\n')}` : '',
    ];
  });
}

function parameterText(api: Fields, given: unknown): string {
  const parameter = resolve(api, given);
  const schema = fieldsOf(parameter['schema'] ?? parameter);
  const kinds = [textOf(parameter['in']), typeName(schema), parameter['required'] === true ? 'required' : ''];
  return item(textOf(parameter['name']), kinds, textOf(parameter['description']));
}

function bodyText(api: Fields, given: unknown): string {
  if (given === undefined) return '';
  const body = resolve(api, given);
  const contents = Object.entries(fieldsOf(body['content'])).map(([type, media]) =>
    item(type, [typeName(fieldsOf(fieldsOf(media)['schema']))], ''),
  );
  return ['Request body:', textOf(body['description']), contents.join('\n'), ...inlineSchemas(body)]
    .filter(Boolean)
    .join('\n\n');
}

function inlineSchemas(body: Fields): string[] {
  return Object.values(fieldsOf(body['content']))
    .map((media) => fieldsOf(fieldsOf(media)['schema']))
    .filter((schema) => schema['properties'] !== undefined)
    .slice(0, 1)
    .map(schemaText);
}

function responseText(api: Fields, status: string, given: unknown): string {
  const response = resolve(api, given);
  const media = Object.values(fieldsOf(response['content']))[0];
  const schema = fieldsOf(fieldsOf(media)['schema'] ?? response['schema']);
  return item(status, [typeName(schema)], textOf(response['description']));
}

function schemaText(schema: Fields): string {
  const required = new Set(listOf(schema['required']).map(textOf));
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((name) =>
    listOf(schema[name]).length > 0
      ? [
          `${name}: ${listOf(schema[name])
            .map((one) => typeName(fieldsOf(one)) || 'object')
            .join(', ')}.`,
        ]
      : [],
  );
  const own = {
    ...schema,
    ...Object.assign({}, ...listOf(schema['allOf']).map((one) => pick(fieldsOf(one)))),
  } as Fields;
  const properties = Object.entries(fieldsOf(own['properties'] ?? schema['properties'])).map(
    ([name, value]) =>
      item(
        name,
        [typeName(fieldsOf(value)), required.has(name) ? 'required' : ''],
        describe(fieldsOf(value)),
      ),
  );
  return [describe(schema), ...parts, properties.join('\n')].filter(Boolean).join('\n\n');
}

const pick = (schema: Fields): Fields =>
  schema['properties'] === undefined ? {} : { properties: schema['properties'] };

function describe(schema: Fields): string {
  const values = listOf(schema['enum']).map(textOf);
  return [textOf(schema['description']), values.length > 0 ? `One of ${values.join(', ')}.` : '']
    .filter(Boolean)
    .join(' ');
}

const item = (name: string, kinds: readonly string[], description: string): string => {
  const shown = kinds.filter(Boolean).join(', ');
  const text = description.replaceAll(/\s+/g, ' ').trim();
  return `- \`${name}\`${shown === '' ? '' : ` (${shown})`}${text === '' ? '' : `: ${text}`}`;
};

function typeName(schema: Fields): string {
  const reference = textOf(schema['$ref']);
  if (reference !== '') return reference.slice(reference.lastIndexOf('/') + 1);
  const type = Array.isArray(schema['type'])
    ? schema['type'].map(textOf).join(' or ')
    : textOf(schema['type']);
  if (type === 'array') return `array of ${typeName(fieldsOf(schema['items'])) || 'anything'}`;
  return [type, textOf(schema['format'])].filter(Boolean).join(' ');
}

/** What a local reference means; itself when it is none, or leads elsewhere. */
function resolve(api: Fields, given: unknown): Fields {
  const fields = fieldsOf(given);
  const reference = textOf(fields['$ref']);
  if (!reference.startsWith('#/')) return fields;
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, step) => fieldsOf(value)[step.replaceAll('~1', '/').replaceAll('~0', '~')], api);
  return fieldsOf(found);
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.replaceAll('\0', '').toWellFormed().trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
