import { randomUUID } from 'node:crypto';

/** Dead letters kept a queue; SQS drops them by age, a process by number. */
const DEAD_LETTERS_MAX = 10_000;

/** A message of a local queue; times in milliseconds since 1970. */
export interface LocalMessage {
  readonly id: string;
  readonly body: string;
  readonly group: string;
  readonly sentAtMs: number;
  dueAtMs: number;
  receiveCount: number;
  firstReceivedAtMs: number;
  lastError: string | null;
}

/** The messages of one queue and what state each is in. It knows no timers: every method is told the time. */
export class LocalMessages {
  readonly #ready = new DueMessages<LocalMessage>();
  readonly #waiting = new Map<string, LocalMessage>();
  readonly #inFlight = new Map<string, LocalMessage>();
  /** Bodies of messages that are due and were not taken yet: another like one of them asks for nothing more. */
  readonly #asked = new Set<string>();
  /** Least `dueAtMs` among those that wait; kept so that the many calls that find nothing due cost nothing. */
  #nextDueAtMs = Infinity;
  #dead: LocalMessage[] = [];
  #failures = 0;
  #lastError: string | null = null;

  add({ body, group }: { body: string; group: string }, delayMs: number, nowMs: number): void {
    const message = {
      id: randomUUID(),
      body,
      group,
      sentAtMs: nowMs,
      dueAtMs: nowMs + delayMs,
      receiveCount: 0,
      firstReceivedAtMs: 0,
      lastError: null,
    };
    if (delayMs > 0) this.#wait(message);
    else if (!this.#asked.has(body)) {
      this.#asked.add(body);
      this.#ready.add(message);
    }
  }

  /** Makes due what has waited long enough. @returns how many are due */
  due(nowMs: number): number {
    if (this.#nextDueAtMs <= nowMs) this.#ripen(nowMs);
    return this.#ready.size;
  }

  nextDueAtMs(): number | undefined {
    return this.#waiting.size > 0 ? this.#nextDueAtMs : undefined;
  }

  #ripen(nowMs: number): void {
    const ripe: LocalMessage[] = [];
    this.#nextDueAtMs = Infinity;
    for (const message of this.#waiting.values()) {
      if (message.dueAtMs <= nowMs) ripe.push(message);
      else this.#nextDueAtMs = Math.min(this.#nextDueAtMs, message.dueAtMs);
    }
    for (const message of ripe.sort((a, b) => a.dueAtMs - b.dueAtMs)) {
      this.#waiting.delete(message.id);
      this.#ready.add(message);
    }
  }

  #wait(message: LocalMessage): void {
    this.#waiting.set(message.id, message);
    this.#nextDueAtMs = Math.min(this.#nextDueAtMs, message.dueAtMs);
  }

  /** Takes up to `count` due messages; each is in flight until `finish` or `fail`. */
  receive(count: number, nowMs: number, { newestFirst = false } = {}): LocalMessage[] {
    const taken = this.#ready.take(count, { newestFirst });
    for (const message of taken) {
      this.#asked.delete(message.body);
      this.#inFlight.set(message.id, message);
      message.receiveCount += 1;
      message.firstReceivedAtMs ||= nowMs;
    }
    return taken;
  }

  finish(message: LocalMessage): void {
    this.#inFlight.delete(message.id);
  }

  /** Puts a failed message back for another attempt, or among the dead letters when `dueAtMs` is undefined. */
  fail(message: LocalMessage, error: string, dueAtMs: number | undefined): void {
    this.#inFlight.delete(message.id);
    this.#failures += 1;
    this.#lastError = error;
    message.lastError = error;
    if (dueAtMs === undefined) {
      this.#dead.push(message);
      if (this.#dead.length > DEAD_LETTERS_MAX) this.#dead.shift();
    } else {
      message.dueAtMs = dueAtMs;
      this.#wait(message);
    }
  }

  redrive(nowMs: number): number {
    const revived = this.#dead;
    this.#dead = [];
    for (const message of revived) {
      this.#ready.add({ ...message, dueAtMs: nowMs, receiveCount: 0, firstReceivedAtMs: 0 });
    }
    return revived.length;
  }

  deadLetters(): readonly LocalMessage[] {
    return this.#dead;
  }

  statistics(nowMs: number) {
    this.due(nowMs);
    let oldestMs: number | undefined;
    for (const messages of [this.#ready, this.#waiting, this.#inFlight]) {
      for (const { sentAtMs } of messages.values()) oldestMs = Math.min(oldestMs ?? sentAtMs, sentAtMs);
    }
    return {
      visible: this.#ready.size,
      inFlight: this.#inFlight.size,
      delayed: this.#waiting.size,
      oldestAgeSeconds: oldestMs === undefined ? null : (nowMs - oldestMs) / 1000,
      deadLetters: this.#dead.length,
      failures: this.#failures,
      lastError: this.#lastError,
    };
  }
}

/** Messages are taken newest first; one in so many is the oldest, so that none waits for ever. */
const OLDEST_OF = 10;

/**
 * Messages that are due. Groups take turns, so that the many of one hold up none of another; within a group the one that
 * became due first comes first, or, where the newest are wanted first, the last.
 */
class DueMessages<Message extends { readonly group: string }> {
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
