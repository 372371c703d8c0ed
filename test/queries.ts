import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { SQL } from 'drizzle-orm';
import { parseSync, Visitor } from 'oxc-parser';
import { format } from 'sql-formatter';
import type { Database } from '@memory/db';
import { CALLS, sampleOf, UNPRINTED } from './support/queries/samples.ts';

/**
 * Prints the statements that each repository function sends, laid out, into `packages/db/queries/<folder>/<function>.sql`, so that one
 * can read what its pieces become, and a review sees it change: `npm run queries`. With `--check` it writes nothing and fails
 * when a file is not what would be printed. What a function would send after rows that it reads is not there.
 */
const PACKAGE = join(import.meta.dirname, '../packages/db');
const SOURCE = join(PACKAGE, 'src');
const QUERIES = join(PACKAGE, 'queries');
const dialect = new PgDialect();

type Repository = (db: Database, ...values: unknown[]) => Promise<unknown> | AsyncIterable<unknown>;

/** A database that notes what it is asked, and answers no rows. */
function recorder(): { db: Database; statements: string[] } {
  const statements: string[] = [];
  const db = {
    execute: (statement: SQL) => {
      statements.push(dialect.sqlToQuery(statement).sql);
      return Promise.resolve({ rows: [] });
    },
    transaction: <Result>(work: (tx: unknown) => Result) => work(db),
  };
  // All that repository functions use of it.
  return { db: db as unknown as Database, statements };
}

/** The functions of a file that take a database, each with what its further parameters are called. */
function repositoryFunctions(file: string): Map<string, (string | undefined)[]> {
  const found = new Map<string, (string | undefined)[]>();
  new Visitor({
    ExportNamedDeclaration({ declaration }) {
      if (declaration?.type !== 'FunctionDeclaration' || !declaration.id) return;
      const [first, ...others] = declaration.params;
      if (first?.type !== 'Identifier' || !['db', 'tx'].includes(first.name)) return;
      const names = others.map((parameter) => (parameter.type === 'Identifier' ? parameter.name : undefined));
      found.set(declaration.id.name, names);
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}

async function statementsOf(name: string, run: Repository, values: unknown[]): Promise<string[]> {
  const { db, statements } = recorder();
  let failure: unknown;
  try {
    const running = run(db, ...values);
    if (Symbol.asyncIterator in running) for await (const _ of running);
    else await running;
  } catch (error) {
    failure = error; // A statement that always has a row has none here.
  }
  if (statements.length === 0) {
    const advice = 'give it some in test/support/queries/samples.ts';
    throw new Error(`${name} sends nothing with the samples: ${advice}.`, { cause: failure });
  }
  return [...new Set(statements)];
}

const layOut = (statement: string): string =>
  format(statement, { language: 'postgresql', keywordCase: 'lower', expressionWidth: 100 });

const kebabCase = (name: string) => name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

async function printed(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const file of globSync('*/*.ts', { cwd: SOURCE }).toSorted()) {
    const functions = repositoryFunctions(join(SOURCE, file));
    if (functions.size === 0) continue;
    const module = (await import(join(SOURCE, file))) as Record<string, Repository>;
    for (const [name, parameters] of functions) {
      const run = module[name];
      if (!run || name in UNPRINTED) continue;
      const calls = CALLS[name] ?? { '': parameters.map((parameter) => sampleOf(parameter)) };
      for (const [variant, values] of Object.entries(calls)) {
        const statements = await statementsOf(name, run, values);
        const place = join(dirname(file), `${kebabCase(name)}${variant && `.${variant}`}.sql`);
        const head = `-- ${name} in packages/db/src/${file}`;
        files.set(place, `${[head, ...statements.map(layOut)].join('\n\n')}\n`);
      }
    }
  }
  return files;
}

const wanted = await printed();
const there = new Map(
  globSync('*/*.sql', { cwd: QUERIES }).map((file) => [file, readFileSync(join(QUERIES, file), 'utf8')]),
);
const stale = [...new Set([...wanted.keys(), ...there.keys()])].filter(
  (file) => wanted.get(file) !== there.get(file),
);
if (process.argv.includes('--check')) {
  for (const file of stale) console.error(`packages/db/queries/${file} is not what is sent: npm run queries`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const file of stale) {
    const text = wanted.get(file);
    mkdirSync(join(QUERIES, dirname(file)), { recursive: true });
    if (text === undefined) rmSync(join(QUERIES, file));
    else writeFileSync(join(QUERIES, file), text);
  }
  console.log(`${wanted.size} statements, ${stale.length} changed`);
}
