import { randomUUID } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countRoundTrips,
  keepSearchIndexes,
  queryRows,
  refreshStatistics,
  searchMemories,
  type Database,
  type SearchIndexes,
  type SearchMemoriesOptions,
  type Workspace,
} from '@memory/db';
import { randomIds } from '@memory/core';
import { parseQuery, searchText } from '@memory/text';
import { TABLE_MODEL } from '@memory/text/embedding-table';
import { markEmbedded } from '../../packages/db/src/drivers/embedded.ts';
import { openEmbedded } from '../host/databases.ts';
import { tableQuery, tableVector } from '../support/in-memory-search.ts';
import { portionOf } from '../support/portion.ts';
import { verifies } from '../support/verifies.ts';
import {
  embedWorkspace,
  memory,
  NO_FILTERS,
  readWorkspace,
  seedWorkspace,
  vectorsOf,
} from './search-workspace.ts';

const { db: shared } = await openEmbedded();
/** As a process knows the database that keeps indexes. */
const db = Object.create(shared) as Database;
markEmbedded(db);

/** The same database as another process knows it: it keeps no index, and what it writes the first one only reads. */
const elsewhere = Object.create(shared) as Database;

const WORDS = 'retry backoff queue tenant key vector cosine index deploy lambda alias rollback'.split(' ');

const textOf = (seed: readonly number[]) => ({
  title: seed
    .slice(0, 3)
    .map((n) => WORDS[n % WORDS.length])
    .join(' '),
  narrative: seed
    .slice(3)
    .map((n) => WORDS[n % WORDS.length])
    .join(' '),
  tags: seed.length % 2 === 0 ? ['even', `t${(seed[0] ?? 0) % 3}`] : [],
  concepts: [],
  sourceFiles: (seed[1] ?? 0) % 2 === 0 ? ['src/a.ts'] : [],
});

type Change =
  | { kind: 'add' | 'rewrite'; at: number; seed: number[] }
  | { kind: 'remove' | 'importance' | 'unembed' | 'relate'; at: number }
  | { kind: 'refresh' };

const place = fc.nat(40);
const seed = fc.array(fc.nat(60), { minLength: 3, maxLength: 20 });
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constantFrom('add' as const, 'rewrite' as const), at: place, seed }),
  fc.record({
    kind: fc.constantFrom('remove' as const, 'importance' as const, 'unembed' as const, 'relate' as const),
    at: place,
  }),
  fc.record({ kind: fc.constant('refresh' as const) }),
);

/** Writes as another process does. */
async function write(workspace: Workspace, change: Change): Promise<void> {
  const id = workspace.id;
  const rows = await queryRows<{ id: string }>(elsewhere)`
    select id::text id from memories where workspace_id = ${id}::uuid order by id`;
  const ids = rows.map((row) => row.id);
  const at = 'at' in change ? ids[change.at % Math.max(1, ids.length)] : undefined;
  const embed = async (memoryId: string, seed: readonly number[]) => {
    const vector = tableVector(textOf(seed));
    if (!vector) return;
    await elsewhere.execute(sql`insert into memory_embeddings (workspace_id, memory_id, model, content_digest, embedding)
      values (${id}::uuid, ${memoryId}::uuid, ${TABLE_MODEL}, 'digest', ${JSON.stringify(Array.from(vector))}::vector)
      on conflict (workspace_id, memory_id, model) do update set embedding = excluded.embedding`);
  };
  switch (change.kind) {
    case 'add': {
      const memoryId = randomUUID();
      const { tsvector, termCount } = searchText(textOf(change.seed), 'english');
      const { title, narrative } = textOf(change.seed);
      await elsewhere.execute(sql`with m as (
          insert into memories (workspace_id, id, memory_id, title, narrative, tags, content_digest, created_at, search_text, term_count)
          values (${id}::uuid, ${memoryId}::uuid, ${randomIds.memoryId()}, ${title}, ${narrative},
            array(select jsonb_array_elements_text(${JSON.stringify(textOf(change.seed).tags)}::jsonb)), 'digest', now(),
            ${tsvector}::tsvector, ${termCount}) returning workspace_id, id)
        insert into memory_counters (workspace_id, memory_id) select * from m`);
      if (change.at % 3 !== 0) await embed(memoryId, change.seed);
      return;
    }
    case 'rewrite': {
      if (at === undefined) return;
      const { tsvector, termCount } = searchText(textOf(change.seed), 'english');
      await elsewhere.execute(sql`update memories set search_text = ${tsvector}::tsvector, term_count = ${termCount}
        where workspace_id = ${id}::uuid and id = ${at}::uuid`);
      await embed(at, change.seed);
      return;
    }
    case 'remove':
      if (at !== undefined)
        await elsewhere.execute(
          sql`delete from memories where workspace_id = ${id}::uuid and id = ${at}::uuid`,
        );
      return;
    case 'importance':
      if (at !== undefined)
        await elsewhere.execute(sql`update memories set importance_score = ${(change.at % 10) / 10}, memory_type = 'decision'
          where workspace_id = ${id}::uuid and id = ${at}::uuid`);
      return;
    case 'unembed':
      if (at !== undefined)
        await elsewhere.execute(
          sql`delete from memory_embeddings where workspace_id = ${id}::uuid and memory_id = ${at}::uuid`,
        );
      return;
    case 'relate': {
      const other = ids[(change.at + 7) % Math.max(1, ids.length)];
      if (at !== undefined && other !== undefined && at !== other)
        await elsewhere.execute(sql`insert into relationships
            (workspace_id, id, source_id, target_id, relationship_type, discovery_method, confidence, is_bidirectional, created_at)
          values (${id}::uuid, ${randomUUID()}::uuid, ${at}::uuid, ${other}::uuid,
            ${change.at % 2 === 0 ? 'supersedes' : 'related_to'}, 'manual', 0.9, false, now())
          on conflict do nothing`);
      return;
    }
    case 'refresh':
      await refreshStatistics(elsewhere, workspace.id);
  }
}

