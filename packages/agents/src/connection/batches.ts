/** Bytes of JSON that a request carries with room to spare: the service takes 1 MiB. */
export const REQUEST_BYTES = 900_000;

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

interface BatchLimits {
  items: number;
  bytes?: number;
}

interface ItemSize {
  bytes: number;
  /** Of how many an item counts. */
  count?: number;
}

/** Collects items into batches that one request can carry; one that is larger than a request makes a batch of its own. */
export class Batches<Item> {
  readonly #send: (items: Item[]) => Promise<void>;
  readonly #limits: Required<BatchLimits>;
  #items: Item[] = [];
  #size = { bytes: 0, count: 0 };

  constructor(send: (items: Item[]) => Promise<void>, { items, bytes = REQUEST_BYTES }: BatchLimits) {
    this.#send = send;
    this.#limits = { items, bytes };
  }

  /** Sends what is waiting first, where the item does not fit beside it. */
  async add(item: Item, { bytes, count = 1 }: ItemSize = { bytes: jsonBytes(item) + 1 }): Promise<void> {
    const after = { bytes: this.#size.bytes + bytes, count: this.#size.count + count };
    if (after.count > this.#limits.items || after.bytes > this.#limits.bytes) await this.flush();
    this.#items.push(item);
    this.#size = { bytes: this.#size.bytes + bytes, count: this.#size.count + count };
  }

  async flush(): Promise<void> {
    if (this.#items.length === 0) return;
    const items = this.#items;
    [this.#items, this.#size] = [[], { bytes: 0, count: 0 }];
    await this.#send(items);
  }
}

/** All that `Batches` would send, one after the other. */
export async function inBatches<Item>(items: readonly Item[], limits: BatchLimits): Promise<Item[][]> {
  const collected: Item[][] = [];
  const batches = new Batches<Item>(async (batch) => void collected.push(batch), limits);
  for (const item of items) await batches.add(item);
  await batches.flush();
  return collected;
}
