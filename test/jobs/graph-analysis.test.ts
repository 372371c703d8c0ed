import { expect, vi } from 'vitest';
import { analyzeGraph, scheduleGraphAnalysis } from '@memory/core';
import { runOperation } from '@memory/service';
import { listChangedGraphs, queryRows } from '@memory/db';
import { followGraphChanges } from '../../packages/service/src/hosts/node/run-service.ts';
import { seedEdges } from '../support/seeds/seed-edges.ts';
import { seedManyMemories } from '../support/seeds/seed-memories.ts';
import { testWithOwnDatabase, type TestWorkspace } from '../host/service.ts';
import { verifiesWith } from '../support/verifies.ts';

const verifies = verifiesWith(testWithOwnDatabase);

interface GraphNode {
  title: string;
  pagerank_score: number | null;
  community_label: string | null;
}

const nodesOf = async (service: TestWorkspace): Promise<GraphNode[]> =>
  (await service.get('/api/v1/memories/graph')).body.nodes;

const analyze = async (service: TestWorkspace): Promise<void> => {
  await service.services.jobs.enqueue('analyzeGraph', { workspaceId: service.id });
  await service.runJobs();
};

/** Two groups of twenty that share a concept: each memory points to the next four and to the first; a weak edge between. */
async function seedTwoGroups(service: TestWorkspace): Promise<string[]> {
  const ids = await seedManyMemories(service, { prefix: service.id.slice(0, 23), count: 40 });
  const inGroup = (place: number, step: number) => ids[place - (place % 20) + ((place + step) % 20)]!;
  await seedEdges(
    service,
    ids.flatMap((source, place) => [
      ...[1, 2, 3, 4].map((step) => ({
        source,
        target: inGroup(place, step),
        type: 'references' as const,
        method: 'file_overlap',
      })),
      ...(place % 20 === 0
        ? []
        : [
            {
              source,
              target: inGroup(place, (-place % 20) + 20),
              type: 'depends_on' as const,
              method: 'session_context',
            },
          ]),
    ]),
  );
  await seedEdges(service, [{ source: ids[3]!, target: ids[30]!, confidence: 0.3 }]);
  return ids;
}

verifies(['graph.analysis.pagerank-set', 'graph.analysis.community-set'], async ({ service }) => {
  await seedTwoGroups(service);
  await analyze(service);
  const nodes = await nodesOf(service);
  const scores = nodes.map(({ pagerank_score }) => pagerank_score ?? Number.NaN);
  expect(scores.reduce((sum, score) => sum + score, 0) / 40).toBeCloseTo(1, 1);
  expect(Math.min(...scores)).toBeGreaterThan(0);
  const best = nodes.toSorted((a, b) => (b.pagerank_score ?? 0) - (a.pagerank_score ?? 0)).slice(0, 2);
  expect(best.map(({ title }) => title).toSorted()).toEqual(['Memory 0', 'Memory 20']);
  expect(new Set(nodes.slice(0, 20).map(({ community_label }) => community_label))).toEqual(
    new Set([nodes[0]?.community_label]),
  );
  expect([nodes[0]?.community_label, nodes[20]?.community_label]).toEqual(['concept 0', 'concept 1']);
  const detail = await service.get('/api/v1/memories/?limit=1');
  expect(detail.body[0]).toMatchObject({
    pagerank_score: expect.any(Number),
    community_label: expect.any(String),
  });
});

verifies(
  ['graph.analysis.twice', 'graph.analysis.stable-labels', 'graph.analysis.writes-changes'],
  async ({ service }) => {
    const ids = await seedTwoGroups(service);
    await analyze(service);
    const versions = () =>
      queryRows<{ id: string; version: string }>(service.services.db)`
        select memory_id::text id, xmin::text "version" from memory_counters
          where workspace_id = ${service.id}::uuid order by memory_id`;
    const first = { nodes: await nodesOf(service), rows: await versions() };
    await analyze(service);
    expect({ nodes: await nodesOf(service), rows: await versions() }).toEqual(first);
    // An edge inside the second group leaves every label, and nearly all of the first group's ranks.
    await seedEdges(service, [
      { source: ids[27]!, target: ids[35]!, type: 'references', method: 'concept_overlap' },
    ]);
    await analyze(service);
    const labels = (nodes: GraphNode[]) => nodes.map(({ community_label }) => community_label);
    expect(labels(await nodesOf(service))).toEqual(labels(first.nodes));
    const after = await versions();
    const written = after.filter(({ version }, place) => version !== first.rows[place]?.version).length;
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(35);
  },
);

