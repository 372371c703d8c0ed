import { sql } from 'drizzle-orm';
import { afterAll, describe, expect } from 'vitest';
import type { Database } from '@memory/db';
import { ADVERSE, PretendedStatistics } from '../support/plans/adverse-statistics.ts';
import {
  inVain,
  openExplainedEngine,
  openExplainedServer,
  touched,
  type ExplainedDatabase,
} from '../support/plans/explained-databases.ts';
import { repositoryCalls } from '../support/queries/statements.ts';
import { verifies } from '../support/verifies.ts';

/** Times what a statement touches under fresh statistics. */
const FACTOR = 3;
/** Rows and pages beside: a workspace of 2,000 memories read twice, or a small table once by each execution inside a function. */
const BESIDE = 5_000;
const BESIDE_EACH = 100;
/** Under fresh statistics: all 20,000 relationships of the workspace through a plan of eight nodes. A join of all with all touches more. */
const MOST = 160_000;
/** Of a reference that is checked for each deleted row: a table of 200 rows is read as a whole. */
const MOST_EACH = 200;

/** Calls of whose rows another call tells what is checked for each: a plan of every check takes seconds. */
const UNNESTED = { 'workspaces/delete-some-rows': 'memories/delete-memories' };

async function withoutNested(tx: Database, run: (tx: Database) => Promise<unknown>): Promise<void> {
  await tx.execute(sql`set local auto_explain.log_nested_statements = off`);
  await run(tx);
}

interface Work {
  touched: number;
  executions: number;
}

/** By call and statement, those inside functions and triggers among them. */
type Works = Map<string, Map<string, Work>>;

const url = process.env['TEST_DATABASE_URL'];
const engines: { name: string; open: () => Promise<ExplainedDatabase> }[] = [
  { name: 'the embedded engine', open: openExplainedEngine },
  ...(url ? [{ name: 'PostgreSQL', open: () => openExplainedServer(url) }] : []),
];

/** The work of each call in a transaction that is undone. */
async function callAll({ db, take }: ExplainedDatabase): Promise<Works> {
  const works: Works = new Map();
  for await (const { name, run } of repositoryCalls()) {
    take();
    const work = name in UNNESTED ? (tx: Database) => withoutNested(tx, run) : run;
    await inVain(db, work).catch((error: Error) => {
      throw new Error(`${name} fails on a filled workspace: give it other samples. ${String(error.cause)}`);
    });
    const statements = new Map<string, Work>();
    for (const explained of take()) {
      const before = statements.get(explained['Query Text']) ?? { touched: 0, executions: 0 };
      statements.set(explained['Query Text'], {
        touched: before.touched + touched(explained),
        executions: before.executions + 1,
      });
    }
    works.set(name, statements);
  }
  return works;
}

/** Statements that touch too much, each with both figures. */
function* tooMuch(fresh: Works, adverse: Works): Generator<string> {
  for (const [call, statements] of adverse)
    for (const [text, { touched: now, executions }] of statements) {
      const before = fresh.get(call)?.get(text)?.touched;
      if (before === undefined || now <= FACTOR * before + BESIDE + BESIDE_EACH * executions) continue;
      yield told(call, `${Math.round(now)} instead of ${Math.round(before)}`, text);
    }
}

/** Statements that touch too much though the statistics are fresh. */
function* tooMuchAtBest(fresh: Works): Generator<string> {
  for (const [call, statements] of fresh)
    for (const [text, { touched: now, executions }] of statements)
      if (now > MOST + MOST_EACH * executions) yield told(call, `${Math.round(now)}`, text);
}

const told = (call: string, figures: string, text: string): string =>
  `${call}: ${figures}: ${text.replaceAll(/\s+/gu, ' ').slice(0, 80)}`;

describe.each(engines)('plans on $name', ({ open }) => {
  let opened: ExplainedDatabase | undefined;
  afterAll(() => opened?.close());

  verifies(
    'db.plans',
    async () => {
      opened = await open();
      const statistics = new PretendedStatistics(opened.db);
      await statistics.pretend('fresh');
      const fresh = await callAll(opened);
      expect([...fresh].filter(([, statements]) => statements.size === 0)).toEqual([]);
      const worse = [...tooMuchAtBest(fresh)];
      for (const kind of ADVERSE) {
        await statistics.pretend(kind);
        for (const each of tooMuch(fresh, await callAll(opened))) worse.push(`${kind}: ${each}`);
      }
      expect(worse).toEqual([]);
    },
    { timeoutMs: 900_000 },
  );
});
