/** The properties of a message that its place depends on. */
interface Due {
  readonly group: string;
  readonly dueAtMs: number;
}

/** Messages are taken newest first; one in so many is the oldest, so that none waits for ever. */
const OLDEST_OF = 10;

/**
 * Messages that are due. Groups take turns, so that the many of one hold up none of another; within a group the one that
 * became due first comes first, or, where the newest are wanted first, the last.
 */
export class DueMessages<Message extends Due> {
  readonly #groups = new Map<string, Message[]>();
  #size = 0;
  #taken = 0;

  get size(): number {
    return this.#size;
  }

  add(message: Message): void {
    const group = this.#groups.get(message.group);
    if (group) group.push(message);
    else this.#groups.set(message.group, [message]);
    this.#size += 1;
  }

  /** Since when the first of them is due. */
  sinceMs(): number | undefined {
    let sinceMs: number | undefined;
    for (const [first] of this.#groups.values())
      if (first) sinceMs = Math.min(sinceMs ?? first.dueAtMs, first.dueAtMs);
    return sinceMs;
  }

  /** Up to `count`, as many of one group as there are. */
  take(count: number, { newestFirst }: { newestFirst: boolean }): Message[] {
    const taken: Message[] = [];
    for (const [name, group] of this.#groups) {
      this.#groups.delete(name);
      while (taken.length < count) {
        const message = newestFirst && !this.#isOldestsTurn() ? group.pop() : group.shift();
        if (!message) break;
        taken.push(message);
      }
      // Behind the others, whose turn comes before its next.
      if (group.length > 0) this.#groups.set(name, group);
      if (taken.length === count) break;
    }
    this.#size -= taken.length;
    return taken;
  }

  *values(): Generator<Message> {
    for (const group of this.#groups.values()) yield* group;
  }

  #isOldestsTurn(): boolean {
    this.#taken += 1;
    return this.#taken % OLDEST_OF === 0;
  }
}
