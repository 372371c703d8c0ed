import type { Client } from '@memory/client';
import { OriginFinder } from '../tree/find-origin.ts';
import { tieMemories } from './tie-memories.ts';

/** Of each time; the rest comes the next time, or with the next index. */
const PAGES = 4;

/** Ties memories to the trees that a client works in, while nobody waits for it. What fails is tried again the next time. */
export class BackgroundTies {
  readonly #client: () => Promise<Client>;
  #isRunning = false;
  #isWanted = false;

  constructor(client: () => Promise<Client>) {
    this.#client = client;
  }

  /** Once more, where it runs already: what was stored meanwhile may have come too late. */
  start(folders: () => Promise<readonly string[]>): void {
    this.#isWanted = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run(folders)
      .catch(() => undefined)
      .finally(() => (this.#isRunning = false));
  }

  async #run(folders: () => Promise<readonly string[]>): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      const client = await this.#client();
      const { repositories } = await client.getCodeStatus({ query: { limit: 1 } });
      for (const folder of await folders()) {
        const { origin, root, isRepository } = await new OriginFinder({ cwd: folder }).find(folder);
        const known = repositories.find((repository) => repository.origin === origin);
        if (isRepository && known)
          await tieMemories({ client, repository: known.name, root, pagesMax: PAGES });
      }
    }
  }
}
