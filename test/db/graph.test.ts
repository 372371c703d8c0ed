import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RelationshipType } from '@memory/contracts';
import {
  deleteManualRelationship,
  describeDatabaseFailure,
  exploreGraph,
  findPath,
  insertManualRelationship,
  listGraphEdges,
  listGraphNodes,
  queryRows,
  readAnalysisEdges,
  readAnalysisMemories,
  updateGraphScores,
  type Database,
  type WorkspaceId,
} from '@memory/db';
import { portion } from '../support/portion.ts';
import { seedEdges } from '../support/seeds/seed-edges.ts';
import { seedManyMemories } from '../support/seeds/seed-memories.ts';
import { describeEngines, describeLarge } from '../host/databases.ts';

interface Edge {
  source: number;
  target: number;
  type: RelationshipType;
  confidence: number;
}

const NODES = 14;

const TYPES = ['references', 'similar_to', 'caused_by'] as const;

/** Sparse graphs, in which some memories cannot be reached and paths are long. */
const graphs = fc.uniqueArray(
  fc.record({
    source: fc.nat(NODES - 1),
    target: fc.nat(NODES - 1),
    type: fc.constantFrom(...TYPES),
    confidence: fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
  }),
  {
    minLength: 4,
    maxLength: 22,
    selector: ({ source, target, type }) => `${source} ${target} ${type}`,
  },
);

const loopless = (edges: readonly Edge[]) => edges.filter(({ source, target }) => source !== target);

/** Steps from one memory to each, whichever way the edges point: breadth first, in memory. */
function distances(edges: readonly Edge[], from: number): Map<number, number> {
  const found = new Map([[from, 0]]);
  for (const at of found.keys())
    for (const { source, target } of edges)
      for (const [near, far] of [
        [source, target],
        [target, source],
      ] as const)
        if (near === at && !found.has(far)) found.set(far, (found.get(at) ?? 0) + 1);
  return found;
}

async function newWorkspace(db: Database, count: number): Promise<{ id: WorkspaceId; ids: string[] }> {
  const id = randomUUID() as string as WorkspaceId;
  await db.execute(
    sql`insert into workspaces (id, name, created_at) values (${id}::uuid, ${id}::text, now())`,
  );
  const ids = await seedManyMemories(workspaceOf(db, id), { prefix: id.slice(0, 23), count });
  return { id, ids };
}

async function reseed(
  db: Database,
  workspace: { id: WorkspaceId; ids: string[] },
  edges: readonly Edge[],
): Promise<void> {
  await db.execute(sql`delete from relationships where workspace_id = ${workspace.id}::uuid`);
  await seedEdges(
    workspaceOf(db, workspace.id),
    edges.map(({ source, target, ...edge }) => ({
      ...edge,
      source: workspace.ids[source]!,
      target: workspace.ids[target]!,
    })),
  );
}

describeLarge('pages of a graph', (db) => {
  test('hold every item once, whatever its size', async () => {
    const { id, ids } = await newWorkspace(db(), 700);
    await db()
      .execute(sql`update memories set title = repeat('😀', 500), concepts = array[repeat('x', 40), repeat('y', 41)]
      where workspace_id = ${id}::uuid`);
    await seedEdges(
      workspaceOf(db(), id),
      ids.flatMap((source, place) =>
        ids.slice(place + 1, place + 4).map((target) => ({ source, target, confidence: place / 700 })),
      ),
    );
    const nodes: string[] = [];
    for (let after: string | null = null, hasMore = true; hasMore;) {
      const page = await listGraphNodes(db(), id, { after });
      nodes.push(...page.items.map((node) => node.id));
      ({ last: after, hasMore } = page);
    }
    expect(nodes).toEqual(ids);
    const edges: string[] = [];
    for (let after: string | null = null, hasMore = true; hasMore;) {
      const page = await listGraphEdges(db(), id, { after, limit: 500, form: 'A' });
      edges.push(...page.items.map(([source, target]) => `${source} ${target}`));
      ({ last: after, hasMore } = page);
    }
    expect(new Set(edges).size).toBe(2_094);
    expect(edges).toHaveLength(2_094);

    let memories = 0;
    for await (const page of readAnalysisMemories(db(), id))
      for (const memory of page) {
        memories += 1;
        expect(memory.concepts).toEqual(['x'.repeat(40)]);
      }
    expect(memories).toBe(700);
    let confident = 0;
    for await (const page of readAnalysisEdges(db(), id, { minConfidence: 0.3 })) confident += page.length;
    expect(confident).toBe(3 * 490 - 6);
  });

  test('end at once in an empty workspace', async () => {
    const { id } = await newWorkspace(db(), 0);
    expect(await listGraphNodes(db(), id, { after: null })).toEqual({
      items: [],
      last: null,
      hasMore: false,
    });
  });

  test('updateGraphScores writes every chunk, and passes over what is gone', async () => {
    const { id, ids } = await newWorkspace(db(), 2_100);
    const scores = [...ids, randomUUID()].map((memory, place) => ({
      id: memory,
      score: place,
      label: place % 2 ? 'odd' : null,
    }));
    await updateGraphScores(db(), id, scores);
    const rows = await queryRows<{ sum: number; odd: number }>(db())`
      select sum(pagerank_score)::float8 sum, count(community_label)::int odd from memory_counters where workspace_id = ${id}::uuid`;
    expect(rows).toEqual([{ sum: (2_099 * 2_100) / 2, odd: 1_050 }]);
  });
});

