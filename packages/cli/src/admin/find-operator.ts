import type { Command } from 'commander';
import { localOperator, type Operator } from './operator.ts';

/** Where the data of the service on this machine lies. */
export const localDataDir = (): string => process.env['DATA_DIR'] || '.data';

/** The service that `--env` names, or the one on this machine. */
export async function findOperator(command: Command): Promise<Operator> {
  const { env } = command.optsWithGlobals<{ env?: string }>();
  if (env === undefined) return localOperator(localDataDir());
  const { lambdaOperator } = await import('./lambda-operator.ts');
  return lambdaOperator(env);
}
