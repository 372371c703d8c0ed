import type { MemoryIdForm } from '@memory/contracts';
import type { Profile } from '@memory/contracts/profiles';
import {
  allToolEntries,
  type AnyToolName,
  instructionsFor,
  isInProfile,
  toolJsonSchemas,
  type ToolRow,
} from '@memory/contracts/tools';
import { type CallToolResult, McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { registerPrompts } from '../prompts/register-prompts.ts';
import { registerResources } from '../resources/resources.ts';
import { servedTools } from '../tools/index.ts';

/**
 * A schema that is shown and not applied: parameters are parsed by `callTool`, whose refusals have a code, and a test
 * holds every answer to its schema.
 */
function advertisedSchema(schema: Record<string, unknown>): StandardSchemaWithJSON<Record<string, unknown>> {
  return {
    '~standard': {
      version: 1,
      vendor: 'workspace-memory',
      validate: (value) => ({ value: value as Record<string, unknown> }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}

export interface ServerOptions {
  version: string;
  form: MemoryIdForm;
  profiles: readonly Profile[];
  /** Registers this tool and no other: a call needs no more, and a list is never asked of the same server. */
  only?: string;
  /** Carries out a call; the name is one of those offered. */
  call: (name: AnyToolName, given: unknown) => Promise<CallToolResult>;
  /** The text of a resource. */
  read: (uri: string) => Promise<string>;
}

/** How long a client may keep what only a new version changes. */
const LISTS = { ttlMs: 300_000, cacheScope: 'private' } as const;

/** The tools of some profiles over HTTP, in the order of the table. */
export function offeredTools(profiles: readonly Profile[]): [AnyToolName, ToolRow][] {
  return allToolEntries.filter(
    ([name, row]) =>
      servedTools.has(name) && row.transports.includes('http') && isInProfile(profiles, name, row),
  );
}

/** A server for one request, for clients of either protocol generation. */
export function createServer({ version, form, profiles, only, call, read }: ServerOptions): McpServer {
  const server = new McpServer(
    { name: 'workspace-memory', title: 'Workspace Memory', version },
    {
      instructions: instructionsFor(profiles.includes('hooked')),
      // There are no notifications: each request has a server of its own.
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false },
      },
      cacheHints: {
        'tools/list': LISTS,
        'prompts/list': LISTS,
        'resources/list': LISTS,
        'resources/templates/list': LISTS,
        'server/discover': LISTS,
      },
    },
  );
  for (const [name, row] of offeredTools(profiles)) {
    if (only !== undefined && only !== name) continue;
    const { title, description, hints: annotations } = row;
    const { inputSchema, outputSchema } = schemasOf(name, row, form);
    server.registerTool(name, { title, description, annotations, inputSchema, outputSchema }, (given) =>
      call(name, given),
    );
  }
  if (only === undefined) {
    registerPrompts(server);
    registerResources(server, read);
  }
  return server;
}

type Schemas = Record<'inputSchema' | 'outputSchema', ReturnType<typeof advertisedSchema>>;

const schemas = new Map<string, Schemas>();

/** Made once in the life of the process. */
function schemasOf(name: AnyToolName, row: ToolRow, form: MemoryIdForm): Schemas {
  const key = `${form} ${name}`;
  const known = schemas.get(key);
  if (known) return known;
  const { inputSchema, outputSchema } = toolJsonSchemas(row, form);
  const made = { inputSchema: advertisedSchema(inputSchema), outputSchema: advertisedSchema(outputSchema) };
  schemas.set(key, made);
  return made;
}
