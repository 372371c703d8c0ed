import type { Client } from '@memory/client';
import type { CodeFileInput, CodeHead } from '@memory/contracts';

/** Bytes of JSON a request: below the limit of 1 MiB, with room for one file of 900 kB. */
const BYTES_MAX = 1_000_000;
const FILES_MAX = 1_000;
const DELETED_MAX = 5_000;

interface BatchedRepository {
  repository: string;
  origin: string | null;
  head: CodeHead | null;
}

/** Sends changes of one repository in batches that the service takes, one after the other. */
export class CodeBatches {
  readonly #client: Client;
  readonly #repository: BatchedRepository;
  #files: CodeFileInput[] = [];
  #deleted: string[] = [];
  #bytes = 0;

  constructor(client: Client, repository: BatchedRepository) {
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
    const body = { ...this.#repository, files: this.#files, deleted: this.#deleted };
    await this.#client.storeCodeFiles({ body });
    [this.#files, this.#deleted, this.#bytes] = [[], [], 0];
  }

  async #makeRoom(bytes: number): Promise<void> {
    const isFull = this.#files.length >= FILES_MAX || this.#deleted.length >= DELETED_MAX;
    if (isFull || this.#bytes + bytes > BYTES_MAX) await this.flush();
    this.#bytes += bytes;
  }
}