const QUERIES = [
  'retry backoff',
  'vector cosine of a tenant key',
  'lambda',
  'unheard',
  WORDS.join(' '),
  '"retry backoff" index -lambda',
];

type Filters = SearchMemoriesOptions['filters'];

/** Each filter with what it may want, and with what a memory becomes that passes it. Types ask for a new one here. */
const FILTERS: {
  [Name in Exclude<keyof Filters, 'required'>]-?: { wanted: NonNullable<Filters[Name]>; passing: SQL };
} = {
  tags: { wanted: ['t1'], passing: sql`tags = '{t1}'` },
  memoryTypes: { wanted: ['decision'], passing: sql`memory_type = 'decision'` },
  files: { wanted: ['src/a.ts'], passing: sql`source_files = '{src/a.ts}'` },
  minImportance: { wanted: 0.85, passing: sql`importance_score = 0.9` },
  minConfidence: { wanted: 0.85, passing: sql`confidence_score = 0.9` },
  tagPrefixes: { wanted: ['ev'], passing: sql`tags = '{evening}'` },
};
const EACH_FILTER: Partial<Filters>[] = Object.entries(FILTERS).map(([name, { wanted }]) => ({
  [name]: wanted,
}));

/** Compares results of both for the same questions, in both forms of the ranking, by words and by meaning. @returns their number */
async function compare(
  workspace: Workspace,
  filterings: readonly Partial<Filters>[] = [{}, ...EACH_FILTER],
): Promise<number> {
  let count = 0;
  for (const [n, query] of QUERIES.entries())
    for (const memoryCount of [0, 2_000])
      for (const useSemantic of [true, false]) {
        const { words, lifting, required } = parseQuery(query, 'english');
        const filters = {
          ...NO_FILTERS,
          required,
          ...filterings[(2 * n + memoryCount / 2_000) % filterings.length],
        };
        const options: SearchMemoriesOptions = {
          words,
          lifting,
          alternatives: n === 1 ? [['index'], ['queue', 'key']] : [],
          filters,
          semantic: useSemantic ? tableQuery(query) : null,
          memoryCount,
          hasSemanticIndex: false,
          limit: 7,
          offset: n % 2,
        };
        // A transaction keeps no index either, and is of the embedded engine.
        const expected = await db.transaction((tx) => searchMemories(tx, workspace.id, options));
        const found = await searchMemories(db, workspace.id, options);
        const shown = (of: typeof found) =>
          of.map(({ memory: { id }, extra }) => ({ id, type: extra.match_type }));
        const at = JSON.stringify({ query, memoryCount, useSemantic, filters });
        for (const [place, { extra }] of found.entries())
          expect(Math.abs(extra.score - (expected[place]?.extra.score ?? -1)), at).toBeLessThanOrEqual(2e-6);
        expect(shown(found), at).toEqual(shown(expected));
        count += found.length;
      }
  return count;
}

