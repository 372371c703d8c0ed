import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { randomIds } from '@memory/core';
import { listMemoriesWithFiles, listRelatedMemories, type Database, type Workspace } from '@memory/db';
import { describeDatabases } from '../host/databases.ts';
import { embedWorkspace, memory, NO_FILTERS, search, seedWorkspace } from './search-workspace.ts';

const MODEL = 'test/plain/2';

interface Edge {
  from: { id: string };
  to: { id: string };
  type?: string;
  confidence?: number;
}

async function relate(db: Database, { id }: Workspace, edges: Edge[]): Promise<void> {
  for (const { from, to, type = 'related_to', confidence = 1 } of edges)
    await db.execute(sql`insert into relationships (workspace_id, id, source_id, target_id, relationship_type,
        discovery_method, confidence, is_bidirectional, created_at)
      values (${id}::uuid, ${randomIds.uuid()}::uuid, ${from.id}::uuid, ${to.id}::uuid, ${type}::text, 'manual',
        ${confidence}::float8, false, now())`);
}

const semantic = { vector: [1, 0], model: MODEL, scale: { floor: 0, top: 1 } } as const;

describeDatabases('search-graph', (db) => {
  it.each([0, 2_000])(
    'follows edges of at least 0.5 from direct matches, past the tags filter only (%i)',
    async (memoryCount) => {
      const hit = memory('flow', { tags: ['wanted'] });
      const target = memory('heat', { type: 'decision' });
      const source = memory('flow slab', { type: 'decision' });
      const weak = memory('cone', { type: 'decision' });
      const typed = memory('wing', { type: 'pattern' });
      const seeded = await seedWorkspace(db(), [{ ...hit, type: 'decision' }, target, source, weak, typed]);
      const workspace = await embedWorkspace(db(), seeded, {
        model: MODEL,
        vectors: new Map([
          [hit.id, [0.6, 0.8]],
          [target.id, [0.8, 0.6]],
          [weak.id, [1, 0]],
          [typed.id, [1, 0]],
        ]),
      });
      await relate(db(), workspace, [
        { from: hit, to: target, confidence: 0.5 },
        { from: source, to: hit },
        { from: hit, to: weak, confidence: 0.49 },
        { from: hit, to: typed },
      ]);
      const filters = { ...NO_FILTERS, tags: ['wanted'], memoryTypes: ['decision'] };
      const found = await search(db(), { ...workspace, memoryCount }, 'flow', { semantic, filters });
      expect(found).toEqual([
        {
          id: hit.id,
          score: expect.closeTo(0.3 + 0.6 * (0.315 + 0.685 * 0.6) + 0.05, 3),
          matchType: 'combined',
        },
        { id: target.id, score: expect.closeTo(0.6 * 0.685 * 0.8 + 0.05, 3), matchType: 'semantic' },
        { id: source.id, score: expect.closeTo(0.05, 3), matchType: 'semantic' },
      ]);
      const keywordOnly = await search(db(), { ...workspace, memoryCount }, 'flow', { filters });
      expect(keywordOnly.map(({ id }) => id)).toEqual([hit.id]);
    },
  );

  it('ranks a superseded memory after its equals, on whatever page they are', async () => {
    const equals = [memory('flow'), memory('flow'), memory('flow'), memory('flow')];
    const newer = memory('heat');
    const workspace = await seedWorkspace(db(), [...equals, newer, memory('flow', { importance: 0.1 })]);
    await relate(db(), workspace, [
      { from: newer, to: equals[0]!, type: 'supersedes' },
      { from: newer, to: equals[2]!, type: 'supersedes' },
      { from: newer, to: equals[1]!, type: 'depends_on' },
    ]);
    const expected = [equals[1], equals[3], equals[0], equals[2]].map((given) => given?.id);
    const ids = async (options = {}) => (await search(db(), workspace, 'flow', options)).map(({ id }) => id);
    expect((await ids()).slice(0, 4)).toEqual(expected);
    expect([...(await ids({ limit: 2 })), ...(await ids({ limit: 2, offset: 2 }))]).toEqual(expected);
  });

  it('lists memories with a file by importance when there is no query', async () => {
    const minor = memory('a', { sourceFiles: ['src/a.ts'], importance: 0.2 });
    const major = memory('b', { sourceFiles: ['src/b.ts', 'src/a.ts'], importance: 0.9 });
    const workspace = await seedWorkspace(db(), [minor, major, memory('c', { sourceFiles: ['src/c.ts'] })]);
    const found = await listMemoriesWithFiles(db(), workspace.id, {
      filters: { ...NO_FILTERS, files: ['src/a.ts'] },
      limit: 10,
      offset: 0,
    });
    expect(found.map(({ memory, extra }) => [memory.id, extra.score, extra.match_type])).toEqual([
      [major.id, 0.09, 'keyword'],
      [minor.id, 0.02, 'keyword'],
    ]);
  });

  it('relates by cosine similarity from the threshold on', async () => {
    const [origin, near, far, none] = [memory('a'), memory('b'), memory('c'), memory('d')];
    const seeded = await seedWorkspace(db(), [origin, near, far, none]);
    const workspace = await embedWorkspace(db(), seeded, {
      model: MODEL,
      vectors: new Map([
        [origin.id, [1, 0]],
        [near.id, [0.8, 0.6]],
        [far.id, [0.6, 0.8]],
      ]),
    });
    const related = async (id: string, threshold: number, limit = 10) =>
      (
        await listRelatedMemories(db(), workspace.id, {
          ref: { form: 'A', id },
          model: workspace.embeddingModel,
          hasSemanticIndex: false,
          threshold,
          limit,
        })
      )?.map(({ memory, extra }) => [memory.id, extra.score, extra.match_type]);
    expect(await related(origin.id, 0.5)).toEqual([
      [near.id, expect.closeTo(0.8, 3), 'semantic'],
      [far.id, expect.closeTo(0.6, 3), 'semantic'],
    ]);
    expect(await related(origin.id, 0.7)).toHaveLength(1);
    expect(await related(origin.id, 0, 1)).toHaveLength(1);
    expect(await related(none.id, 0)).toEqual([]);
    expect(await related(randomIds.uuid(), 0)).toBeUndefined();
    const elsewhere = await seedWorkspace(db(), [memory('e')]);
    expect(
      await listRelatedMemories(db(), elsewhere.id, {
        ref: { form: 'A', id: origin.id },
        model: MODEL,
        hasSemanticIndex: false,
        threshold: 0,
        limit: 10,
      }),
    ).toBeUndefined();
  });
});
