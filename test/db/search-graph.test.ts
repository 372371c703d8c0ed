import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { randomIds } from '@memory/core';
import { type Database, type Workspace } from '@memory/db';
import { describeEngines } from '../host/databases.ts';
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

describeEngines('search-graph', (db) => {
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
});
