import {
  fieldsOf,
  lineOf,
  listOf,
  resolve,
  textOf,
  type Fields,
  combinationsOf,
  describe,
  item,
  schemaLines,
  typeName,
} from './schema-lines.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** Callbacks have operations, which have callbacks. */
const CALLBACKS_MAX = 3;

/** A section for each operation of a path, and one behind it for each of its callbacks. */
export function operations(api: Fields, path: string, given: unknown, depth = 0): string[] {
  const pathItem = resolve(api, given);
  const shared = listOf(pathItem['parameters']);
  const about = [textOf(pathItem['summary']), textOf(pathItem['description'])].filter(Boolean);
  return METHODS.flatMap((method) => {
    if (pathItem[method] === undefined) return [];
    const operation = fieldsOf(pathItem[method]);
    const summary = lineOf(operation['summary']);
    const parameters = [...shared, ...listOf(operation['parameters'])].flatMap((one) =>
      parameterLines(api, one),
    );
    const responses = Object.entries(fieldsOf(operation['responses'])).flatMap(([status, response]) =>
      responseLines(api, status, response),
    );
    const parts = [
      `## ${method.toUpperCase()} ${path}${summary === '' ? '' : `: ${summary}`}`,
      ...about.splice(0),
      textOf(operation['description']),
      facts(operation),
      parameters.length > 0 ? `Parameters:\n\n${parameters.join('\n')}` : '',
      bodyText(api, operation['requestBody']),
      responses.length > 0 ? `Responses:\n\n${responses.join('\n')}` : '',
    ];
    return depth < CALLBACKS_MAX ? [...parts, ...callbacks(api, operation, depth + 1)] : parts;
  });
}

function callbacks(api: Fields, operation: Fields, depth: number): string[] {
  return Object.entries(fieldsOf(operation['callbacks'])).flatMap(([name, callback]) =>
    Object.entries(resolve(api, callback)).flatMap(([address, path]) =>
      operations(api, `callback ${name} to ${address}`, path, depth),
    ),
  );
}

function facts(operation: Fields): string {
  const tags = listOf(operation['tags']).map(textOf).join(', ');
  const { description, url } = fieldsOf(operation['externalDocs']);
  return [
    operation['operationId'] === undefined ? '' : `Operation \`${textOf(operation['operationId'])}\`.`,
    tags === '' ? '' : `Tags: ${tags}.`,
    operation['deprecated'] === true ? 'Deprecated.' : '',
    url === undefined ? '' : `See ${[lineOf(description), textOf(url)].filter(Boolean).join(': ')}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function parameterLines(api: Fields, given: unknown): string[] {
  const parameter = resolve(api, given);
  // Before its third version the schema of a parameter was the parameter itself.
  const schema = fieldsOf(parameter['schema'] ?? parameter);
  const kinds = [textOf(parameter['in']), typeName(schema), parameter['required'] === true ? 'required' : ''];
  const descriptions = [lineOf(parameter['description']), schema === parameter ? '' : describe(schema)];
  return [
    item(textOf(parameter['name']), kinds, [...new Set(descriptions)].filter(Boolean).join(' ')),
    ...schemaLines(schema, 1),
  ];
}

function bodyText(api: Fields, given: unknown): string {
  if (given === undefined) return '';
  const body = resolve(api, given);
  const contents = contentLines(body, 0);
  return ['Request body:', textOf(body['description']), contents.join('\n')].filter(Boolean).join('\n\n');
}

function responseLines(api: Fields, status: string, given: unknown): string[] {
  const response = resolve(api, given);
  const media = Object.values(fieldsOf(response['content']))[0];
  const schema = fieldsOf(fieldsOf(media)['schema'] ?? response['schema']);
  const headers = Object.entries(fieldsOf(response['headers'])).map(([name, value]) => {
    const header = resolve(api, value);
    return `  ${item(name, ['header', typeName(fieldsOf(header['schema'] ?? header))], lineOf(header['description']))}`;
  });
  const links = Object.entries(fieldsOf(response['links'])).map(([name, value]) => {
    const link = resolve(api, value);
    return `  ${item(name, ['link', textOf(link['operationId'])], lineOf(link['description']))}`;
  });
  return [
    item(status, [typeName(schema)], lineOf(response['description'])),
    ...(describe(schema) === '' ? [] : [`  - ${describe(schema)}`]),
    ...schemaLines(schema, 1),
    ...headers,
    ...links,
  ];
}

/** The kinds of content that a body may have, each with its schema where that is written in place. */
function contentLines(body: Fields, depth: number): string[] {
  return Object.entries(fieldsOf(body['content'])).flatMap(([type, media]) => {
    const schema = fieldsOf(fieldsOf(media)['schema']);
    return [
      item(type, [typeName(schema), ...combinationsOf(schema)], describe(schema)),
      ...schemaLines(schema, depth + 1),
    ];
  });
}
