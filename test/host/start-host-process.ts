import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import type { HostProcess } from './distant-host.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that answers with the host of each form, once they are there. */
    hostProcess: string;
  }
}

/** One service for all files of a project that has none in its own processes; the first of them that asks for it starts it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: ReturnType<typeof startHostProcess> | undefined;
  const asked = createServer((_, response) => {
    started ??= startHostProcess(project.config.execArgv);
    started.then(
      ({ told }) => response.end(JSON.stringify(told)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(asked, 'listening');
  project.provide('hostProcess', `http://127.0.0.1:${(asked.address() as AddressInfo).port}`);
  return async () => {
    asked.close();
    await (await started)?.stop();
  };
}

/** @param execArgv what Node itself is told; as this process by default */
export async function startHostProcess(
  execArgv: string[] = process.execArgv,
): Promise<{ told: [HostProcess, HostProcess]; stop: () => Promise<void> }> {
  const child = fork(fileURLToPath(new URL('host-process.ts', import.meta.url)), { execArgv });
  const ended = once(child, 'exit');
  const [told] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`The service of the tests ended with ${code}.`))),
  ])) as [[HostProcess, HostProcess]];
  return {
    told,
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}
