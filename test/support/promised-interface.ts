import * as z from 'zod';
import { createOpenApiDocument } from '@memory/contracts/openapi';
import { allToolEntries, toolJsonSchemas } from '@memory/contracts/tools';
import { Config } from '@memory/service/config';

/** Fields of an object that callers give (`in`) or get (`out`), or of both: its types, and `!` for one that is always there. */
export type Interface = Map<string, Map<string, string>>;

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

type Direction = 'in' | 'out';

interface Operation {
  parameters?: { name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** The interface that semantic versions speak of: REST, tools, settings, and with REST's bodies the format of records. */
export function promisedInterface(): Interface {
  const found: Interface = new Map();
  const document = createOpenApiDocument({ form: 'A', version: '0.0.0' }) as unknown as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  const reached = new Map<string, Set<Direction>>();
  const reach = (name: string, direction: Direction): void => {
    const directions = reached.get(name) ?? new Set<Direction>();
    if (directions.has(direction)) return;
    reached.set(name, directions.add(direction));
    add(document.components.schemas[name] ?? {}, `${direction} ${name}`, direction);
  };
  /** Adds the objects of a schema. @returns its types, joined by `|` */
  const add = (schema: Schema, name: string, direction: Direction): string => {
    if (schema.$ref) {
      const target = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
      reach(target, direction);
      return target;
    }
    const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (parts)
      return [...new Set(parts.flatMap((part) => add(part, name, direction).split('|')))].sort().join('|');
    if (schema.enum)
      return schema.enum
        .map((value) => `"${String(value)}"`)
        .sort()
        .join('|');
    if (schema.const !== undefined) return `"${String(schema.const)}"`;
    if (schema.items) return `[${add(schema.items, `${name}[]`, direction)}]`;
    if (schema.properties) {
      const fields = found.get(name) ?? new Map<string, string>();
      found.set(name, fields);
      for (const [field, of] of Object.entries(schema.properties))
        fields.set(
          field,
          add(of, `${name}.${field}`, direction) + (schema.required?.includes(field) ? '!' : ''),
        );
      return 'object';
    }
    return [schema.type ?? 'any'].flat().sort().join('|');
  };

  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(operations)) {
      const name = `${method.toUpperCase()} ${path}`;
      const given = new Map<string, string>();
      found.set(`in ${name}`, given);
      for (const { name: parameter, required, schema } of parameters)
        given.set(parameter, add(schema, `in ${name}.${parameter}`, 'in') + (required ? '!' : ''));
      for (const { schema } of Object.values(requestBody?.content ?? {}))
        given.set('body', `${add(schema, `in ${name}.body`, 'in')}!`);
      for (const [status, { content = {} }] of Object.entries(responses))
        if (status.startsWith('2'))
          for (const { schema } of Object.values(content))
            found.set(`out ${name}`, new Map([[status, `${add(schema, `out ${name}`, 'out')}!`]]));
    }
  for (const [name, row] of allToolEntries) {
    const { inputSchema, outputSchema } = toolJsonSchemas(row, 'A');
    add(inputSchema, `in tool ${name}`, 'in');
    add(outputSchema, `out tool ${name}`, 'out');
  }
  add(z.toJSONSchema(Config, { io: 'input', unrepresentable: 'any' }) as Schema, 'in settings', 'in');
  return found;
}

const alternatives = (type: string): string[] => type.replace(/!$/u, '').split('|');

/**
 * Why callers of a released interface would not get along with another: names that are gone, types that are refused or new,
 * demands that were none. A new value of an enumeration, a new field and a new object break nothing.
 */
export function breaks(released: Interface, now: Interface): string[] {
  const found: string[] = [];
  for (const [name, before] of released) {
    const after = now.get(name);
    if (!after) {
      found.push(`${name} is gone`);
      continue;
    }
    const isInput = name.startsWith('in ');
    for (const [field, type] of before) {
      const other = after.get(field);
      if (other === undefined) {
        found.push(`${name}: ${field} is gone`);
        continue;
      }
      const [had, has] = [alternatives(type), alternatives(other)];
      const [promised, given] = isInput ? [had, has] : [has, had];
      const missing = promised.filter((one) => !given.includes(one) && !(one.startsWith('"') && !isInput));
      if (missing.length > 0 && !given.includes('any'))
        found.push(`${name}: ${field} ${isInput ? 'no longer takes' : 'may now be'} ${missing.join(' or ')}`);
      if (!isInput && type.endsWith('!') && !other.endsWith('!'))
        found.push(`${name}: ${field} may be absent`);
    }
    if (isInput)
      for (const [field, type] of after)
        if (type.endsWith('!') && !before.get(field)?.endsWith('!'))
          found.push(`${name}: ${field} is demanded`);
  }
  return found;
}

/** A line an object, so that a difference is read as one. */
export const printInterface = (all: Interface): string =>
  [...all]
    .map(([name, fields]) =>
      `${name}: ${[...fields]
        .map(([field, type]) => `${field}=${type}`)
        .sort()
        .join(' ')}`.trimEnd(),
    )
    .sort()
    .join('\n') + '\n';

export const readInterface = (text: string): Interface =>
  new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const end = line.indexOf(':');
        const fields = line
          .slice(end + 2)
          .split(' ')
          .filter(Boolean);
        return [
          line.slice(0, end),
          new Map(
            fields.map((field) => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)]),
          ),
        ];
      }),
  );
