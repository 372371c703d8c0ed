import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

/**
 * A schema that is shown and not applied: parameters are parsed by `callTool`, whose refusals have a code, and a test
 * holds every answer to its schema.
 */
export function advertisedSchema(
  schema: Record<string, unknown>,
): StandardSchemaWithJSON<Record<string, unknown>> {
  return {
    '~standard': {
      version: 1,
      vendor: 'workspace-memory',
      validate: (value) => ({ value: value as Record<string, unknown> }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}
