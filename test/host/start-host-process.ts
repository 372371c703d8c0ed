import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import type { HostProcess } from './distant-host.ts';

declare module 'vitest' {
  interface ProvidedContext {
    hostProcess: HostProcess;
  }
}

/** One service for all files of a project that has none in its own processes. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { told, stop } = await startHostProcess(project.config.execArgv);
  project.provide('hostProcess', told);
  return stop;
}

/** @param execArgv what Node itself is told; as this process by default */
export async function startHostProcess(
  execArgv: string[] = process.execArgv,
): Promise<{ told: HostProcess; stop: () => Promise<void> }> {
  const child = fork(fileURLToPath(new URL('host-process.ts', import.meta.url)), { execArgv });
  const ended = once(child, 'exit');
  const [told] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`The service of the tests ended with ${code}.`))),
  ])) as [HostProcess];
  return {
    told,
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}
