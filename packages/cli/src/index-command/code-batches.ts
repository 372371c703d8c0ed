import { setTimeout as wait } from 'node:timers/promises';
import { ClientError, type Client } from '@memory/client';
import type { CodeFileInput } from '@memory/contracts';

/** Of JSON, with room below the request limit of 1 MiB for one file of 900 kB in the notation of the interface. */
const BYTES_MAX = 1_000_000;
const FILES_MAX = 1_000;
const DELETED_MAX = 5_000;
const ATTEMPTS = 5;

/** Sends changes of one repository in batches that the service takes, one after the other. */
export class CodeBatches {
  readonly #client: Client;
  readonly #repository: string;
  #files: CodeFileInput[] = [];
  #deleted: string[] = [];
  #bytes = 0;

  constructor(client: Client, repository: string) {
    this.#client = client;
    this.#repository = repository;
  }

  async store(file: CodeFileInput): Promise<void> {
    await this.#makeRoom(Buffer.byteLength(JSON.stringify(file)) + 1);
    this.#files.push(file);
  }

  async delete(path: string): Promise<void> {
    await this.#makeRoom(Buffer.byteLength(JSON.stringify(path)) + 1);
    this.#deleted.push(path);
  }

  async flush(): Promise<void> {
    if (this.#files.length === 0 && this.#deleted.length === 0) return;
    const body = { repository: this.#repository, files: this.#files, deleted: this.#deleted };
    await patiently(() => this.#client.storeCodeFiles({ body }));
    [this.#files, this.#deleted, this.#bytes] = [[], [], 0];
  }

  async #makeRoom(bytes: number): Promise<void> {
    const isFull = this.#files.length >= FILES_MAX || this.#deleted.length >= DELETED_MAX;
    if (isFull || this.#bytes + bytes > BYTES_MAX) await this.flush();
    this.#bytes += bytes;
  }
}

/** Calls again as often as the service says that it will have time later. A batch may come twice. */
async function patiently<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const seconds = error instanceof ClientError ? error.retryAfterSeconds : undefined;
      if (seconds === undefined || attempt === ATTEMPTS) throw error;
      await wait(seconds * 1_000);
    }
  }
}
