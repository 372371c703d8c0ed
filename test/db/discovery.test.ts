import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  countPendingWork,
  discoverMemories,
  listPendingMemories,
  listReembeddings,
  listWorkspacesWithWork,
  queryRows,
  replaceProposals,
  upsertEmbeddings,
  type Database,
  type DiscoverMemoriesOptions,
  type Discovery,
  type PendingMemory,
  type Workspace,
} from '@memory/db';
import { describeEngines } from '../host/databases.ts';
import { embedWorkspace, memory, seedWorkspace, type SeededMemory } from './search-workspace.ts';

const MODEL = 'test/plain/2';

const discover = async (
  db: Database,
  workspace: Workspace,
  memories: SeededMemory | readonly SeededMemory[],
  options: Partial<DiscoverMemoriesOptions> = {},
): Promise<Discovery | undefined> => {
  const [first] = await discoverMemories(db, workspace.id, {
    memoryIds: [memories].flat().map(({ id }) => id),
    model: MODEL,
    threshold: 0.75,
    needsLikeness: false,
    hasSemanticIndex: false,
    onlyEmbedded: false,
    again: true,
    mark: true,
    at: new Date(),
    ...options,
  });
  return first;
};

async function edgesOf(db: Database, { id }: Workspace): Promise<string[]> {
  const rows = await queryRows<{ edge: string }>(db)`
    select s.title || ' ' || r.relationship_type || ' ' || t.title || ' ' || r.discovery_method || ' '
        || round(r.confidence::numeric, 2) edge
      from relationships r join memories s on s.workspace_id = r.workspace_id and s.id = r.source_id
      join memories t on t.workspace_id = r.workspace_id and t.id = r.target_id
      where r.workspace_id = ${id}::uuid order by edge`;
  return rows.map(({ edge }) => edge);
}

const direction = (angle: number) => [Math.cos(angle), Math.sin(angle)];

const setFiles = (db: Database, { id }: Workspace, { id: memoryId }: SeededMemory, files: string) =>
  db.execute(sql`update memories set source_files = ${files}::text[]
    where workspace_id = ${id}::uuid and id = ${memoryId}::uuid`);

