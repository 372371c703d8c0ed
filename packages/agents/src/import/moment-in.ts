/** Seconds since 1970 have ten digits until the year 2286, milliseconds thirteen. */
const SECONDS_MAX = 1e11;

/** A moment as tools write it: ISO 8601, seconds or milliseconds since 1970; null where it is none. */
export function momentIn(value: unknown): string | null {
  if (typeof value === 'bigint') return momentIn(Number(value));
  const date =
    typeof value === 'number'
      ? new Date(Math.abs(value) < SECONDS_MAX ? value * 1_000 : value)
      : typeof value === 'string'
        ? // SQLite writes no zone where it means UTC.
          new Date(
            /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,9})?$/u.test(value)
              ? `${value.replace(' ', 'T')}Z`
              : value,
          )
        : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
