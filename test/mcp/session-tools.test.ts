import { describe, expect } from 'vitest';
import { MEMORY_TYPES, type Memory } from '@memory/contracts';
import { callTool, connectClient } from '../support/clients/mcp-client.ts';
import { testWithService } from '../host/service.ts';
import { environmentOf, startBridge } from '../support/clients/stdio-bridge.ts';
import { verifiesInBothForms } from '../support/verifies.ts';

const verifies = verifiesInBothForms(testWithService);

describe('session tools', () => {
  verifies.formA(
    ['mcp.session-start.started', 'mcp.session-start.fields', 'mcp.context-block.no-scores'],
    async ({ service }) => {
      await service.store({ title: 'Quokka', narrative: 'It stays.', importance_score: 0.87 });
      const client = await connectClient(service);
      const started = await callTool(client, 'session_start', { project_path: '/home/someone/zoo/' });
      const { session_id, started_at, context_block } = started.structured;
      expect(session_id).toMatch(/^sess-[0-9a-f-]{36}$/u);
      expect(started.structured).toMatchObject({ is_active: true, project_name: 'zoo' });
      expect((await service.get(`/api/v1/sessions/${session_id}`)).body).toMatchObject({ started_at });
      expect(context_block).toContain('Quokka');
      expect(context_block).not.toContain('0.87');
      expect(started.text).toContain(context_block);
      const again = await callTool(client, 'session_start');
      expect(again.structured.session_id).not.toBe(session_id);
      expect(again.structured.project_name).toBe('');
    },
  );

  verifies.formA(['mcp.session-end.ended', 'mcp.session-end.summary'], async ({ service }) => {
    const client = await connectClient(service);
    const { session_id } = (await callTool(client, 'session_start')).structured;
    const ended = await callTool(client, 'session_end', { session_id, summary: 'The fence holds.' });
    expect(ended.structured).toMatchObject({ is_active: false, summary: 'The fence holds.' });
    expect((await service.get(`/api/v1/sessions/${session_id}`)).body).toMatchObject({
      is_active: false,
      ended_at: ended.structured.ended_at,
      summary: 'The fence holds.',
    });
    const again = await callTool(client, 'session_end', { session_id });
    expect(again.structured).toMatchObject({ summary: 'The fence holds.' });
    const unknown = await callTool(client, 'session_end', { session_id: 'sess-none' });
    expect(unknown.error).toMatchObject({ code: 'not_found' });
  });

  verifies(
    [
      'mcp.session-get-context.context',
      'mcp.session-get-context.max-memories-default',
      'mcp.context-block.stable',
    ],
    async ({ service }) => {
      for (let number = 1; number <= 12; number += 1)
        await service.store({ title: `Memory ${number}`, importance_score: 0.9 });
      const client = await connectClient(service);
      const { session_id } = (await callTool(client, 'session_start')).structured;
      const context = await callTool(client, 'session_get_context', { session_id });
      expect(context.structured.session_id).toBe(session_id);
      const shown = (given: string) => new Set(given.match(/Memory \d+/gu)).size;
      expect(context.text).toContain(context.structured.context_block);
      expect(shown(context.text)).toBe(10);
      expect((await callTool(client, 'session_get_context', { session_id })).text).toBe(context.text);
      const fewer = await callTool(client, 'session_get_context', { session_id, max_memories: 2 });
      expect(shown(fewer.structured.context_block)).toBe(2);
    },
  );
});

describe('memories of a session', () => {
  verifies('mcp.memory-store.session', async ({ service }) => {
    const given = { title: 'Gates', memory_type: 'convention', content: 'They close at six.' };
    const sessionOf = async (memory: Memory) =>
      (await service.get(`/api/v1/memories/${service.ref(memory)}`)).body.source_session_id as string | null;
    const client = await connectClient(service);
    const { session_id } = (await callTool(client, 'session_start')).structured;
    const stored = await callTool(client, 'memory_store', { ...given, session_id });
    expect(stored.structured).toMatchObject({ session_id });
    expect(await sessionOf(stored.structured)).toBe(session_id);
    const lost = await callTool(client, 'memory_store', { ...given, title: 'Doors', session_id: 'none' });
    expect(lost.structured.hint).toContain('no session none');
    expect(await sessionOf(lost.structured)).toBeNull();
    const bridge = await startBridge(environmentOf(service));
    expect(
      await sessionOf((await callTool(bridge, 'memory_store', { ...given, title: 'A' })).structured),
    ).toBe(session_id);
    const { session_id: started } = (await callTool(bridge, 'session_start')).structured;
    const kept = await callTool(bridge, 'memory_store', { ...given, title: 'B' });
    expect(await sessionOf(kept.structured)).toBe(started);
    const named = await callTool(bridge, 'memory_store', { ...given, title: 'C', session_id });
    expect(await sessionOf(named.structured)).toBe(session_id);
  });
});

describe('workspace_insight', () => {
  verifies(
    [
      'mcp.workspace-insight.fields',
      'mcp.workspace-insight.totals',
      'mcp.workspace-insight.memory-counts',
      'mcp.workspace-insight.relationship-counts',
      'mcp.workspace-insight.pending-observations',
      'mcp.workspace-insight.last-memory',
      'mcp.workspace-insight.last-discovery',
    ],
    async ({ service, other }) => {
      await other.store();
      const client = await connectClient(service);
      const none = Object.fromEntries(MEMORY_TYPES.map((type) => [type, 0]));
      const empty = await callTool(client, 'workspace_insight');
      expect(empty.structured).toEqual({
        workspace_id: service.id,
        total_memories: 0,
        memory_counts: none,
        total_relationships: 0,
        relationship_counts: [],
        pending_observations: 0,
        last_memory_added_at: null,
        last_discovery_run_at: null,
      });
      const [a, b, c] = [
        await service.store({ title: 'First', narrative: 'Quokkas.', memory_type: 'decision' }),
        await service.store({ title: 'Second', narrative: 'Fences.', memory_type: 'decision' }),
        await service.store({ title: 'Third', narrative: 'Deployments.', memory_type: 'wiki' }),
      ];
      await service.runJobs();
      const relate = (source: typeof a, target: typeof a, relationship_type: string) =>
        service.post('/api/v1/relationships', {
          source_id: service.ref(source),
          target_id: service.ref(target),
          relationship_type,
        });
      const before = (await callTool(client, 'workspace_insight')).structured.total_relationships as number;
      await relate(a, b, 'depends_on');
      await relate(b, c, 'depends_on');
      await relate(a, c, 'depends_on');
      await relate(c, a, 'supersedes');
      const { session_id } = (await callTool(client, 'session_start')).structured;
      await service.post(`/api/v1/sessions/${session_id}/observations`, {
        observations: [{ content: 'Something happened.' }, { content: 'Something else did.' }],
      });
      const { structured } = await callTool(client, 'workspace_insight', { workspace_id: service.id });
      expect(structured).toMatchObject({
        total_memories: 3,
        memory_counts: { ...none, decision: 2, wiki: 1 },
        total_relationships: before + 4,
        pending_observations: 2,
        last_memory_added_at: c.created_at,
        last_discovery_run_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/u),
      });
      const counts = structured.relationship_counts as { relationship_type: string; count: number }[];
      expect(counts).toEqual(expect.arrayContaining([{ relationship_type: 'depends_on', count: 3 }]));
      expect(counts.map(({ count }) => count)).toEqual(
        counts.map(({ count }) => count).toSorted((x, y) => y - x),
      );
      expect(counts.length).toBeLessThanOrEqual(7);
    },
  );
});
