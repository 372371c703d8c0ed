import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import {
  queryRows,
  readTextsPage,
  refreshStatistics,
  rewriteTexts,
  sweptTables,
  type SweptTable,
} from '@memory/db';
import { redactCommand, redactStored } from '../../../packages/agents/src/operator/redact-command.ts';
import { everythingStored } from '../../support/everything-stored.ts';
import { fillEveryTable } from '../../support/seeds/fill-every-table.ts';
import { operatorOf } from '../../host/operator-of.ts';
import { testWithService, type TestWorkspace } from '../../host/service.ts';
import { verifiesWith } from '../../support/verifies.ts';
import { drawCases } from '../../../packages/redact/test/secret-cases.ts';

const verifies = verifiesWith(testWithService);

const drawn = (kind: string) => drawCases(1, { carriers: 0 }).find((one) => one.kind === kind);
const TOKEN = drawn('GitHub token')?.secrets[0] ?? '';
const KEY = drawn('PEM key')?.text ?? '';
const PASSWORD = 'hunter2-hunter2';
const TEXT = `leaked ${TOKEN} and DB_PASSWORD=${PASSWORD}`;

/** How the token stands among the words of the search. */
const WORD = TOKEN.slice(4).toLowerCase();

/** Names of the tables, since all they hold would be a long message. */
const tablesWith = (stored: string, text: string): string[] => [
  ...new Set(
    stored
      .split('\n')
      .filter((line) => line.includes(text))
      .map((line) => line.slice(0, line.indexOf(':')))
      .toSorted(),
  ),
];

const columnTypes = (service: TestWorkspace) =>
  queryRows<{ table: string; name: string; type: string }>(service.services.db)`
    select c.table_name::text "table", c.column_name::text name, c.udt_name::text type
      from information_schema.columns c
      join information_schema.columns w using (table_schema, table_name)
      where c.table_schema = 'public' and w.column_name = 'workspace_id'
        and c.udt_name in ('text', '_text', 'jsonb', 'json', 'varchar') order by 1, 2`;

/** Puts secrets where they stood before their form was known: into every column that the sweep covers. */
async function leak(service: TestWorkspace): Promise<void> {
  const { db } = service.services;
  const id = sql`${service.id}::uuid`;
  const memory = sql`(select min(id::text)::uuid from memories where workspace_id = ${id})`;
  await db.execute(sql`insert into document_uploads (workspace_id, id, object_key, created_at, expires_at)
    values (${id}, ${randomUUID()}::uuid, ${randomUUID()}::text, now(), now())`);
  await db.execute(sql`insert into type_changes
      (workspace_id, id, memory_id, from_type, to_type, method, reason, confidence, created_at)
    values (${id}, ${randomUUID()}::uuid, ${memory}, 'general', 'decision', 'model', 'r', 1, now())`);
  await db.execute(sql`insert into embedding_refusals
      (workspace_id, memory_id, model, content_digest, reason, refused_at)
    values (${id}, ${memory}, 'm', 'd', 'r', now())`);
  await db.execute(sql`insert into ground_settlements
      (workspace_id, id, memory_id, verdict, settled_by, settled_at, anchors)
    values (${id}, ${randomUUID()}::uuid, ${memory}, 'obsolete', 'somebody', now(), '[]')`);
  await db.execute(sql`insert into job_attempts (workspace_id, job, work, payload, attempts, under_way, begun_at)
    values (${id}, 'endedByTest', 'w', '{}', 1, false, now())`);
  await db.execute(sql`insert into workspace_exports (workspace_id, id, file, made_at)
    values (${id}, ${randomUUID()}::uuid, 'f', now())`);
  await db.execute(sql`insert into idempotent_replies (workspace_id, route, idempotency_key, request_hash, created_at)
    values (${id}, 'r', 'k', 'h', now())`);
  await db.execute(
    sql`insert into unanswered_questions (workspace_id, question, asked_at) values (${id}, 'q', now())`,
  );
  // More than a page.
  await db.execute(sql`insert into observations (workspace_id, id, session_row_id, content, occurred_at, created_at)
    select ${id}, gen_random_uuid(), session_row_id, 'seen', now(), now()
    from (select session_row_id from observations where workspace_id = ${id} limit 1) o, generate_series(1, 600)`);
  const types = await columnTypes(service);
  for (const [table, { columns, jsonText = [] }] of Object.entries<SweptTable>(sweptTables)) {
    const values = columns.map((name) => {
      const type = types.find((column) => column.table === table && column.name === name)?.type;
      const column = sql.identifier(name);
      if (jsonText.includes(name)) return sql`${column} = ${JSON.stringify(['source', `a\n${TEXT}`])}::text`;
      if (type === '_text') return sql`${column} = ${column} || ${TEXT}::text`;
      if (type === 'jsonb') return sql`${column} = ${JSON.stringify({ nested: [TEXT], [TOKEN]: 1 })}::jsonb`;
      // Events differ, and stay different.
      if (name === 'event_id') return sql`${column} = id::text || ' ' || ${TEXT}::text`;
      return sql`${column} = coalesce(${column}, '') || ' ' || ${TEXT}::text`;
    });
    await db.execute(
      sql`update ${sql.identifier(table)} set ${sql.join(values, sql`, `)} where workspace_id = ${id}`,
    );
  }
  // Made of words: in small letters a token has no form.
  await db.execute(sql`update memory_counters set community_label = community_label || ${`, ${WORD}`}::text
    where workspace_id = ${id}`);
  await db.execute(sql`update memories set narrative = narrative || ${KEY}::text,
      search_text = to_tsvector('simple', narrative) where workspace_id = ${id}`);
  await refreshStatistics(db, (await service.workspace()).id);
}

