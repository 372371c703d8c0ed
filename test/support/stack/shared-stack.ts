import { inject } from 'vitest';
import { startStackHost, type StackHost } from '../stack-host.ts';

/** A stack of this run's assembly. @param stackName of dev unless said */
export const startSynthesizedStack = (
  settings: Record<string, string> = {},
  stackName = 'workspace-memory-dev',
): Promise<StackHost> => startStackHost({ directory: inject('assembly'), stackName, settings });
