import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { SQL } from 'drizzle-orm';
import { parseSync, Visitor } from 'oxc-parser';
import type { Database } from '@memory/db';
import { CALLS, sampleOf, UNSAMPLED } from './samples.ts';

interface Statement {
  sql: string;
  /** Values of `$1`, `$2`, …, as a driver gets them. */
  params: unknown[];
}

/** One call of a repository function with samples. */
interface RepositoryCall {
  /** `search/search-memories.keywords`: folder, function, variant. */
  name: string;
  /** `searchMemories` */
  function: string;
  /** Below `packages/db/src`. */
  file: string;
  /** Of a function that answers row by row all of them. */
  run(db: Database): Promise<unknown>;
}

interface SampledCall extends Omit<RepositoryCall, 'run'> {
  /** In the order in which they are sent, each text once. Statements that follow rows of an earlier one are not there. */
  statements: Statement[];
}

const SOURCE = join(import.meta.dirname, '../../../packages/db/src');
const dialect = new PgDialect();

type Repository = (db: Database, ...values: unknown[]) => Promise<unknown> | AsyncIterable<unknown>;

/** A database that notes the statements that it is sent, and answers no rows. */
function recorder(): { db: Database; statements: Map<string, Statement> } {
  const statements = new Map<string, Statement>();
  const db = {
    execute: (statement: SQL) => {
      const { sql, params } = dialect.sqlToQuery(statement);
      if (!statements.has(sql)) statements.set(sql, { sql, params });
      return Promise.resolve({ rows: [] });
    },
    transaction: <Result>(work: (tx: unknown) => Result) => work(db),
  };
  // All that repository functions use of it.
  return { db: db as unknown as Database, statements };
}

/** The functions of a file that take a database, each with the names of its further parameters. */
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

async function statementsOf(name: string, run: RepositoryCall['run']): Promise<Statement[]> {
  const { db, statements } = recorder();
  let failure: unknown;
  try {
    await run(db);
  } catch (error) {
    failure = error; // A statement that always has a row has none here.
  }
  if (statements.size === 0) {
    const advice = 'give it some in test/support/queries/samples.ts';
    throw new Error(`${name} sends nothing with the samples: ${advice}.`, { cause: failure });
  }
  return [...statements.values()];
}

const kebabCase = (name: string) => name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

/**
 * Every repository function of packages/db with samples of what it takes, each variant for itself.
 * @param wanted names of functions or parts of their paths; none: all
 */
export async function* repositoryCalls(wanted: readonly string[] = []): AsyncGenerator<RepositoryCall> {
  for (const file of globSync('*/*.ts', { cwd: SOURCE }).toSorted()) {
    for (const [name, parameters] of repositoryFunctions(join(SOURCE, file))) {
      const path = `${dirname(file)}/${kebabCase(name)}`;
      if (name in UNSAMPLED) continue;
      if (wanted.length > 0 && !wanted.some((each) => each === name || path.includes(each))) continue;
      const module = (await import(join(SOURCE, file))) as Record<string, Repository>;
      const called = module[name];
      if (!called) continue;
      const calls = CALLS[name] ?? { '': parameters.map((parameter) => sampleOf(parameter)) };
      for (const [variant, values] of Object.entries(calls))
        yield {
          name: `${path}${variant && `.${variant}`}`,
          function: name,
          file,
          run: async (db) => {
            const running = called(db, ...values);
            if (!(Symbol.asyncIterator in running)) return running;
            const rows: unknown[] = [];
            for await (const row of running) rows.push(row);
            return rows;
          },
        };
    }
  }
}

/** The statements of these calls. */
export async function* sampledCalls(wanted: readonly string[] = []): AsyncGenerator<SampledCall> {
  for await (const { run, ...call } of repositoryCalls(wanted))
    yield { ...call, statements: await statementsOf(call.function, run) };
}
