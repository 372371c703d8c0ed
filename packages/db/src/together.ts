import { AsyncLocalStorage } from 'node:async_hooks';

interface Waiting<Item, Answer> {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  /** Runs what it is given as the caller's. */
  inContext: ReturnType<typeof AsyncLocalStorage.snapshot>;
}

export interface TogetherOptions<Item, Answer> {
  /** Answers items in their order: all of them, or none. It is done as the first caller's. */
  work: (items: readonly Item[]) => Promise<readonly Answer[]>;
  /** Items at once. */
  most: number;
  /** Whether what failed may be due to one of the items, or to the first caller: then each is tried for itself. */
  isOfOne: (error: unknown) => boolean;
}

/**
 * Work that is cheaper together: whoever comes while some of it is under way waits, and is served with all who wait by
 * then. Nobody waits who comes alone.
 */
export class Together<Item, Answer> {
  readonly #options: TogetherOptions<Item, Answer>;
  #waiting: Waiting<Item, Answer>[] = [];
  isIdle = true;

  constructor(options: TogetherOptions<Item, Answer>) {
    this.#options = options;
  }

  do(item: Item): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#waiting.push({ item, resolve, reject, inContext: AsyncLocalStorage.snapshot() });
    if (this.isIdle) void this.#serve();
    return promise;
  }

  async #serve(): Promise<void> {
    this.isIdle = false;
    while (this.#waiting.length > 0) await this.#serveSome(this.#waiting.splice(0, this.#options.most));
    this.isIdle = true;
  }

  async #serveSome(some: readonly Waiting<Item, Answer>[]): Promise<void> {
    const [first] = some;
    if (!first) return;
    try {
      const answers = await first.inContext(() => this.#options.work(some.map(({ item }) => item)));
      for (const [place, { resolve }] of some.entries()) resolve(answers[place]!);
    } catch (error) {
      if (some.length === 1 || !this.#options.isOfOne(error)) for (const { reject } of some) reject(error);
      else for (const one of some) await this.#serveSome([one]);
    }
  }
}

/** The same for each of many, as long as somebody asks for it. */
export class TogetherBy<Key, Item, Answer> {
  readonly #options: (key: Key) => TogetherOptions<Item, Answer>;
  readonly #all = new Map<Key, Together<Item, Answer>>();

  constructor(options: (key: Key) => TogetherOptions<Item, Answer>) {
    this.#options = options;
  }

  async do(key: Key, item: Item): Promise<Answer> {
    const together = this.#all.get(key) ?? new Together(this.#options(key));
    this.#all.set(key, together);
    try {
      return await together.do(item);
    } finally {
      if (together.isIdle) this.#all.delete(key);
    }
  }
}
