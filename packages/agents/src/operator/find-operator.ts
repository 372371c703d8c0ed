import type { Command } from 'commander';
import { localDataDir } from './local-data-dir.ts';
import { localOperator, type Operator } from './operator.ts';

/** The service that `--env` names, or the one on this machine. */
export async function findOperator(command: Command): Promise<Operator> {
  const { env } = command.optsWithGlobals<{ env?: string }>();
  if (env === undefined) return localOperator(await localDataDir());
  const { lambdaOperator } = await import('./lambda-operator.ts');
  return lambdaOperator(env);
}
