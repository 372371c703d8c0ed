import type { MemoryIdForm } from '@memory/contracts';
import type { TestHost } from './test-host.ts';

/** Where a service in another process listens, for callers and for what tests ask beside. */
export interface HostProcess {
  url: string;
  form: MemoryIdForm;
  control: string;
}

/** A service that was started in a process of its own: there is no looking behind it. */
export function distantHost({ url, form, control }: HostProcess): TestHost {
  const ask = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(control + path, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  return {
    url,
    form,
    get services(): never {
      throw new Error(
        'This service is in another process: a test that looks behind it belongs to the project `service`.',
      );
    },
    createWorkspace: async () => (await ask('/workspaces', {})) as { id: string; key: string },
    everythingStored: async (id) => ((await ask('/stored', id)) as { text: string }).text,
    runJobs: async (...only) => void (await ask('/jobs', only)),
    // Those of other files are among them.
    forgetJobs: () => undefined,
    close: () => Promise.resolve(),
  };
}
