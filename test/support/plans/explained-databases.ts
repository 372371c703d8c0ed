import { openAsBlob } from 'node:fs';
import { TransactionRollbackError } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { auto_explain } from '@electric-sql/pglite/contrib/auto_explain';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import pg from 'pg';
import { migrate, type Database } from '@memory/db';
import { markEmbedded } from '../../../packages/db/src/drivers/embedded.ts';
import { PreparedStatements } from '../../../packages/db/src/drivers/embedded-engine/prepared-statements.ts';
import { openServerDatabase } from '../../host/databases.ts';
import { keptDatabase } from '../../host/migrated-pglite.ts';
import { PretendedStatistics } from './adverse-statistics.ts';
import { fillWorkspaces } from './fill-workspaces.ts';

interface PlanNode {
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  'Temp Read Blocks'?: number;
  'Temp Written Blocks'?: number;
  Plans?: PlanNode[];
}

/** The `auto_explain` plan of a statement, also of one inside a function or a trigger. */
export interface Explained {
  'Query Text': string;
  Plan: PlanNode;
}

export interface ExplainedDatabase {
  db: Database;
  /** The plans since the last call. */
  take(): Explained[];
  close(): Promise<void>;
}

const EXPLAIN = `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
  set auto_explain.log_buffers = on; set auto_explain.log_timing = off; set auto_explain.log_nested_statements = on;
  set auto_explain.log_format = json; set auto_explain.log_level = notice; set plan_cache_mode = force_custom_plan;
  set jit = off; set timezone = 'UTC'; set allow_system_table_mods = on`;

const FILES = ['./fill-workspaces.ts', './adverse-statistics.ts', '../queries/row-samples.ts'].map(
  (file) => new URL(file, import.meta.url),
);

/** Of a notice: the plan that it tells. */
function* planOf(notice: { message?: string | undefined }): Generator<Explained> {
  const [, plan] = (notice.message ?? '').split('plan:\n');
  if (plan !== undefined) yield JSON.parse(plan) as Explained;
}

/** A migrated database of two full workspaces, with the statistics that a test may pretend. */
const filledDump = (): Promise<string> =>
  keptDatabase('filled', FILES, async (db) => {
    await migrate(db);
    await fillWorkspaces(db);
    await PretendedStatistics.take(db);
  });

/** The outcome of work in a transaction that is undone. */
export async function inVain<Result>(
  db: Database,
  work: (tx: Database) => Promise<Result>,
): Promise<Result | undefined> {
  let result: Result | undefined;
  try {
    await db.transaction(async (tx) => {
      result = await work(tx);
      tx.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
  return result;
}

/** The embedded engine in this process, filled, as its thread opens it: with statements that are planned once, and others. */
export async function openExplainedEngine(): Promise<ExplainedDatabase> {
  const pglite = await PGlite.create({
    loadDataDir: await openAsBlob(await filledDump()),
    extensions: { vector, btree_gin, auto_explain },
  });
  await pglite.exec(EXPLAIN);
  const plans: Explained[] = [];
  const send = pglite.execProtocolStream.bind(pglite);
  pglite.execProtocolStream = (message, options) =>
    send(message, { ...options, onNotice: (notice) => plans.push(...planOf(notice)) });
  const statements = new PreparedStatements(pglite);
  const client = {
    query: (text: string, values: unknown[] = [], options: { rowMode?: 'array' } = {}) =>
      statements.query(text, values, { ...options, parsers: {} }),
    transaction: async (work: (tx: object) => Promise<unknown>) => {
      await pglite.exec('begin');
      try {
        const result = await work({ query: client.query, rollback: () => pglite.exec('rollback') });
        await pglite.exec('commit');
        return result;
      } catch (error) {
        await pglite.exec('rollback');
        throw error;
      }
    },
  };
  const db: Database = drizzlePglite({ client: client as unknown as PGlite });
  markEmbedded(db);
  return { db, take: () => plans.splice(0), close: () => pglite.close() };
}

/** A database of a server, filled; its role must be a superuser, whose statistics are to be changed. */
export async function openExplainedServer(url: string): Promise<ExplainedDatabase> {
  const own = await openServerDatabase(url);
  await migrate(own.db);
  await fillWorkspaces(own.db);
  await PretendedStatistics.take(own.db);
  const client = new pg.Client(own.url);
  await client.connect();
  await client.query(EXPLAIN);
  const plans: Explained[] = [];
  client.on('notice', (notice) => plans.push(...planOf(notice)));
  const close = async () => {
    await client.end();
    await own.close();
  };
  return { db: drizzle({ client }), take: () => plans.splice(0), close };
}

/** Rows that the nodes of a plan handled, those that they threw away among them. */
function rowsOf(node: PlanNode): number {
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const own = Math.max(each, 1) * (node['Actual Loops'] ?? 0);
  return (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), own);
}

/** Rows that a statement handled, and pages of the buffers that it looked at. */
export const touched = ({ Plan }: Explained): number =>
  rowsOf(Plan) +
  (Plan['Shared Hit Blocks'] ?? 0) +
  (Plan['Shared Read Blocks'] ?? 0) +
  (Plan['Temp Read Blocks'] ?? 0) +
  (Plan['Temp Written Blocks'] ?? 0);
