import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { sampledCalls } from '../support/queries/statements.ts';

/** Calls of which a request makes one: each does in one statement all that it needs of the database. */
const ONE_EACH = [
  'embedding/upsert-embeddings',
  'graph/explore-graph',
  'graph/find-path',
  'keys/authenticate-key',
  'memories/insert-memories',
  'memories/list-memories',
  'search/search-memories.many',
  'sessions/read-session-context',
];

test('every repository function has samples with which it sends something, and those that requests wait for one statement', async () => {
  const calls = new Map<string, number>();
  for await (const { name, statements } of sampledCalls()) calls.set(name, statements.length);
  expect(calls.size).toBeGreaterThan(200);
  expect(ONE_EACH.map((name) => [name, calls.get(name)])).toEqual(ONE_EACH.map((name) => [name, 1]));
});

const ROOT = new URL('../../', import.meta.url).pathname;

/** The faults of a migration: squawk's rules, and statements that change rows, which no call is long enough for. */
function faultsOf(migration: string): string[] {
  const linted = spawnSync(
    'node_modules/.bin/squawk',
    ['--stdin-filepath', '9999.sql', '--reporter', 'json'],
    {
      cwd: ROOT,
      input: migration,
      encoding: 'utf8',
    },
  );
  const rules = (JSON.parse(linted.stdout) as { rule_name: string }[]).map(({ rule_name: rule }) => rule);
  const changes = migration
    .split(/;\n\n/u)
    .map((statement) => statement.replaceAll(/^--.*\n/gmu, '').trim())
    .filter((statement) =>
      /^(?:update|delete|merge|with|insert(?!\s+into\s+\S+\s+(?:\(|values)))\b/iu.test(statement),
    );
  return [...rules, ...changes.map((statement) => `changes rows: ${statement.slice(0, 40)}`)];
}

verifies(
  'aws.migrations',
  () => {
    const folder = `${ROOT}packages/db/migrations/`;
    // The first is the whole schema, of a database that is empty.
    const later = readdirSync(folder).toSorted().slice(1);
    expect(later.map((file) => faultsOf(readFileSync(folder + file, 'utf8')))).toEqual(later.map(() => []));
    const good = 'create index concurrently if not exists memories_title on memories (title);\n\n';
    expect(faultsOf(`${good}alter table memories add column origin text;\n`)).toEqual([]);
    expect(
      faultsOf(`create index memories_title on memories (title);

alter table memories alter column title type varchar(10);

-- All of them.
update memories set title = '';
`),
    ).toEqual([
      'require-concurrent-index-creation',
      'changing-column-type',
      "changes rows: update memories set title = '';",
    ]);
  },
  { title: 'a migration locks no table for long, rewrites none and changes no rows' },
);
