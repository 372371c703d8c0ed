import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  describeDatabaseFailure,
  findMemory,
  insertMemories,
  insertMemory,
  listChanges,
  listMemories,
  queryRows,
  withChangeSource,
  type Database,
  type WorkspaceId,
} from '@memory/db';
import { RECORD_SCHEMAS } from '@memory/contracts';
import { describeEngines, describeLarge } from '../host/databases.ts';
import { seedWorkspace } from '../support/seeds/seed-workspace.ts';
import { verifies } from '../support/verifies.ts';

const newMemory = (title: string, fields: object = {}) => ({
  id: randomUUID(),
  memory_id: `mem-${randomUUID().replaceAll('-', '').slice(0, 16)}`,
  title,
  narrative: 'n',
  memory_type: 'general',
  tags: [],
  concepts: [],
  source_files: [],
  importance_score: 0.5,
  confidence_score: 0.5,
  content_digest: 'd',
  source_session_id: null,
  created_at: new Date(),
  search_text: `'${title}':1`,
  term_count: 1,
  ...fields,
});

async function seedMemory(db: Database, workspaceId: WorkspaceId, fields: object = {}) {
  const [row] = await insertMemories(db, workspaceId, [newMemory('walrus', fields)]);
  if (!row) throw new Error('The memory was not stored.');
  return row;
}

/** Columns that no record has, with where an import takes them from. */
const MADE_ANEW = {
  workspace_id: 'the workspace that it comes into',
  content_digest: 'the content',
  search_text: 'the content',
  term_count: 'the content',
  judged_digest: '`is_judged` and the content',
  revision: 'counts changes here',
};

const refOf = (id: string) => ({ form: 'A', id }) as const;

const failureOf = async (work: Promise<unknown>) =>
  describeDatabaseFailure(
    await work.then(
      () => undefined,
      (error: unknown) => error,
    ),
  );

describeLarge('memories that are written', (db) => {
  test('come back as they were written, in order', async () => {
    const workspaceId = await seedWorkspace(db());
    const created_at = new Date('2026-01-02T03:04:05.678Z');
    const tags = ['a,b', '"', '\\', '{}', 'NULL', "'", '😀', ''];
    const inputs = ['c', 'a', 'b'].map((title) => newMemory(title, { tags, source_files: tags, created_at }));
    const rows = await insertMemories(db(), workspaceId, inputs);
    expect(rows.map(({ title }) => title)).toEqual(['c', 'a', 'b']);
    const [first] = rows;
    const found = await findMemory(db(), workspaceId, refOf(first?.id ?? ''));
    expect(found).toEqual(first);
    expect(found).toMatchObject({
      tags,
      source_files: tags,
      concepts: [],
      access_count: 0,
      updated_at: null,
    });
    expect(new Date(found?.created_at ?? '')).toEqual(created_at);
  });

  test('all or none are inserted', async () => {
    const workspaceId = await seedWorkspace(db());
    const twice = newMemory('twice');
    const failure = await failureOf(insertMemories(db(), workspaceId, [newMemory('one'), twice, twice]));
    expect(failure).toMatchObject({ sqlState: '23505', unavailable: false });
    const page = { tags: [], limit: 9, offset: 0, orderBy: 'created_at', descending: true } as const;
    expect(await listMemories(db(), workspaceId, page)).toEqual([]);
  });

  test('stored at the same time each is its own author’s, and one that is refused fails alone', async () => {
    const workspaceId = await seedWorkspace(db());
    const memories = ['a', 'b', 'c', 'd', 'e', 'f'].map((title) => newMemory(title));
    const twice = { ...newMemory('twice'), id: memories[2]!.id };
    const outcomes = await Promise.all(
      [...memories, twice].map((memory) =>
        withChangeSource(
          () => ({ author: `author of ${memory.title}`, via: 'rest', batch: memory.title }),
          async () => {
            const stored = insertMemory(db(), workspaceId, memory).then((row) => row?.title);
            return stored.catch((error: unknown) => describeDatabaseFailure(error).sqlState);
          },
        ),
      ),
    );
    expect(outcomes).toEqual(['a', 'b', 'c', 'd', 'e', 'f', '23505']);
    const changes = await listChanges(db(), workspaceId, { limit: 20 });
    expect(changes.map(({ author, batch, via, title }) => [author, batch, via, title]).toSorted()).toEqual(
      memories.map(({ title }) => [`author of ${title}`, title, 'rest', title]),
    );
  });
});

