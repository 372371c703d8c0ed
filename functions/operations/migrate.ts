import { grantApplicationRole, migrate } from '@memory/db';
import { lambdaServices, readDatabaseSecret, type HostContext } from '@memory/runtime';

/** The SQL files, which lie beside the bundle. */
const MIGRATIONS = new URL('./migrations/', import.meta.url);

/** Brings schema and roles up to date at deploy, before new code takes traffic; a failure fails the deployment. */
export async function handler(_event: unknown, context: HostContext): Promise<{ applied: string[] }> {
  const { db } = context.services ?? (await lambdaServices());
  const applied = await migrate(db, MIGRATIONS);
  const secretArn = process.env['DATABASE_APPLICATION_SECRET_ARN'];
  if (secretArn) {
    const { username, password } = await readDatabaseSecret(secretArn);
    await grantApplicationRole(db, { name: username, password });
  }
  return { applied };
}
