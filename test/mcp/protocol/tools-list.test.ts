import { describe, expect, it } from 'vitest';
import { MEMORY_TYPES } from '@memory/contracts';
import { toolEntries, toolJsonSchemas } from '@memory/contracts/tools';
import { offeredTools } from '../../../packages/service/src/doors/mcp/server/create-server.ts';
import { serveVariant } from '../../host/serve-variant.ts';
import { testWithService } from '../../host/service.ts';
import { verifiesInBothForms } from '../../support/verifies.ts';
import { connectClient } from '../../support/clients/mcp-client.ts';

const verifies = verifiesInBothForms(testWithService);

/** Parameters as the specification names them: required first, `?` marks the others. `{ref}` is the form's identifier. */
const SPECIFIED: Record<string, string> = {
  memory_search:
    'query workspace_id? memory_types? tags? tag_prefixes? files? min_importance? min_confidence? limit? search_profile? min_score?',
  memory_get_detail: '{ref} include_related?',
  memory_get_timeline: 'workspace_id? days? limit?',
  memory_get_index: 'workspace_id? limit?',
  memory_get_related: '{ref} limit?',
  memory_by_file: 'file_path workspace_id? limit?',
  memory_store:
    'title memory_type content workspace_id? summary? concepts? tags? files? importance? confidence?',
  memory_rate: '{ref} useful context?',
  memory_explore: 'query max_nodes? relationship_types? min_edge_confidence? seed_limit?',
  workspace_insight: 'workspace_id?',
  session_start: 'workspace_id? project_path?',
  session_end: 'session_id summary?',
  session_get_context: 'session_id max_memories?',
  document_ingest: 'content title memory_type? tags? workspace_id?',
  document_ingest_batch: 'documents workspace_id?',
  document_ingest_file: 'file_path title? memory_type? tags? workspace_id?',
  document_ingest_files_batch: 'file_paths memory_type? tags? workspace_id?',
  document_ingest_batch_from_file: 'batch_file_path workspace_id?',
  document_ingest_batch_get_upload_url: 'workspace_id?',
  sdlc_seed: 'content document_type deliverable_id? workspace_id?',
  sdlc_seed_from_file: 'file_path document_type deliverable_id? workspace_id?',
  sdlc_seed_get_upload_url: 'workspace_id?',
  sdlc_get_version: '',
  code_search: 'q? file_pattern? symbol_type? limit?',
  code_navigate: 'symbol_id',
  code_callers: 'symbol_id',
  code_callees: 'symbol_id',
  code_context: 'symbol_id? symbol_name? file_path?',
};

/** Optional parameters beside the specified ones (decision 47). */
const FURTHER: Record<string, string> = {
  memory_rate: 'retract?',
  memory_get_detail: 'from?',
  memory_get_timeline: 'offset?',
  memory_get_index: 'offset?',
  memory_by_file: 'offset?',
  memory_store: 'supersedes? session_id? project_name? branch_name? commit?',
  code_search: 'repository? offset?',
  code_callers: 'offset?',
  code_callees: 'offset?',
  document_ingest: 'source? origin? format? page_title?',
  session_start: 'project_name? branch_name? task?',
  session_get_context: 'task?',
};

/** Defaults as the specification names them; lists that are empty by default are not among them. */
const SPECIFIED_DEFAULTS: Record<string, Record<string, unknown>> = {
  memory_search: { limit: 5, search_profile: 'default', min_score: 0.15 },
  memory_get_detail: { include_related: true, from: 0 },
  memory_get_timeline: { days: 7, limit: 30, offset: 0 },
  memory_get_index: { limit: 50, offset: 0 },
  memory_get_related: { limit: 10 },
  memory_by_file: { limit: 20, offset: 0 },
  memory_store: { importance: 0.7, confidence: 0.8 },
  memory_explore: { max_nodes: 50, min_edge_confidence: 0, seed_limit: 5 },
  session_get_context: { max_memories: 10 },
  document_ingest: { memory_type: 'wiki' },
  document_ingest_file: { memory_type: 'wiki' },
  document_ingest_files_batch: { memory_type: 'wiki' },
  code_search: { limit: 50, offset: 0 },
  code_callers: { offset: 0 },
  code_callees: { offset: 0 },
};

