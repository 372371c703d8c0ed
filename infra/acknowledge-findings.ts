import { Validations, type Stack } from 'aws-cdk-lib';
import type { Environment } from './environments.ts';

/** Findings of cdk-nag that stay, each with its reason. */
export function acknowledgeFindings(stack: Stack, environment: Environment): void {
  const acknowledge = (id: string, reason: string) => Validations.of(stack).acknowledge({ id, reason });
  void acknowledge;
  void environment;
}
