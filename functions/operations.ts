import {
  grantApplicationRole,
  migrate as migrateSchema,
  noteSearchChanges,
  STATEMENT_LIMIT_MS,
} from '@memory/db';
import { handleOperation, lambdaServices, readDatabaseSecret, type HostContext } from '@memory/service';

/** The SQL files, which lie beside the bundle. */
const MIGRATIONS = new URL('./migrations/', import.meta.url);

/** The roles that read and write rows, by the variables that name their secrets: requests are waited for, jobs are not. */
const ROLES = [
  { secret: 'DATABASE_APPLICATION_SECRET_ARN', statementLimitMs: STATEMENT_LIMIT_MS.request },
  { secret: 'DATABASE_JOBS_SECRET_ARN', statementLimitMs: STATEMENT_LIMIT_MS.dataApi },
] as const;

/** Brings schema and roles up to date at deploy, before new code takes traffic; a failure fails the deployment. */
export async function migrate(_event: unknown, context: HostContext): Promise<{ applied: string[] }> {
  const { db } = context.services ?? (await lambdaServices());
  const applied = await migrateSchema(db, MIGRATIONS);
  // Functions keep no index of a workspace, containers do.
  const readers = process.env['SEARCH_READERS'];
  if (readers !== undefined) await noteSearchChanges(db, readers === 'true');
  for (const { secret, statementLimitMs } of ROLES) {
    const secretArn = process.env[secret];
    if (!secretArn) continue;
    const { username, password } = await readDatabaseSecret(secretArn);
    await grantApplicationRole(db, { name: username, password, statementLimitMs });
  }
  return { applied };
}

/** The operator function: workspaces, keys, queues; on no public route. */
export const admin = (event: unknown, context: HostContext) => handleOperation(event, context);
