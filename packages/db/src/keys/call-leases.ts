import { sql, type SQL } from 'drizzle-orm';
import type { RateClass } from '@memory/contracts';

/** Calls that a process takes from a bucket at once. */
const LEASE_CALLS_MAX = 10;

/** Calls not used by then are lost; the bucket has got them back by then, too. */
const LEASE_MS = 5_000;

/** Buckets that a process remembers. */
const LEASES_MAX = 10_000;

/** Result of a statement: undefined for a caller that does not exist. */
type Answer<Found> = (Found & { granted: number }) | undefined;

interface Lease {
  left: number;
  endsAt: number;
  /** The bucket as it would stand if each call were charged when it is made; in milliseconds. */
  bucketTime: number;
  charging: Promise<Answer<unknown>> | undefined;
}

/**
 * Calls that were charged ahead, so that nine of ten requests look their caller up and write nothing. A process never
 * lets through more than the rate, since the next charge accounts for when the calls were made and not for when they
 * were leased; of several processes each may be ahead by one lease. A rate that gives back less than two calls while a
 * lease lasts is not leased.
 */
export class CallLeases {
  readonly #leases = new Map<string, Lease>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * @param bucket names the caller and the class of the call
   * @param ask one statement: it charges, or only looks the caller up where there is nothing to charge
   */
  async take<Found>(
    bucket: string,
    rate: Rate,
    ask: (charge: Charge | undefined) => Promise<Answer<Found>>,
  ): Promise<Answer<Found>> {
    const calls = Math.min(LEASE_CALLS_MAX, Math.floor((rate.perMinute / 60_000) * LEASE_MS));
    if (calls < 2) return ask({ calls: 1, aheadSeconds: 0 });
    const lease = this.#leaseOf(bucket);
    while (lease.charging) {
      const found = (await lease.charging) as Answer<Found>;
      // Refused, or unknown: at this moment the same holds for this call.
      if (!found || found.granted === 0) return found;
    }
    const now = this.#now();
    const isLeased = lease.left > 0 && now < lease.endsAt;
    if (isLeased) {
      lease.left -= 1;
      this.#count(lease, rate);
      return ask(undefined);
    }
    const charging = ask({ calls, aheadSeconds: Math.max(0, lease.bucketTime - now) / 1_000 });
    lease.charging = charging;
    try {
      const found = await charging;
      if (found && found.granted > 0) {
        lease.left = found.granted - 1;
        lease.endsAt = now + LEASE_MS;
        this.#count(lease, rate);
      }
      return found;
    } finally {
      lease.charging = undefined;
    }
  }

  #count(lease: Lease, { perMinute }: Rate): void {
    lease.bucketTime = Math.max(lease.bucketTime, this.#now()) + 60_000 / perMinute;
  }

  #leaseOf(bucket: string): Lease {
    const known = this.#leases.get(bucket);
    if (known) return known;
    if (this.#leases.size >= LEASES_MAX) this.#forgetEnded();
    const lease: Lease = { left: 0, endsAt: 0, bucketTime: 0, charging: undefined };
    this.#leases.set(bucket, lease);
    return lease;
  }

  #forgetEnded(): void {
    const now = this.#now();
    for (const [bucket, { endsAt, bucketTime, charging }] of this.#leases)
      if (!charging && endsAt < now && bucketTime < now) this.#leases.delete(bucket);
  }
}

/** A leaky bucket: `perMinute` in the long run, `burst` at once. */
export interface Rate {
  perMinute: number;
  burst: number;
}

/** `relationship` counts per workspace and beside the key's `write`. */
export type Rates = Record<RateClass, Rate>;

export interface Charge {
  /** Calls wanted; fewer are granted near the limit. */
  calls: number;
  /** How far the bucket is filled at least, whatever the row says. */
  aheadSeconds: number;
}

const secondsPerCall = ({ perMinute }: Rate): number => 60 / perMinute;

const secondsFromNow = (seconds: number): SQL => sql`now() + interval '1 second' * ${seconds}::float8`;

/** Rounding, and computers of a cluster that differ. */
const SKEW_SECONDS = 1;

/**
 * A bucket is the time at which it would be empty (GCRA); one that has been empty for long counts from now. A time later than
 * that of a full bucket is of a clock that has been set back since: it counts as a bucket into which one more call fits.
 */
export const bucketTime = (column: SQL, rate: Rate, { aheadSeconds }: Charge): SQL =>
  sql`greatest(case when ${column} > ${secondsFromNow(rate.burst * secondsPerCall(rate) + SKEW_SECONDS)}
    then ${secondsFromNow((rate.burst - 1) * secondsPerCall(rate))} else ${column} end,
    ${secondsFromNow(aheadSeconds)})`;

/** Calls that still fit below the burst; the small term makes up for the rounding of fractions. */
export const callsLeft = (time: SQL, rate: Rate): SQL =>
  sql`floor(${rate.burst}::float8 + 0.000001
    - extract(epoch from ${time} - now())::float8 / ${secondsPerCall(rate)}::float8)`;

/** Until one call fits; 0 where one does. */
export const waitSeconds = (time: SQL, rate: Rate): SQL =>
  sql`greatest(0, extract(epoch from ${time} - now())::float8 - ${(rate.burst - 1) * secondsPerCall(rate)}::float8)`;

/** Near the limit a lease takes a quarter of what is left, and the last calls are granted one by one. */
export const callsGranted = (left: SQL, { calls }: Charge): SQL =>
  sql`case when ${left} < 1 then 0 else greatest(1, least(${calls}::int, floor(${left} / 4))) end::int`;

/** The bucket after these calls. */
export const charged = (time: SQL, granted: SQL, rate: Rate): SQL =>
  sql`${time} + ${granted} * interval '1 second' * ${secondsPerCall(rate)}::float8`;
