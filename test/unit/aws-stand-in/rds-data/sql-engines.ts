import { openAsBlob } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { Pool } from 'pg';
import { pgPoolEngine } from '../../../aws-stand-in/rds-data/pg-pool-engine.ts';
import { pgliteEngine } from '../../../aws-stand-in/rds-data/pglite-engine.ts';
import { emptyDump } from '../../../host/migrated-pglite.ts';
import type { SqlEngine } from '../../../aws-stand-in/rds-data/sql-engine.ts';

interface OpenEngine {
  engine: SqlEngine;
  close: () => Promise<void>;
}

/** The engines to hold a test to: PGlite, and a real PostgreSQL where TEST_DATABASE_URL names one. */
export const sqlEngines: { name: string; open: (schema: string) => Promise<OpenEngine> }[] = [
  { name: 'PGlite', open: openPglite },
  ...(process.env.TEST_DATABASE_URL ? [{ name: 'PostgreSQL', open: openPostgres }] : []),
];

async function openPglite(): Promise<OpenEngine> {
  const db = new PGlite({ extensions: { vector }, loadDataDir: await openAsBlob(await emptyDump()) });
  await db.exec('create extension vector');
  return { engine: pgliteEngine(db), close: () => db.close() };
}

/** In a schema of its own, and in a session time zone that the engine has to put right. */
async function openPostgres(schema: string): Promise<OpenEngine> {
  const pool = new Pool({
    connectionString: process.env.TEST_DATABASE_URL,
    options: `-c search_path=${schema},public -c timezone=America/New_York`,
    max: 4,
  });
  await pool.query(
    `create extension if not exists vector; drop schema if exists ${schema} cascade; create schema ${schema}`,
  );
  return {
    engine: pgPoolEngine(pool),
    close: async () => {
      await pool.query(`drop schema ${schema} cascade`);
      await pool.end();
    },
  };
}
