import { inject } from 'vitest';
import { startStackHost, type StackHost } from '../stack-host.ts';
import { awaitAssembly } from './synthesize.ts';

/** A stack of this run's assembly. @param stackName of dev unless said */
export const startSynthesizedStack = async (
  settings: Record<string, string> = {},
  stackName = 'workspace-memory-dev',
): Promise<StackHost> =>
  startStackHost({ directory: await awaitAssembly(inject('assembly')), stackName, settings });

let shared: Promise<StackHost> | undefined;

/** The stack of dev that the tests of this process share, which end with it. */
export const sharedStack = (): Promise<StackHost> => (shared ??= startSynthesizedStack());