/** Bounds and choices as the specification names them, by tool and parameter. */
const SPECIFIED_BOUNDS: Record<string, JsonSchema> = {
  'memory_search limit': { maximum: 100 },
  'memory_search min_importance': { minimum: 0, maximum: 1 },
  'memory_search min_confidence': { minimum: 0, maximum: 1 },
  'memory_search min_score': { minimum: 0, maximum: 1 },
  'memory_search search_profile': { enum: ['default', 'exact', 'exploration', 'recency', 'file-scoped'] },
  'memory_store title': { maxLength: 500 },
  'memory_store memory_type': { enum: [...MEMORY_TYPES] },
  'memory_store importance': { minimum: 0, maximum: 1 },
  'memory_store confidence': { minimum: 0, maximum: 1 },
  'memory_explore max_nodes': { maximum: 200 },
  'sdlc_seed document_type': { enum: ['spec', 'plan', 'result', 'changelog', 'knowledge'] },
  'sdlc_seed_from_file document_type': { enum: ['spec', 'plan', 'result', 'changelog', 'knowledge'] },
  // The specified ones, and behind them further kinds.
  'code_search symbol_type': {
    enum: ['function', 'class', 'module', 'constant', 'property', 'type', 'route', 'key'],
  },
};

const namesOver = (transport: 'http' | 'stdio') =>
  toolEntries.filter(([, row]) => row.transports.includes(transport)).map(([name]) => name);

const FILE_TOOLS = [
  'document_ingest_file',
  'document_ingest_files_batch',
  'document_ingest_batch_from_file',
  'sdlc_seed_from_file',
];
const UPLOAD_TOOLS = ['document_ingest_batch_get_upload_url', 'sdlc_seed_get_upload_url'];

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  [keyword: string]: unknown;
}

/** Every schema within a schema, itself first. */
function within(schema: JsonSchema): JsonSchema[] {
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
  return [schema, ...inner.flatMap(within)];
}

const parametersOf = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .toSorted();