const timesOf = (service: TestWorkspace) =>
  queryRows(service.services.db)`
    select id::text id, updated_at::text at from memories where workspace_id = ${service.id}::uuid order by id`;

verifies(
  ['secrets.stored.dry-run', 'secrets.stored.apply'],
  async ({ service }) => {
    await fillEveryTable(service);
    await leak(service);
    const operator = operatorOf(service);
    const before = await everythingStored(service);
    expect(tablesWith(before, TOKEN)).toEqual(Object.keys(sweptTables).toSorted());
    expect(tablesWith(before, WORD)).toEqual(['lexeme_frequencies', 'memories', 'memory_counters']);

    const dry = await redactStored(operator, { workspace: service.id, apply: false });
    expect((await everythingStored(service)) === before).toBe(true);
    expect(new Set(dry.secrets.map(({ table }) => table))).toEqual(new Set(Object.keys(sweptTables)));
    expect(new Set(dry.secrets.map(({ kind }) => kind))).toEqual(
      new Set(['github-token', 'password', 'private-key']),
    );
    const tokens = dry.secrets.find(({ table, kind }) => table === 'observations' && kind === 'github-token');
    expect(tokens?.count).toBeGreaterThan(4 * 600);
    expect(JSON.stringify(dry)).not.toContain(TOKEN);

    const times = await timesOf(service);
    const applied = await redactStored(operator, { workspace: service.id, apply: true });
    expect(applied).toEqual(dry);
    expect(await timesOf(service)).toEqual(times);
    const again = await redactStored(operator, { workspace: service.id, apply: true });
    expect(again).toMatchObject({ secrets: [], holding: 0, left: 0 });

    expect(tablesWith(await everythingStored(service), WORD)).toEqual([]);
    await service.runJobs();
    const after = await everythingStored(service);
    expect(tablesWith(after, '[redacted:github-token]')).toContain('memories');
    for (const secret of [TOKEN, WORD, PASSWORD, KEY.split('\n')[1] ?? KEY])
      expect(tablesWith(after, secret)).toEqual([]);
    const found = await service.post('/api/v1/memories/search', { query: 'incident retry charged twice' });
    expect(found.status).toBe(200);
    expect(found.text).toContain('Charging twice was an incident');
    const [stale] = await queryRows<{ count: number }>(service.services.db)`
      select count(*)::int count from memories m
        join memory_counters c on c.workspace_id = m.workspace_id and c.memory_id = m.id
        where m.workspace_id = ${service.id}::uuid and c.content_hash is distinct from m.content_digest`;
    expect(stale?.count).toBe(0);
  },
  { timeoutMs: 120_000 },
);

