import * as z from 'zod';
import type { MemoryIdForm } from '../vocabulary.ts';
import type { ToolRow } from './tool-door.ts';

type JsonObject = Record<string, unknown>;

export interface ToolJsonSchemas {
  inputSchema: JsonObject;
  outputSchema: JsonObject;
}

export const memoryParameter = (form: MemoryIdForm) => (form === 'A' ? 'id' : 'memory_id');

export function toolInput({ input, takesMemory }: ToolRow, form: MemoryIdForm): z.ZodObject {
  if (!takesMemory) return input;
  return z.object({
    [memoryParameter(form)]: z.string().describe('Identifier of the memory, as earlier answers give it.'),
    ...input.shape,
  });
}

/** Schemas of a tool for `tools/list`, which stand alone, without references. */
export function toolJsonSchemas(row: ToolRow, form: MemoryIdForm): ToolJsonSchemas {
  return {
    inputSchema: simplify(z.toJSONSchema(toolInput(row, form), { io: 'input' }), form, INPUT_KEYWORDS),
    outputSchema: simplify(z.toJSONSchema(row.output, { io: 'output' }), form, OUTPUT_KEYWORDS),
  };
}

/** Every listed word costs each client's model context, so an output says types and no bounds. */
const OUTPUT_KEYWORDS = ['type', 'items', 'description'];
const INPUT_KEYWORDS = [
  ...OUTPUT_KEYWORDS,
  'enum',
  'default',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
];

function simplify(root: JsonObject, form: MemoryIdForm, keywords: readonly string[]): JsonObject {
  const definitions = (root['$defs'] ?? {}) as Record<string, JsonObject>;
  const ofForm = ({ form: only }: JsonObject) => only === undefined || only === form;

  function simple(node: JsonObject): JsonObject {
    const { $ref, ...rest } = node;
    if (typeof $ref === 'string') return simple({ ...definitions[$ref.replace('#/$defs/', '')], ...rest });
    const kept: JsonObject = {};
    for (const keyword of keywords) if (node[keyword] !== undefined) kept[keyword] = node[keyword];
    // A field that may be null is left untyped: clients disagree on how such a type is to be written.
    if (Array.isArray(kept['type'])) delete kept['type'];
    if (kept['items']) kept['items'] = simple(kept['items'] as JsonObject);
    if (node['properties']) {
      const properties = Object.entries(node['properties'] as Record<string, JsonObject>).filter(
        ([, property]) => ofForm(property),
      );
      const names = properties.map(([name]) => name);
      const required = ((node['required'] ?? []) as string[]).filter((name) => names.includes(name));
      kept['properties'] = Object.fromEntries(properties.map(([name, property]) => [name, simple(property)]));
      if (required.length > 0) kept['required'] = required;
    }
    return kept;
  }

  return simple(root);
}