describeEngines('graph', (db) => {
  let counter = 0;

  describe('findPath', () => {
    test('is as short as a search breadth first, over edges that exist', async () => {
      const workspace = await newWorkspace(db(), NODES);
      const placeOf = new Map(workspace.ids.map((id, place) => [id, place]));
      await fc.assert(
        fc.asyncProperty(
          graphs,
          fc.nat(NODES - 1),
          fc.nat(NODES - 1),
          fc.integer({ min: 1, max: 10 }),
          fc.constantFrom<RelationshipType[] | null>(null, [], ['references'], ['similar_to', 'caused_by']),
          async (drawn, from, to, maxDepth, types) => {
            const edges = loopless(drawn);
            await reseed(db(), workspace, edges);
            const options = {
              source: { form: 'A', id: workspace.ids[from]! },
              target: { form: 'A', id: workspace.ids[to]! },
              maxDepth,
              types,
            } as const;
            const found = await findPath(db(), workspace.id, { ...options, atOnce: null });
            expect(await findPath(db(), workspace.id, { ...options, atOnce: 2 })).toEqual({
              ...found,
              unfinished: null,
            });
            const allowed = types?.length ? edges.filter(({ type }) => types.includes(type)) : edges;
            const distance = distances(allowed, from).get(to) ?? Infinity;
            const path = found.path.map(({ id }) => placeOf.get(id) ?? Number.NaN);
            if (distance > maxDepth) {
              expect(found).toMatchObject({ path: [], edges: [] });
              return;
            }
            expect(path).toHaveLength(distance + 1);
            expect([path[0], path.at(-1)]).toEqual([from, to]);
            expect(found.edges).toHaveLength(distance);
            found.edges.forEach((edge, step) => {
              const between = allowed.filter(
                ({ source, target }) =>
                  (source === path[step] && target === path[step + 1]) ||
                  (target === path[step] && source === path[step + 1]),
              );
              expect(edge.confidence).toBe(Math.max(...between.map(({ confidence }) => confidence)));
              expect(between).toContainEqual({
                source: placeOf.get(edge.source.id),
                target: placeOf.get(edge.target.id),
                type: edge.relationship_type,
                confidence: edge.confidence,
              });
            });
          },
        ),
        { numRuns: portion(60, 15) },
      );
    });

    test('gives up in time', async () => {
      const workspace = await newWorkspace(db(), 3);
      await reseed(db(), workspace, [{ source: 0, target: 1, type: 'references', confidence: 1 }]);
      const [a, , c] = workspace.ids;
      const late = sql`select relationship_path(${workspace.id}::uuid, ${a}::uuid, ${c}::uuid, 10, null::text[], -1, null)::text`;
      const failure = await Promise.resolve(db().execute(late)).catch(describeDatabaseFailure);
      expect(failure).toMatchObject({ unavailable: true });
    });
  });

  describe('exploreGraph', () => {
    test('keeps to its bounds, and leaves nobody out who is near', async () => {
      const workspace = await newWorkspace(db(), NODES);
      await fc.assert(
        fc.asyncProperty(
          graphs,
          fc.uniqueArray(fc.nat(NODES - 1), { minLength: 1, maxLength: 4 }),
          fc.integer({ min: 1, max: NODES + 2 }),
          fc.constantFrom(0, 0.5, 1),
          async (drawn, seeds, maxNodes, minConfidence) => {
            const edges = loopless(drawn);
            await reseed(db(), workspace, edges);
            const explored = await exploreGraph(db(), workspace.id, {
              seeds: seeds.map((place) => workspace.ids[place]!),
              maxNodes,
              minConfidence,
              types: null,
            });
            const followed = edges.filter(({ confidence }) => confidence >= minConfidence);
            const reached = new Set(seeds.flatMap((seed) => [...distances(followed, seed).keys()]));
            const places = explored.nodes.map(({ id }) => workspace.ids.indexOf(id));
            expect(places).toHaveLength(Math.min(maxNodes, reached.size));
            expect(new Set(places).size).toBe(places.length);
            expect(places.every((place) => reached.has(place))).toBe(true);
            expect(explored.seedCount).toBe(Math.min(seeds.length, maxNodes));
            expect(places.slice(0, explored.seedCount)).toEqual(seeds.slice(0, maxNodes));
            const inside = followed.filter(
              ({ source, target }) => places.includes(source) && places.includes(target),
            );
            const shown = explored.edges.map((edge) => ({
              source: places[edge.source],
              target: places[edge.target],
              type: edge.relationshipType,
              confidence: edge.confidence,
            }));
            expect(shown).toHaveLength(inside.length);
            expect(shown).toEqual(expect.arrayContaining(inside));
            const confidences = shown.map(({ confidence }) => confidence);
            expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
          },
        ),
        { numRuns: portion(60, 15) },
      );
    });

    test('passes over seeds that are gone', async () => {
      const { id, ids } = await newWorkspace(db(), 2);
      const explored = await exploreGraph(db(), id, {
        seeds: [randomUUID(), ids[1]!],
        maxNodes: 5,
        minConfidence: 0,
        types: null,
      });
      expect(explored).toMatchObject({ nodes: [{ id: ids[1] }], seedCount: 1, edges: [] });
    });
  });

  describe('declared relationships', () => {
    let workspace: { id: WorkspaceId; ids: string[] };
    beforeAll(async () => {
      workspace = await newWorkspace(db(), 60);
    });

    function insert(source: string, target: string, relationshipType: string) {
      return insertManualRelationship(db(), workspace.id, {
        id: randomUUID(),
        source: { form: 'A', id: source },
        target: { form: 'A', id: target },
        relationshipType,
        mirroredId: relationshipType === 'related_to' ? randomUUID() : null,
        context: null,
        settledBy: null,
        createdAt: new Date(),
      });
    }

    const nextPair = (): [string, string] => {
      counter += 1;
      const [a, b] = [workspace.ids[(2 * counter) % 60]!, workspace.ids[(2 * counter + 1) % 60]!];
      return [a, b];
    };

    test('a mirrored pair against its directed rows at once: the one or the others, never half of it', async () => {
      for (let round = 0; round < 6; round += 1) {
        const [a, b] = nextPair();
        const requests = [() => insert(a, b, 'related_to'), () => insert(b, a, 'supersedes')];
        await Promise.all(Array.from({ length: 20 }, (_, number) => requests[number % 2]!()));
        const rows = await queryRows<{ type: string }>(db())`
          select relationship_type "type" from relationships where workspace_id = ${workspace.id}::uuid
            and discovery_method = 'manual' and source_id in (${a}::uuid, ${b}::uuid) order by 1`;
        expect([['related_to', 'related_to'], ['supersedes']]).toContainEqual(rows.map(({ type }) => type));
      }
    });

    test('of twenty retractions at once one has done it, and none says that the row was discovered', async () => {
      const [a, b] = nextPair();
      await insert(a, b, 'related_to');
      const name = {
        source: { form: 'A', id: a },
        target: { form: 'A', id: b },
        relationshipType: 'related_to',
      } as const;
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => deleteManualRelationship(db(), workspace.id, name)),
      );
      expect(outcomes.filter((outcome) => outcome === 'deleted')).toHaveLength(1);
      expect(new Set(outcomes)).toEqual(new Set(['deleted', 'missing']));
    });
  });
});

const workspaceOf = (db: Database, id: string) => ({ services: { db }, id });