verifies('secrets.stored.meanwhile', async ({ service }) => {
  const { db } = service.services;
  const workspace = await service.workspace();
  await service.store({ title: 'First', narrative: 'One.' });
  const page = await readTextsPage(db, workspace.id, { table: 'memories', after: null });
  const [row] = page.rows;
  if (!row) throw new Error('There is a memory.');
  await db.execute(sql`update memories set title = 'Newer' where workspace_id = ${service.id}::uuid`);
  const rows = [{ key: row.key, digest: row.body.digest, columns: { title: 'Older' } }];
  expect(await rewriteTexts(db, workspace.id, { table: 'memories', rows })).toEqual([]);
  expect(await everythingStored(service)).toContain('Newer');

  const session = `s-${service.id}`;
  await service.post('/api/v1/sessions/start', { session_id: session });
  const hash = `sha256:${createHash('sha256').update(TOKEN).digest('hex')}`;
  await service.post(`/api/v1/sessions/${session}/observations`, {
    observations: [
      { content: 'first', event_id: hash },
      { content: 'second', event_id: 'raw' },
      { content: 'third' },
    ],
  });
  await db.execute(sql`update observations set event_id = ${TOKEN}::text
    where workspace_id = ${service.id}::uuid and event_id = 'raw'`);
  await db.execute(sql`update observations set content = ${TEXT}::text
    where workspace_id = ${service.id}::uuid and content = 'third'`);
  const report = await redactStored(operatorOf(service), { workspace: service.id, apply: true });
  expect(report).toMatchObject({ holding: 2, left: 1 });
  expect(await everythingStored(service)).not.toContain(PASSWORD);
});

/** Columns that the sweep leaves alone, and why. */
const REASONS: Record<string, RegExp> = {
  'an identifier that others refer to':
    /^(?:sessions\.session_id|(?:memories\.source_session_id|feedback\.session_id)|(?:memories|memory_changes)\.memory_id|code_files\.(?:path|package_name|words|unresolved(?:_names)?)|code_symbols\.(?:name|qualified_name|class_name)|code_repositories\.(?:name|branch|commit_id)|branches\.(?:name|project|tip)|branch_ends\.(?:name|project)|memory_anchors\.(?:path|name|now_path|now_name|commit_id)|ground_settlements\.anchors|(?:code_repositories|documents)\.origin|memberships\.(?:issuer|subject)|api_keys\.(?:name|prefix)|document_uploads\.object_key|tellings\.moment_id)$/,
  'one of a few words, or made by the service':
    /^(?:memory_(?:anchors\.(?:reason|source|part|verdict)|grounds\.verdict)|ground_settlements\.verdict|branch_ends\.outcome)$|\.(?:\w*_type|discovery_method|method|found_by|speaker|scope|salt|state|status|kind|language|model|job|work|route|position|summary_origin|consolidated_from|\w*_model|next_model|embedding_model)$/,
  'a hash': /(?:_hash|_digest|^branches\.(?:whole_id|commit_ids|held_by))$/,
  'identifiers and salted digests, for minutes': /^forgetting_parts\.found$/,
  'packed: indexed again': /^code_files\.(?:outline|calls)$/,
  'counted anew': /^lexeme_frequencies\.lexeme$/,
  'numbers by day': /^(?:api_keys|memberships)\.calls$/,
  'measured by the service': /^workspace_statistics\.cosine_scale$/,
};

verifies('secrets.stored.coverage', async ({ service }) => {
  const swept: Record<string, SweptTable> = sweptTables;
  const open = (await columnTypes(service))
    .filter(({ table, name }) => !swept[table]?.columns.includes(name))
    .map(({ table, name }) => `${table}.${name}`)
    .filter((column) => !Object.values(REASONS).some((reason) => reason.test(column)));
  expect(open).toEqual([]);
  let help = '';
  const command = redactCommand().configureOutput({ writeOut: (text) => (help += text) });
  command.outputHelp();
  for (const table of Object.keys(sweptTables)) expect(help).toContain(table);
});
