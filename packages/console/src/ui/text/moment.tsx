const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });
const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const RELATIVE_UNTIL_MS = 30 * 86_400_000;

function relative(at: Date): string {
  const ms = at.getTime() - Date.now();
  if (Math.abs(ms) > RELATIVE_UNTIL_MS) return SHORT.format(at);
  for (const [unit, length] of UNITS)
    if (Math.abs(ms) >= length) return RELATIVE.format(Math.round(ms / length), unit);
  return RELATIVE.format(0, 'minute');
}

/** When, in the reader's language: how long ago, and the whole date on pointing at it. */
export function Moment({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={FULL.format(date)}>
      {relative(date)}
    </time>
  );
}

const NUMBER = new Intl.NumberFormat();

export const formatNumber = (value: number): string => NUMBER.format(value);

/** `1 memory`, `2 memories`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** Of a share between 0 and 1. */
export const formatShare = (value: number): string =>
  new Intl.NumberFormat(undefined, { style: 'percent' }).format(value);
