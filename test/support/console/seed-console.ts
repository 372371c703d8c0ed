import { sql } from 'drizzle-orm';
import type { Client } from '@memory/client';
import type { ConsoleService } from './start-console.ts';

/** Memories of a team of four about a shop: title, text, type, tags, files. */
const MEMORIES = [
  [
    'Orders live in PostgreSQL',
    'Orders are rows of **orders**, one a basket.\n\n- no queue in between\n- `status` is an enum',
    'decision',
    ['orders', 'database'],
    ['src/orders/store.ts'],
  ],
  [
    'Prices are integers in cents',
    'Floats lost a cent in a hundred orders; `Money` holds cents and a currency.',
    'convention',
    ['orders', 'money'],
    ['src/money.ts'],
  ],
  [
    'Retries wait twice as long each time',
    'From 200 ms to 30 s, with jitter, so that a provider that comes back is not run over.',
    'pattern',
    ['payments'],
    ['src/payments/retry.ts'],
  ],
  [
    'The payment provider answers 409 for a repeated key',
    'It is no error: the first answer counts. We read it with `GET /charges`.',
    'discovery',
    ['payments'],
    ['src/payments/charge.ts'],
  ],
  [
    'Checkout was down for 12 minutes',
    'A migration locked `orders`. Since then indexes are made `concurrently`.',
    'incident',
    ['orders', 'database'],
    ['migrations/0042.sql'],
  ],
  [
    'The shop is three services',
    'Catalogue, orders, payments; they talk over HTTP and share no table.',
    'architecture',
    ['services'],
    [],
  ],
  [
    'Images are resized at upload',
    'Four widths as WebP; the browser chooses.',
    'decision',
    ['images'],
    ['src/images/resize.ts'],
  ],
  [
    'Search runs in the database',
    'No search server: full text in PostgreSQL was 12 ms at 80,000 products.',
    'decision',
    ['search', 'database'],
    ['src/search/query.ts'],
  ],
  [
    'Feature flags are rows',
    'A table and a cache of ten seconds; no service of others.',
    'decision',
    ['flags'],
    ['src/flags.ts'],
  ],
  [
    'Tests use a real database',
    'An embedded PostgreSQL a worker; mocks hid three bugs.',
    'convention',
    ['tests', 'database'],
    ['test/support/database.ts'],
  ],
  [
    'Mails go through the outbox',
    'A row in the same transaction, sent by a job: none is lost, none is sent for an order that failed.',
    'pattern',
    ['mail', 'orders'],
    ['src/mail/outbox.ts'],
  ],
  [
    'The catalogue is cached for a minute',
    'Editors accept a minute; the purge at each save cost more than it gave.',
    'decision',
    ['catalogue'],
    ['src/catalogue/cache.ts'],
  ],
] as const;

/** Two months ago, as an identifier begins then. */
const LONG_AGO = (Date.now() - 60 * 86_400_000).toString(16).padStart(12, '0').replace(/^.{8}/u, '$&-');

/** Of those, memories that an import brought. */
const IMPORTED: readonly string[] = ['Images are resized at upload', 'The catalogue is cached for a minute'];

const DOCUMENTS = [
  [
    'docs/deploying.md',
    '# Deploying\n\nOn Tuesdays.\n\n## Before\n\nLook at the alarms.\n\n## After\n\nWatch the checkout for ten minutes.',
  ],
  [
    'docs/payments/providers.md',
    '# Providers\n\nTwo of them.\n\n## Fallback\n\nThe second takes over after three failures.',
  ],
  ['docs/payments/refunds.md', '# Refunds\n\nWithin 30 days.'],
] as const;

const symbol = (path: string, name: string, line: number) => ({
  key: `${path}#${name}`,
  kind: 'function' as const,
  name,
  qualified_name: name,
  class_name: null,
  parent: path,
  start_line: line,
  end_line: line + 8,
  signature: `function ${name}(order: Order): Promise<Result>`,
  doc: null,
  returns: null,
});

const codeFile = (path: string, names: readonly string[]) => ({
  path,
  language: 'typescript',
  content_hash: `hash of ${path}`,
  package_name: null,
  partial: false,
  symbols: [
    {
      ...symbol(path, '', 1),
      key: path,
      kind: 'module' as const,
      name: path.split('/').at(-1) ?? path,
      qualified_name: path,
      parent: null,
      signature: '',
    },
    ...names.map((name, at) => symbol(path, name, 10 * (at + 1))),
  ],
  references: names.slice(1).map((name, at) => ({
    kind: 'calls' as const,
    from: `${path}#${name}`,
    line: 10 * (at + 2) + 2,
    name: names[0] ?? '',
    receiver: null,
    receiver_type: null,
    count: 1,
  })),
  local_calls: 0,
});

/**
 * A workspace as one looks after a few weeks.
 * @param session begins the names of its sessions, which no other workspace of the service may have
 * @returns identifiers of memories by title
 */