verifies('graph.analysis.confidence-least', async ({ service }) => {
  const ids = await seedManyMemories(service, { prefix: service.id.slice(0, 23), count: 3 });
  await seedEdges(service, [
    { source: ids[0]!, target: ids[1]!, type: 'references', confidence: 0.3 },
    { source: ids[0]!, target: ids[2]!, type: 'references', confidence: 0.299 },
  ]);
  await analyze(service);
  const [source, strong, weak] = await nodesOf(service);
  expect(strong?.pagerank_score).toBeGreaterThan(weak?.pagerank_score ?? Infinity);
  expect(weak).toMatchObject({ pagerank_score: source?.pagerank_score, community_label: null });
  expect(strong?.community_label).toBe(source?.community_label);
});

verifies('graph.analysis.after-embedding', async ({ service }) => {
  await service.store();
  await analyzeGraph(service.services, await service.workspace());
  expect(await nodesOf(service)).toMatchObject([{ pagerank_score: null, community_label: null }]);
  await service.runJobs();
  await analyze(service);
  expect(await nodesOf(service)).toMatchObject([{ pagerank_score: 1, community_label: null }]);
});

const marks = async (service: TestWorkspace): Promise<number> => {
  const [row] = await queryRows<{ n: number }>(service.services.db)`
    select count(*)::int n from graph_changes where workspace_id = ${service.id}::uuid`;
  return row?.n ?? 0;
};

verifies('graph.analysis.changed-only', async ({ service, other }) => {
  await service.store();
  await other.store();
  await service.runJobs();
  const schedule = async (): Promise<string[]> => {
    const enqueue = vi.fn(() => Promise.resolve());
    await scheduleGraphAnalysis({
      ...service.services,
      jobs: { ...service.services.jobs, enqueue } as never,
    });
    const calls = enqueue.mock.calls as unknown as [string, ...{ workspaceId: string }[]][];
    const [name, ...payloads] = calls[0] ?? [''];
    if (name !== '') expect(name).toBe('analyzeGraph');
    return payloads
      .map(({ workspaceId }) => workspaceId)
      .filter((id) => id === service.id || id === other.id);
  };
  expect((await schedule()).toSorted()).toEqual([service.id, other.id].toSorted());
  const pages: string[] = [];
  for (let after: string | null | undefined = null; after !== undefined; after = pages.at(-1)) {
    const page: string[] = await listChangedGraphs(service.services.db, { after, limit: 1 });
    if (page.length === 0) break;
    pages.push(...page);
  }
  expect(pages).toEqual([...new Set(pages)].toSorted());
  expect(pages).toEqual(expect.arrayContaining([service.id, other.id]));
  await analyze(service);
  expect(await marks(service)).toBe(0);
  expect(await schedule()).toEqual([other.id]);
  const [source_id, target_id] = await service.seedMemories(2);
  expect(await marks(service)).toBe(0);
  await service.post('/api/v1/relationships', { source_id, target_id, relationship_type: 'supersedes' });
  expect(await schedule()).toContain(service.id);
  await analyze(service);
  await service.delete(`/api/v1/memories/${source_id}`);
  expect(await schedule()).toContain(service.id);
});

verifies('graph.analysis.own-workspace', async ({ service, other }) => {
  await seedTwoGroups(service);
  await other.store();
  await analyze(service);
  expect((await nodesOf(service))[0]?.pagerank_score).toEqual(expect.any(Number));
  const [theirs] = await queryRows<{ score: number | null }>(other.services.db)`
    select pagerank_score score from memory_counters where workspace_id = ${other.id}::uuid`;
  expect(theirs?.score).toBeNull();
});

verifies('graph.analysis.by-hand', async ({ service }) => {
  await seedTwoGroups(service);
  const result = await runOperation(service.services, 'runJob', {
    job: 'analyzeGraph',
    workspaceId: service.id,
  });
  expect(result).toEqual({ enqueued: 1 });
  await service.runJobs();
  expect((await nodesOf(service))[0]?.pagerank_score).toEqual(expect.any(Number));
  const all = await runOperation(service.services, 'runJob', { job: 'analyzeGraph', workspaceId: null });
  expect(all.enqueued).toBeGreaterThanOrEqual(1);
  await service.runJobs();
});

verifies('graph.analysis.local-follows', async ({ service }) => {
  await seedTwoGroups(service);
  const stop = followGraphChanges(service.services, () => undefined, {
    everyMs: 5,
    quietMs: 20_000,
    patienceMs: 0,
  });
  try {
    await vi.waitFor(
      async () => {
        await service.runJobs();
        expect((await nodesOf(service))[0]?.pagerank_score).toEqual(expect.any(Number));
      },
      { timeout: 20_000, interval: 20 },
    );
  } finally {
    stop();
  }
});
