import { ServiceError } from '@memory/core';

/** A key cannot become right, but for one that is imported from elsewhere. */
const REMEMBERED_MS = 60_000;

const REMEMBERED_MAX = 10_000;

/** Wrong keys that an address may send: so many at once, and a minute. */
export type WrongKeyRate = number;

/**
 * Wrong keys, limited by address, since there is nobody else to count them against. A key that was right a moment ago is
 * never held up by its neighbours; one that is known to be wrong is refused without asking the database, so that what a
 * forgotten agent repeats for ever costs nothing and uses up no look-ups of others.
 */
export class WrongKeys {
  readonly #right: Recent;
  readonly #wrong: Recent;
  readonly #lookUps: Buckets;
  readonly #refusals: Buckets;

  constructor(perMinute: WrongKeyRate, now: () => number = () => performance.now()) {
    this.#right = new Recent(now);
    this.#wrong = new Recent(now);
    this.#lookUps = new Buckets(perMinute, now);
    this.#refusals = new Buckets(perMinute, now);
  }

  /**
   * Looks a key up that has the right form.
   * @throws authentication_failed where there is none such; rate_limited when the address has sent too many wrong ones
   */
  async find<Found>(
    address: string,
    keyHash: string,
    lookUp: () => Promise<Found | undefined>,
  ): Promise<Found> {
    if (this.#wrong.has(keyHash)) throw this.refusal(address);
    const counts = !this.#right.has(keyHash);
    const wait = counts ? this.#lookUps.take(address) : 0;
    if (wait > 0) throw tooMany(wait);
    let isWrong = false;
    try {
      const found = await lookUp();
      isWrong = found === undefined;
      if (found !== undefined) {
        this.#right.add(keyHash);
        return found;
      }
    } finally {
      if (counts && !isWrong) this.#lookUps.giveBack(address);
    }
    this.#right.delete(keyHash);
    this.#wrong.add(keyHash);
    throw this.refusal(address);
  }

  refusal(address: string): ServiceError {
    const wait = this.#refusals.take(address);
    if (wait > 0) return tooMany(wait);
    return new ServiceError('authentication_failed', 'The API key is not valid, or was revoked.');
  }
}

const tooMany = (retryAfterSeconds: number) =>
  new ServiceError(
    'rate_limited',
    `Too many wrong API keys from this address; try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );

/** Hashes of keys, the oldest forgotten first. */
class Recent {
  readonly #until = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  has = (keyHash: string): boolean => (this.#until.get(keyHash) ?? -Infinity) > this.#now();

  add(keyHash: string): void {
    this.#until.delete(keyHash);
    this.#until.set(keyHash, this.#now() + REMEMBERED_MS);
    const [oldest] = this.#until.keys();
    if (this.#until.size > REMEMBERED_MAX && oldest !== undefined) this.#until.delete(oldest);
  }

  delete = (keyHash: string): boolean => this.#until.delete(keyHash);
}

/** A leaky bucket an address: the time at which it would be empty. */
class Buckets {
  readonly #times = new Map<string, number>();
  readonly #perMinute: number;
  readonly #now: () => number;

  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** @returns seconds to wait; 0 when there was room */
  take(address: string): number {
    const now = this.#now();
    const network = networkOf(address);
    const time = Math.max(this.#times.get(network) ?? 0, now) + 60_000 / this.#perMinute;
    if (time - now > 60_000) return Math.ceil((time - now - 60_000) / 1_000);
    this.#times.delete(network);
    this.#times.set(network, time);
    const [oldest] = this.#times.keys();
    if (this.#times.size > REMEMBERED_MAX && oldest !== undefined) this.#times.delete(oldest);
    return 0;
  }

  giveBack(address: string): void {
    const network = networkOf(address);
    const time = this.#times.get(network);
    if (time !== undefined) this.#times.set(network, time - 60_000 / this.#perMinute);
  }
}

/** One customer of an IPv6 network has 2^64 addresses. */
const networkOf = (address: string): string =>
  address.includes(':') && !address.includes('.') ? address.split(':').slice(0, 4).join(':') : address;