async function indexed(indexes: SearchIndexes, workspace: Workspace) {
  const asked = { model: TABLE_MODEL, memoryCount: workspace.memoryCount };
  indexes.find(workspace.id, asked);
  await indexes.loaded();
  return indexes.find(workspace.id, asked);
}

async function someWorkspace(): Promise<Workspace> {
  const memories = Array.from({ length: 20 }, (_, n) => {
    const text = textOf([n, n * 3, n * 5, n * 7, n * 11, n]);
    return memory(text.title, { ...text, importance: (n % 5) / 5 });
  });
  const seeded = await seedWorkspace(db, memories);
  return embedWorkspace(db, seeded, {
    model: TABLE_MODEL,
    vectors: vectorsOf(memories),
  });
}

describe('the search index of a process', () => {
  verifies('search.index.same', async () => {
    const indexes = keepSearchIndexes(db, { bytesMax: 64e6 });
    const workspace = await someWorkspace();
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), async (changes) => {
        expect(await indexed(indexes, workspace)).toBeDefined();
        for (const each of changes) await write(workspace, each);
        await compare(workspace);
      }),
      { numRuns: 3 },
    );
  });

  it('each filter asks for what a memory is now', async () => {
    const indexes = keepSearchIndexes(db, { bytesMax: 64e6 });
    const workspace = await someWorkspace();
    await indexed(indexes, workspace);
    for (const [place, { passing }] of portionOf([...Object.values(FILTERS).entries()], 3)) {
      const filtering = EACH_FILTER.slice(place, place + 1);
      await compare(workspace, filtering);
      await elsewhere.execute(sql`update memories set ${passing} where workspace_id = ${workspace.id}::uuid`);
      expect(await compare(workspace, filtering), JSON.stringify(filtering)).toBeGreaterThan(0);
    }
  });

  verifies('search.index.isolation', async () => {
    const indexes = keepSearchIndexes(db, { bytesMax: 64e6 });
    const [one, other] = [await someWorkspace(), await someWorkspace()];
    await indexed(indexes, one);
    await indexed(indexes, other);
    await elsewhere.execute(sql`delete from memories where workspace_id = ${one.id}::uuid`);
    await compare(one);
    await compare(other);
    await elsewhere.execute(sql`delete from workspaces where id = ${one.id}::uuid`);
    await compare(one);
  });

  it('looks for changes first where others write before each search, and reads one page', async () => {
    const indexes = keepSearchIndexes(db, { bytesMax: 64e6 });
    const workspace = await someWorkspace();
    await indexed(indexes, workspace);
    const asked: number[] = [];
    for (const isWritten of [true, true, true, false, false]) {
      if (isWritten) await write(workspace, { kind: 'add', at: 1, seed: [1, 2, 3, asked.length] });
      const { words, lifting } = parseQuery('retry backoff', 'english');
      const options = {
        words,
        lifting,
        alternatives: [],
        filters: NO_FILTERS,
        semantic: null,
        memoryCount: 2_000,
        hasSemanticIndex: false,
        limit: 7,
        offset: 0,
      };
      const ids = (of: Awaited<ReturnType<typeof searchMemories>>) => of.map(({ memory: { id } }) => id);
      const expected = await searchMemories(elsewhere, workspace.id, options);
      await countRoundTrips(async (count) => {
        expect(ids(await searchMemories(db, workspace.id, options))).toEqual(ids(expected));
        asked.push(count());
      });
    }
    expect(asked).toEqual([3, 3, 2, 2, 1]);
  });

  it('stays within its bytes: the least recently searched makes room', async () => {
    const [one, other] = [await someWorkspace(), await someWorkspace()];
    const size = (await indexed(keepSearchIndexes(db, { bytesMax: 64e6 }), one))?.index.bytes ?? 0;
    const indexes = keepSearchIndexes(db, { bytesMax: 1.5 * size + 20 * 3_500 });
    await indexed(indexes, one);
    expect(await indexed(indexes, other)).toBeDefined();
    const both = [one, other].filter(({ id }) => indexes.find(id, { model: TABLE_MODEL, memoryCount: 0 }));
    expect(size).toBeGreaterThan(0);
    expect(both.length).toBeGreaterThan(0);
    const none = keepSearchIndexes(db, { bytesMax: 1_000 });
    expect(await indexed(none, await readWorkspace(db, one.id))).toBeUndefined();
  });
});