export async function seedConsole(
  { client, services, workspaceId, runJobs }: ConsoleService,
  session = 'session',
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  const store = async (
    ...[title, narrative, memory_type, tags, source_files]: readonly [...(typeof MEMORIES)[number]]
  ) => {
    const { id } = await client.storeMemory({
      body: {
        title,
        narrative,
        memory_type,
        tags: [...tags],
        source_files: [...source_files],
        importance_score: 0.4 + (title.length % 6) / 10,
      },
    });
    ids[title] = id;
  };
  for (const memory of MEMORIES) {
    // Two came with an import two months ago: their identifiers tell when.
    const { uuid } = services.ids;
    if (IMPORTED.includes(memory[0]))
      services.ids.uuid = () => uuid.call(services.ids).replace(/^.{13}/u, LONG_AGO);
    await store(...memory);
    services.ids.uuid = uuid;
  }
  const twice = {
    narrative: 'Baskets are kept for thirty days, then a job at night deletes them.',
    memory_type: 'decision',
  } as const;
  for (const title of ['Baskets are kept for thirty days', 'baskets are kept for  thirty days']) {
    const { id } = await client.storeMemory({ body: { ...twice, title, source_files: ['src/basket.ts'] } });
    ids[title] = id;
  }
  await sessions(client, ids, session);
  for (const [source, content] of DOCUMENTS)
    await client.ingestDocument({ body: { content, source, origin: 'github.com/acme/shop', title: source } });
  await client.storeCodeFiles({
    body: {
      repository: 'shop',
      files: [
        codeFile('src/orders/store.ts', ['saveOrder', 'cancelOrder', 'findOrder']),
        codeFile('src/payments/charge.ts', ['charge', 'refund']),
      ],
    },
  });
  await client.createRelationship({
    body: {
      source_id: ids['Retries wait twice as long each time'] ?? '',
      target_id: ids['The payment provider answers 409 for a repeated key'] ?? '',
      relationship_type: 'depends_on',
    },
  });
  await client.createRelationship({
    body: {
      source_id: ids['Orders live in PostgreSQL'] ?? '',
      target_id: ids['Checkout was down for 12 minutes'] ?? '',
      relationship_type: 'related_to',
    },
  });
  await client.searchMemories({ body: { query: 'where do orders live' } });
  await client.recordFeedback({
    path: { ref: ids['Orders live in PostgreSQL'] ?? '' },
    body: { useful: true, context: 'answered it at once' },
  });
  await runJobs();
  // Events that take weeks, or a machine that breaks.
  const age = (title: string) =>
    services.db
      .execute(sql`update memories set created_at = now() - interval '300 days', importance_score = 0.05
      where workspace_id = ${workspaceId}::uuid and id = ${ids[title] ?? ''}::uuid`);
  await age('Feature flags are rows');
  const imported = sql`(select id from memories where workspace_id = ${workspaceId}::uuid
    and title in ('Feature flags are rows', ${IMPORTED[0]}, ${IMPORTED[1]}))`;
  await services.db.execute(sql`update memories set created_at = now() - interval '90 days'
    where workspace_id = ${workspaceId}::uuid and title in (${IMPORTED[0]}, ${IMPORTED[1]})`);
  await services.db
    .execute(sql`update memory_counters set retrieval_count = 0, access_count = 0, last_accessed_at = null
    where workspace_id = ${workspaceId}::uuid and memory_id in ${imported}`);
  await services.db
    .execute(sql`insert into job_attempts (workspace_id, job, work, payload, attempts, under_way, begun_at, last_error, dead_at)
    values (${workspaceId}::uuid, 'generateSessionSummary', 'session', '{}', 5, false, now(), 'The model did not answer within 60 s.', now())`);
  await services.db
    .execute(sql`insert into document_uploads (workspace_id, id, object_key, state, failure, created_at, expires_at)
    values (${workspaceId}::uuid, gen_random_uuid(), ${`upload of ${session}`}, 'failed', 'The file is neither a JSON array nor JSON Lines.', now(), now())`);
  return ids;
}

async function sessions(client: Client, ids: Record<string, string>, session: string): Promise<void> {
  const told = ids['Orders live in PostgreSQL'] ?? '';
  const silent = ids['Images are resized at upload'] ?? '';
  for (const [id, branch, agent] of [
    [`${session}-1`, 'main', 'claude'],
    [`${session}-2`, 'refunds', 'codex'],
  ] as const) {
    await client.startSession({
      body: {
        session_id: id,
        project_name: 'acme/shop',
        branch_name: branch,
        user_email: 'ada@acme.example',
        metadata: { agent },
      },
    });
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString();
    await client.recordObservations({
      path: { session_id: id },
      body: {
        observations: [
          {
            kind: 'user_prompt',
            content: 'Where do we keep orders, and why?',
            occurred_at: at(1),
            event_id: 'a',
          },
          {
            kind: 'injection',
            tool_name: 'memory_inject',
            content: `prompt: ${told}, ${silent}`,
            occurred_at: at(2),
            event_id: 'b',
          },
          {
            kind: 'assistant_message',
            content: 'As decided, orders live in PostgreSQL; I change the store.',
            occurred_at: at(3),
            event_id: 'c',
          },
          {
            kind: 'edit',
            tool_name: 'Edit',
            files: ['src/orders/store.ts'],
            content: 'src/orders/store.ts\n+ await db.insert(order)',
            occurred_at: at(4),
            event_id: 'd',
          },
          {
            kind: 'command_output',
            content: `exit code: 0\n${'a line of output\n'.repeat(60)}`,
            occurred_at: at(5),
            event_id: 'e',
          },
        ],
      },
    });
  }
  await client
    .storeMemory({
      body: {
        title: 'Refunds need a second look above 500',
        narrative: 'Support asks a lead first.',
        memory_type: 'convention',
        source_session_id: `${session}-2`,
      },
    })
    .then(({ id }) => (ids['Refunds need a second look above 500'] = id));
  await client.endSession({
    path: { session_id: `${session}-2` },
    body: { summary: 'Worked on **refunds**: above 500 a lead is asked first.' },
  });
}
