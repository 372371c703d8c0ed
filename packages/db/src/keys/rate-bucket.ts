import { sql, type SQL } from 'drizzle-orm';
import type { RateClass } from '@memory/contracts';

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