describe('the tool table', () => {
  verifies.formA(['mcp.tools.28', 'mcp.tools.names'], () => {
    expect(toolEntries.map(([name]) => name).toSorted()).toEqual(Object.keys(SPECIFIED).toSorted());
    const count = (prefix: RegExp) => toolEntries.filter(([name]) => prefix.test(name)).length;
    expect(
      [/^(?:memory_|workspace_)/u, /^session_/u, /^document_/u, /^sdlc_/u, /^code_/u].map(count),
    ).toEqual([10, 3, 6, 4, 5]);
  });

  verifies('mcp.tools.parameters', () => {
    for (const form of ['A', 'B'] as const)
      for (const [name, row] of toolEntries) {
        const specified = SPECIFIED[name]?.replace('{ref}', form === 'A' ? 'id' : 'memory_id') ?? '';
        const { inputSchema } = toolJsonSchemas(row, form);
        const further = (FURTHER[name] ?? '').split(' ');
        expect(parametersOf(inputSchema), name).toEqual(
          [...specified.split(' '), ...further].filter(Boolean).toSorted(),
        );
      }
  });

  verifies.formA('mcp.tools.defaults', () => {
    const bounds: Record<string, JsonSchema> = {};
    for (const [name, row] of toolEntries) {
      const { properties = {} } = toolJsonSchemas(row, 'A').inputSchema as JsonSchema;
      const defaults = Object.entries(properties).flatMap(([parameter, schema]) => {
        bounds[`${name} ${parameter}`] = schema;
        return schema['default'] === undefined || schema.items ? [] : [[parameter, schema['default']]];
      });
      expect(Object.fromEntries(defaults), name).toEqual(SPECIFIED_DEFAULTS[name] ?? {});
    }
    expect(bounds).toMatchObject(SPECIFIED_BOUNDS);
  });

  verifies.formA('mcp.tools.http-24', () => {
    const names = namesOver('http');
    expect(names).toHaveLength(24);
    expect(offeredTools(['full']).map(([name]) => name)).toEqual(names);
    expect(FILE_TOOLS.filter((name) => names.some((offered) => offered === name))).toEqual([]);
  });

  verifies.formA('mcp.tools.stdio-26', () => {
    const names = namesOver('stdio');
    expect(names).toHaveLength(26);
    expect(UPLOAD_TOOLS.filter((name) => names.some((offered) => offered === name))).toEqual([]);
  });

  verifies.formA('mcp.tools.descriptions', () => {
    for (const [name, { description, title, hints }] of toolEntries) {
      expect(description.split(/\s+/u).length, name).toBeLessThanOrEqual(60);
      expect(title).not.toBe('');
      expect(hints.openWorldHint).toBe(false);
    }
  });

  it('descriptions send to tools that are offered beside theirs', () => {
    const names = /\b(?:memory|session|document|sdlc|code|workspace)_[a-z_]+\b/gu;
    // Names that are no tools: a parameter, a field, a memory type.
    const others = new Set(['session_id', 'memory_type', 'document_type', 'sdlc_knowledge']);
    for (const [name, { description, transports }] of toolEntries)
      for (const transport of transports)
        expect(namesOver(transport), name).toEqual(
          expect.arrayContaining((description.match(names) ?? []).filter((other) => !others.has(other))),
        );
  });

  verifies.formA('mcp.tools.hints', () => {
    const having = (hint: 'readOnlyHint' | 'destructiveHint' | 'idempotentHint') =>
      toolEntries.flatMap(([name, { hints }]) => (hints[hint] ? [name] : []));
    const readers = toolEntries.flatMap(([name, { scope }]) => (scope === 'read' ? [name] : []));
    const replacing = [
      'document_ingest',
      'document_ingest_batch',
      'document_ingest_file',
      'document_ingest_files_batch',
      'document_ingest_batch_from_file',
      'sdlc_seed',
      'sdlc_seed_from_file',
    ];
    expect(having('readOnlyHint')).toEqual(readers);
    expect(having('destructiveHint')).toEqual(replacing);
    expect(having('idempotentHint').toSorted()).toEqual([...readers, 'session_end', ...replacing].toSorted());
  });

  verifies.formA('mcp.schemas.flat-input', () => {
    const refused = [
      'anyOf',
      'oneOf',
      'allOf',
      'not',
      'const',
      '$ref',
      '$defs',
      'patternProperties',
      'nullable',
    ];
    for (const [name, row] of toolEntries)
      for (const form of ['A', 'B'] as const) {
        const { inputSchema } = toolJsonSchemas(row, form);
        expect(inputSchema['type']).toBe('object');
        for (const schema of within(inputSchema)) {
          expect(typeof schema['type'], `${name} ${JSON.stringify(schema)}`).toBe('string');
          expect(
            Object.keys(schema).filter((keyword) => refused.includes(keyword)),
            name,
          ).toEqual([]);
        }
      }
  });

  verifies.formA('mcp.schemas.output-nullable', () => {
    for (const [name, row] of toolEntries) {
      const schemas = within(toolJsonSchemas(row, 'A').outputSchema);
      for (const schema of schemas) {
        expect(Array.isArray(schema['type']), name).toBe(false);
        expect(Object.keys(schema).filter((keyword) => ['anyOf', '$ref', 'const'].includes(keyword))).toEqual(
          [],
        );
      }
    }
    const insight = toolJsonSchemas(
      toolEntries.find(([name]) => name === 'workspace_insight')![1],
      'A',
    ).outputSchema;
    expect((insight as JsonSchema).properties?.['total_memories']).toEqual({ type: 'integer' });
    expect((insight as JsonSchema).properties?.['last_memory_added_at']).toEqual({});
  });
});

describe('tools/list', () => {
  verifies('memories.form.mcp-parameter', async ({ service }) => {
    const client = await connectClient(service);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(offeredTools(['full']).map(([name]) => name));
    const detail = tools.find(({ name }) => name === 'memory_get_detail');
    expect(detail?.inputSchema.required).toEqual([service.form === 'A' ? 'id' : 'memory_id']);
  });

  verifies.formA('mcp.tools.core-profile', async ({ service }) => {
    const mcp = { ...service.services.mcp, profiles: ['core'] } as const;
    await using variant = await serveVariant(service, { mcp });
    const { tools } = await (await connectClient(variant.service)).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'memory_search',
      'memory_get_detail',
      'memory_by_file',
      'memory_store',
      'memory_rate',
      'session_start',
      'session_end',
    ]);
  });

  testWithService('stays within its size', async ({ service }) => {
    const client = await connectClient(service);
    const { tools } = await client.listTools();
    const tokens = (text: string) => Math.round(text.length / 4);
    const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    // The parts that clients put into a model's context, and the whole answer; packages/service/src/doors/mcp/README.md gives the figures.
    expect(tokens(JSON.stringify(shown))).toBeLessThan(5_500);
    expect(tokens(JSON.stringify(tools))).toBeLessThan(12_500);
    const core = new Set(offeredTools(['core']).map(([name]): string => name));
    expect(tokens(JSON.stringify(shown.filter(({ name }) => core.has(name))))).toBeLessThan(2_200);
  });
});
