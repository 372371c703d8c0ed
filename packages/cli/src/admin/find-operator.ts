import type { Command } from 'commander';
import { localOperator, type Operator } from './operator.ts';

/** The service that `--env` names, or the one on this machine. */
export async function findOperator(command: Command): Promise<Operator> {
  const { env } = command.optsWithGlobals<{ env?: string }>();
  if (env === undefined) return localOperator(process.env['DATA_DIR'] || '.data');
  const { lambdaOperator } = await import('./lambda-operator.ts');
  return lambdaOperator(env);
}
