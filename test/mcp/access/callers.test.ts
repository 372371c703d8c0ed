import { describe, expect } from 'vitest';
import { toolEntries, type ToolName } from '@memory/contracts/tools';
import { offeredTools } from '../../../packages/service/src/doors/mcp/server/create-server.ts';
import { callTool, connectClient } from '../../support/clients/mcp-client.ts';
import { testWithService } from '../../host/service.ts';
import { prepareToolCalls } from '../../support/clients/tool-calls.ts';
import { verifiesWith } from '../../support/verifies.ts';

const verifies = verifiesWith(testWithService);

const READABLE: readonly string[] = [
  'memory_search',
  'memory_get_detail',
  'memory_get_timeline',
  'memory_get_index',
  'memory_get_related',
  'memory_by_file',
  'memory_explore',
  'workspace_insight',
  'session_get_context',
  'code_search',
  'code_navigate',
  'code_callers',
  'code_callees',
  'code_context',
  'sdlc_get_version',
];

describe('scopes over every tool', () => {
  verifies(['mcp.scope.read-allowed', 'mcp.scope.read-refused'], async ({ service }) => {
    const calls = await prepareToolCalls(service);
    const reader = await connectClient(service, { key: await service.keyWithScope('read') });
    const writer = await connectClient(service, { key: await service.keyWithScope('write') });
    for (const [name] of offeredTools(['full'])) {
      const { args } = calls[name as ToolName];
      const { error, isError, text } = await callTool(reader, name, args);
      if (READABLE.includes(name)) expect(isError, text).toBe(false);
      else expect(error, name).toMatchObject({ code: 'insufficient_scope', retryable: false });
      expect((await callTool(writer, name, args)).isError, name).toBe(false);
    }
  });
});

/** Tools with the parameter, by what they need beside it. */
const WITH_WORKSPACE: Partial<Record<ToolName, Record<string, unknown>>> = {
  memory_search: { query: 'x' },
  memory_get_timeline: {},
  memory_get_index: {},
  memory_by_file: { file_path: 'x' },
  memory_store: { title: 'T', memory_type: 'general', content: 'C' },
  workspace_insight: {},
  session_start: {},
  document_ingest: { title: 'T', content: 'C' },
  sdlc_seed: { content: 'C', document_type: 'spec' },
};

describe('workspace_id', () => {
  verifies(['mcp.workspace-id.own', 'mcp.workspace-id.foreign'], async ({ service, other }) => {
    const client = await connectClient(service);
    for (const [name, args] of Object.entries(WITH_WORKSPACE)) {
      const own = await callTool(client, name, { ...args, workspace_id: service.id });
      expect(own.isError, `${name} ${own.text}`).toBe(false);
      const foreign = await callTool(client, name, { ...args, workspace_id: other.id });
      expect(foreign.error, name).toEqual({
        code: 'invalid_workspace_id',
        message: `Workspace ${other.id} is not one of yours.`,
        retryable: false,
      });
      const unknown = await callTool(client, name, { ...args, workspace_id: 'nonsense' });
      expect(unknown.error.message).toBe('Workspace nonsense is not one of yours.');
    }
    expect((await other.get('/api/v1/memories/')).body).toEqual([]);
    const named = toolEntries.filter(([, row]) => 'workspace_id' in row.input.shape).map(([name]) => name);
    expect(named).toEqual(expect.arrayContaining(Object.keys(WITH_WORKSPACE)));
  });

  testWithService('may stand in the address, for tools without the parameter', async ({ service, other }) => {
    const own = await connectClient(service, { query: `?workspace_id=${service.id.toUpperCase()}` });
    expect((await callTool(own, 'memory_explore', { query: 'x' })).isError).toBe(false);
    const foreign = await connectClient(service, { query: `?workspace_id=${other.id}` });
    expect((await callTool(foreign, 'memory_explore', { query: 'x' })).error.code).toBe(
      'invalid_workspace_id',
    );
  });
});

describe('prompts and resources', () => {
  verifies('mcp.prompts', async ({ service }) => {
    const client = await connectClient(service);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['start_work', 'end_work', 'what_do_we_know']);
    const textOf = async (name: string, args: Record<string, string>) => {
      const { messages } = await client.getPrompt({ name, arguments: args });
      return (messages[0]?.content as { text: string } | undefined)?.text;
    };
    expect(await textOf('start_work', { task: 'mend the fence' })).toContain('mend the fence');
    expect(await textOf('start_work', {})).toContain('session_start');
    expect(await textOf('end_work', { session_id: 'sess-1' })).toContain('sess-1');
    expect(await textOf('what_do_we_know', { file_path: 'src/a.ts' })).toContain('src/a.ts');
    await expect(client.getPrompt({ name: 'what_do_we_know' })).rejects.toThrow();
  });

  verifies('mcp.resources', async ({ service, other }) => {
    const memory = await service.store({ title: 'Quokka', narrative: 'It stays.' });
    const foreign = await other.store();
    for (const era of ['legacy', 'modern'] as const) {
      const client = await connectClient(service, { era });
      const read = async (uri: string) => (await client.readResource({ uri })).contents as { text: string }[];
      expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['memory://index']);
      expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
        { uriTemplate: 'memory://{ref}' },
      ]);
      expect((await read('memory://index'))[0]?.text).toContain('[general] Quokka');
      expect((await read(`memory://${service.ref(memory)}`))[0]?.text).toContain('It stays.');
      await expect(read(`memory://${service.ref(foreign)}`)).rejects.toThrow('was not found');
    }
    // Reading counts as nothing.
    expect((await service.get(`/api/v1/memories/${service.ref(memory)}`)).body.access_count).toBe(0);
  });
});
