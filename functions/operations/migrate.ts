import { migrate } from '@memory/db';
import { lambdaServices, type HostContext } from '@memory/runtime';

/** Brings the schema up to date at deploy, before new code takes traffic; a failure fails the deployment. */
export async function handler(_event: unknown, context: HostContext): Promise<{ applied: string[] }> {
  const { db } = context.services ?? (await lambdaServices());
  return { applied: await migrate(db) };
}