describeEngines('discovery', (db) => {
  it('finds of many memories in a model that is new what it finds of each for itself, in whatever order', async () => {
    const OTHER = 'test/other/2';
    const angles = Array.from(
      { length: 40 },
      (_, index) => [index * 0.21, (index < 20 ? index : (index * 17) % 40) * 0.16] as const,
    );
    const outcome = async (compare: (workspace: Workspace, memories: SeededMemory[]) => Promise<void>) => {
      const memories = angles.map((_, index) => memory(`m${index}`, { sourceFiles: [`f${index % 9}`] }));
      const vectors = (which: 0 | 1) =>
        new Map(memories.map(({ id }, index) => [id, direction(angles[index]?.[which] ?? 0)]));
      const workspace = await seedWorkspace(db(), memories);
      await embedWorkspace(db(), workspace, { model: MODEL, vectors: vectors(0) });
      for (const each of memories) await discover(db(), workspace, each);
      // Some were given a type and a direction by the reclassifier.
      const ids = memories.filter((_, index) => index % 3 === 0).map(({ id }) => id);
      await db()
        .execute(sql`update relationships set discovered_type = relationship_type, relationship_type = 'supersedes',
          source_id = target_id, target_id = source_id, found_by_source = found_by_target, found_by_target = found_by_source
        where workspace_id = ${workspace.id}::uuid and relationship_type = 'similar_to'
          and source_id = any(${`{${ids.join(',')}}`}::uuid[])`);
      await embedWorkspace(db(), workspace, { model: OTHER, vectors: vectors(1) });
      await compare(workspace, memories);
      return edgesOf(db(), workspace);
    };
    const one = await outcome(async (workspace, memories) => {
      for (const each of memories) await discover(db(), workspace, each, { model: OTHER });
    });
    const many = await outcome(async (workspace, memories) => {
      for (let start = 0; start < memories.length; start += 7)
        await discover(db(), workspace, memories.slice(start, start + 7), { model: OTHER });
    });
    const backwards = await outcome(async (workspace, memories) => {
      for (const each of memories.toReversed()) await discover(db(), workspace, each, { model: OTHER });
    });
    expect(one.filter((edge) => edge.includes('similar_to')).length).toBeGreaterThan(60);
    expect(one.some((edge) => edge.includes('supersedes'))).toBe(true);
    expect(many).toEqual(one);
    expect(backwards).toEqual(one);
  });

  it('wants of what shares files, labels or a session that it is alike and has telling words in common', async () => {
    const solver = { sourceFiles: ['x.ts'], narrative: 'The solver gave up after its timeout.' };
    const [me, alike, mute, unlike, exact] = [
      memory('a', solver),
      memory('alike', { sourceFiles: ['x.ts'], narrative: 'A longer timeout for the solver.' }),
      memory('mute', { sourceFiles: ['x.ts'], narrative: 'Nothing of it.' }),
      memory('unlike', solver),
      memory('exact', { sourceFiles: ['y.ts'] }),
    ] as const;
    const twin = memory('twin', { sourceFiles: ['y.ts'] });
    const others = Array.from({ length: 12 }, (_, index) => memory(`o${index}`, { narrative: 'Words.' }));
    const workspace = await seedWorkspace(db(), [me, alike, mute, unlike, exact, twin, ...others]);
    const all = [me, alike, mute, unlike, exact, twin];
    const angles = [0, 0.9, -0.9, Math.PI, 0, Math.PI];
    const vectors = new Map(all.map(({ id }, index) => [id, direction(angles[index] ?? 0)]));
    await embedWorkspace(db(), workspace, { model: MODEL, vectors });
    const edges = async () =>
      (await edgesOf(db(), workspace)).filter((edge) => edge.includes('file_overlap'));
    const shared = 'alike related_to a file_overlap 0.50';
    const alone = 'twin related_to exact file_overlap 0.50';
    for (const each of all) await discover(db(), workspace, each);
    expect(await edges()).toHaveLength(7);
    // Ends that are discovered anew drop what has no ground any more; a type that a person or a model gave is enough.
    await db()
      .execute(sql`update relationships set relationship_type = 'depends_on', discovered_type = relationship_type
      where workspace_id = ${workspace.id}::uuid and source_id = ${mute.id}::uuid and target_id = ${me.id}::uuid`);
    for (const each of all) await discover(db(), workspace, each, { needsLikeness: true });
    const judged = 'mute depends_on a file_overlap 0.50';
    expect(await edges()).toEqual([shared, judged, alone]);
    for (const each of all) await discover(db(), workspace, each, { needsLikeness: true });
    expect(await edges()).toEqual([shared, judged, alone]);
    for (const each of all) await discover(db(), workspace, each);
    expect(await edges()).toHaveLength(7);
  });

  it('finds of many memories together what it finds of each for itself', async () => {
    const outcome = async (together: number) => {
      const memories = Array.from({ length: 24 }, (_, index) =>
        memory(`m${index}`, {
          sourceFiles: [`f${index % 9}`, `f${index % 5}`],
          concepts: [`c${index % 7}`, `c${index % 4}`],
        }),
      );
      const vectors = new Map(memories.map(({ id }, index) => [id, direction(index * 0.21)]));
      const workspace = await seedWorkspace(db(), memories);
      await embedWorkspace(db(), workspace, { model: MODEL, vectors });
      const discoverAll = async () => {
        for (let start = 0; start < memories.length; start += together)
          await discover(db(), workspace, memories.slice(start, start + together));
      };
      await discoverAll();
      const before = await edgesOf(db(), workspace);
      for (const [index, each] of memories.entries())
        if (index % 3 === 0) await setFiles(db(), workspace, each, `{f${(index * 5) % 8}}`);
      await discoverAll();
      return { before, after: await edgesOf(db(), workspace) };
    };
    const each = await outcome(1);
    expect(new Set(each.before.map((edge) => edge.split(' ')[3]))).toEqual(
      new Set(['concept_overlap', 'file_overlap', 'embedding_similarity']),
    );
    expect(each.after).not.toEqual(each.before);
    expect(await outcome(7)).toEqual(each);
  });

  it('does nothing for a memory that is done, not embedded yet or gone', async () => {
    const a = memory('a');
    const workspace = await seedWorkspace(db(), [a]);
    expect(await discover(db(), workspace, a, { onlyEmbedded: true })).toBeUndefined();
    expect(await discover(db(), workspace, memory('gone'))).toBeUndefined();
    expect(await discover(db(), workspace, a, { again: false })).toEqual({
      id: a.id,
      contentDigest: `digest of ${a.id}`,
      nearest: [],
    });
    expect(await discover(db(), workspace, a, { again: false })).toBeUndefined();
  });

  it('bounds the edges of a file that hundreds hold, and takes the newest', async () => {
    const many = Array.from({ length: 520 }, (_, index) => memory(`m${index}`, { sourceFiles: ['all.ts'] }));
    const workspace = await seedWorkspace(db(), many);
    await db()
      .execute(sql`update memories set created_at = now() + split_part(title, 'm', 2)::int * interval '1 second'
      where workspace_id = ${workspace.id}::uuid`);
    const [first] = many;
    await discover(db(), workspace, first!);
    const edges = await edgesOf(db(), workspace);
    expect(edges).toHaveLength(20);
    expect(edges).toContain('m519 related_to m0 file_overlap 0.01');
    expect(edges).toContain('m500 related_to m0 file_overlap 0.01');
  });

  it('keeps an edge that the other end found as long as its ground holds', async () => {
    const [a, b] = [memory('a', { sourceFiles: ['x.ts'] }), memory('b', { sourceFiles: ['x.ts'] })];
    const workspace = await seedWorkspace(db(), [a, b]);
    await discover(db(), workspace, b);
    // Twenty others are newer than b, so a does not find it any more.
    const others = Array.from({ length: 20 }, (_, index) => memory(`o${index}`, { sourceFiles: ['x.ts'] }));
    for (const other of others) await copyInto(db(), workspace, b, other);
    await discover(db(), workspace, a);
    expect(await edgesOf(db(), workspace)).toContain('b related_to a file_overlap 0.50');
    await setFiles(db(), workspace, a, '{z.ts}');
    await discover(db(), workspace, a);
    expect((await edgesOf(db(), workspace)).filter((edge) => / a |^a /u.test(edge))).toEqual([]);
  });

  it('turns a related file into a reference when the content says so', async () => {
    const [a, b] = [memory('a', { sourceFiles: ['x.ts'] }), memory('b', { sourceFiles: ['x.ts'] })];
    const workspace = await seedWorkspace(db(), [a, b]);
    await discover(db(), workspace, a);
    await setFiles(db(), workspace, a, '{main.ts,x.ts}');
    await discover(db(), workspace, a);
    expect(await edgesOf(db(), workspace)).toEqual(['a references b file_overlap 0.50']);
  });

  it('never touches manual edges, and leaves what the reclassifier retyped', async () => {
    const [a, b] = [memory('a', { sourceFiles: ['x.ts'] }), memory('b', { sourceFiles: ['x.ts'] })];
    const workspace = await seedWorkspace(db(), [a, b]);
    await db()
      .execute(sql`insert into relationships (workspace_id, id, source_id, target_id, relationship_type,
        discovery_method, confidence, is_bidirectional, created_at)
      values (${workspace.id}::uuid, ${randomUUID()}::uuid, ${a.id}::uuid, ${b.id}::uuid, 'supersedes', 'manual', 1, false, now())`);
    await discover(db(), workspace, a);
    await db()
      .execute(sql`update relationships set relationship_type = 'depends_on', discovered_type = relationship_type,
        source_id = target_id, target_id = source_id, judged_at = now(), is_bidirectional = false,
        found_by_source = found_by_target, found_by_target = found_by_source
      where workspace_id = ${workspace.id}::uuid and discovery_method = 'file_overlap'`);
    const kept = ['a depends_on b file_overlap 0.50', 'a supersedes b manual 1.00'];
    await discover(db(), workspace, b);
    await discover(db(), workspace, a);
    expect(await edgesOf(db(), workspace)).toEqual(kept);
    await setFiles(db(), workspace, a, '{}');
    await discover(db(), workspace, a);
    expect(await edgesOf(db(), workspace)).toEqual(['a supersedes b manual 1.00']);
  });

  it('replaces what a model proposed for the pairs it judged, and drops what is about other contents', async () => {
    const [a, b] = [memory('a'), memory('b')];
    const workspace = await seedWorkspace(db(), [a, b]);
    const end = ({ id }: SeededMemory) => ({ id, contentDigest: `digest of ${id}` });
    const propose = (type: 'caused_by' | 'depends_on', target = end(b)) =>
      replaceProposals(db(), workspace.id, {
        judged: [{ a: b.id, b: a.id }],
        proposals: [{ source: end(a), target, type, method: 'concept_overlap', confidence: 0.9 }],
        discovered: [end(a)],
        at: new Date(),
      });
    await propose('caused_by');
    expect(await edgesOf(db(), workspace)).toEqual(['a caused_by b concept_overlap 0.90']);
    await propose('depends_on');
    expect(await edgesOf(db(), workspace)).toEqual(['a depends_on b concept_overlap 0.90']);
    await propose('caused_by', { id: b.id, contentDigest: 'of another content' });
    expect(await edgesOf(db(), workspace)).toEqual([]);
  });

  it('stores no vector once searches use another model, and tells once that upkeep is due', async () => {
    const memories = Array.from({ length: 16 }, (_, index) => memory(`m${index}`));
    const workspace = await seedWorkspace(db(), memories);
    await db().execute(
      sql`update workspace_statistics set memories = 0 where workspace_id = ${workspace.id}::uuid`,
    );
    const embeddings = memories.map(({ id }) => ({
      memoryId: id,
      model: MODEL,
      contentDigest: `digest of ${id}`,
      vector: [1, 0],
    }));
    const late = await upsertEmbeddings(db(), workspace.id, { embeddings, whileModel: 'another' });
    expect(late).toEqual({ stored: [], upkeepDue: false });
    const first = await upsertEmbeddings(db(), workspace.id, { embeddings, whileModel: null });
    expect(first.stored).toHaveLength(16);
    expect(first.upkeepDue).toBe(true);
    const again = await upsertEmbeddings(db(), workspace.id, { embeddings, whileModel: MODEL });
    expect(again.upkeepDue).toBe(false);
  });

  it('lists what waits in pages, and the workspaces that something waits in', async () => {
    const memories = Array.from({ length: 5 }, (_, index) => memory(`m${index}`));
    const workspace = await seedWorkspace(db(), memories);
    const condition = { writtenBefore: null, embeds: true };
    const found: PendingMemory[] = [];
    for (;;) {
      const page = await listPendingMemories(db(), workspace.id, {
        ...condition,
        after: found.at(-1) ?? null,
        limit: 2,
      });
      found.push(...page);
      if (page.length < 2) break;
    }
    expect(found.map(({ id }) => id).toSorted()).toEqual(memories.map(({ id }) => id).toSorted());
    const sweep = (options: Partial<Parameters<typeof listWorkspacesWithWork>[1]>) =>
      listWorkspacesWithWork(db(), {
        ...condition,
        after: null,
        limit: 1_000,
        model: 'table/1/192',
        silentSince: new Date(0),
        ...options,
      });
    expect(await sweep({})).toContain(workspace.id);
    expect(await sweep({ writtenBefore: new Date(0) })).not.toContain(workspace.id);
    expect((await countPendingWork(db())).embedding).toBeGreaterThanOrEqual(5);
    await db().execute(sql`update workspace_statistics set next_model = 'next/1', next_model_at = now()
      where workspace_id = ${workspace.id}::uuid`);
    expect(await listReembeddings(db())).toContainEqual(
      expect.objectContaining({ workspace_id: workspace.id, model: 'next/1', done: 0, total: 5 }),
    );
  });
});

/** Another memory like one that is there, but younger. */
const copyInto = (
  db: Database,
  { id }: Workspace,
  { id: like }: SeededMemory,
  { id: copy, text }: SeededMemory,
) =>
  db.execute(sql`insert into memories (workspace_id, id, memory_id, title, narrative, source_files, content_digest,
      created_at, search_text, term_count)
    select workspace_id, ${copy}::uuid, 'mem-' || substr(md5(${copy}::text), 1, 16), ${text.title}::text, narrative,
      source_files, content_digest, created_at + interval '1 minute', search_text, term_count
    from memories where workspace_id = ${id}::uuid and id = ${like}::uuid`);
