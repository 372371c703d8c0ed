import type { Client } from '@memory/client';
import { findProject } from '../hook/project/find-project.ts';
import { reportBranches } from './report-branches.ts';

/** A history is read for it: what was merged a moment ago may wait. */
const EVERY_MS = 600_000;

/** Tells the service about branches of the trees that a client works in, now and then, while nobody waits for it. */
export class BackgroundBranches {
  readonly #client: () => Promise<Client>;
  readonly #told = new Map<string, number>();
  #isRunning = false;

  constructor(client: () => Promise<Client>) {
    this.#client = client;
  }

  start(folders: () => Promise<readonly string[]>): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run(folders)
      .catch(() => undefined)
      .finally(() => (this.#isRunning = false));
  }

  async #run(folders: () => Promise<readonly string[]>): Promise<void> {
    for (const folder of await folders()) {
      const { isRepository, home, label, root } = findProject(folder, process.env);
      if (!isRepository || Date.now() - (this.#told.get(home) ?? -Infinity) < EVERY_MS) continue;
      this.#told.set(home, Date.now());
      await reportBranches(await this.#client(), { root, project: label });
    }
  }
}