describeEngines('the schema', (db) => {
  verifies('db.composite-keys', async () => {
    const [mine, theirs] = [await seedWorkspace(db()), await seedWorkspace(db())];
    const [own, foreign] = [await seedMemory(db(), mine), await seedMemory(db(), theirs)];
    await db()
      .execute(sql`insert into sessions (workspace_id, id, session_id, started_at, created_at, last_sign_of_life)
      values (${theirs}::uuid, gen_random_uuid(), ${`s-${theirs}`}::text, now(), now(), now())`);
    const references = [
      sql`insert into relationships (workspace_id, id, source_id, target_id, relationship_type, discovery_method, confidence, is_bidirectional, created_at)
        values (${mine}::uuid, gen_random_uuid(), ${own.id}::uuid, ${foreign.id}::uuid, 'supersedes', 'manual', 1, false, now())`,
      sql`insert into relationships (workspace_id, id, source_id, target_id, relationship_type, discovery_method, confidence, is_bidirectional, created_at)
        values (${mine}::uuid, gen_random_uuid(), ${foreign.id}::uuid, ${own.id}::uuid, 'supersedes', 'manual', 1, false, now())`,
      sql`insert into memory_counters (workspace_id, memory_id) values (${mine}::uuid, ${foreign.id}::uuid)`,
      sql`insert into memory_embeddings (workspace_id, memory_id, model, content_digest, embedding)
        values (${mine}::uuid, ${foreign.id}::uuid, 'm', 'd', '[1]'::vector)`,
      sql`insert into feedback (workspace_id, id, memory_id, useful, created_at)
        values (${mine}::uuid, gen_random_uuid(), ${foreign.id}::uuid, true, now())`,
      sql`insert into feedback (workspace_id, id, memory_id, useful, session_id, created_at)
        values (${mine}::uuid, gen_random_uuid(), ${own.id}::uuid, true, ${`s-${theirs}`}::text, now())`,
      sql`update memories set source_session_id = ${`s-${theirs}`}::text where workspace_id = ${mine}::uuid`,
    ];
    for (const reference of references)
      expect(await failureOf(db().execute(reference))).toMatchObject({ sqlState: '23503' });
  });

  verifies('records.columns', async () => {
    const columns = await queryRows<{ name: string }>(db())`
      select column_name::text as name from information_schema.columns where table_name = 'memories' order by 1`;
    const exported = Object.keys(RECORD_SCHEMAS.memory.shape);
    expect(columns.map(({ name }) => name).filter((name) => !exported.includes(name))).toEqual(
      Object.keys(MADE_ANEW).toSorted(),
    );
  });

  test('every table of a workspace names the workspace first in its key', async () => {
    const rows = await queryRows<{ table: string; first: string }>(db())`
      select c.relname::text "table", a.attname::text first
        from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
        join pg_index i on i.indrelid = c.oid and i.indisprimary
        join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where c.relkind = 'r' order by 1`;
    const keyedOtherwise = rows.filter(({ first }) => first !== 'workspace_id').map(({ table }) => table);
    expect(rows.length).toBeGreaterThan(10);
    expect(keyedOtherwise).toEqual(expect.arrayContaining(['schema_migrations', 'workspaces']));
    expect(keyedOtherwise.length).toBeLessThanOrEqual(3);
  });
});
