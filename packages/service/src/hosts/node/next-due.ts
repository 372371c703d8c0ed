import type { Schedule } from '@memory/contracts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Milliseconds since 1970 at which a schedule is due next, later than `nowMs`. */
export function nextDue({ every }: Pick<Schedule, 'every'>, nowMs: number): number {
  if ('minutes' in every) {
    const step = every.minutes * MINUTE_MS;
    return (Math.floor(nowMs / step) + 1) * step;
  }
  const { hour, minute } = every.day;
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS + (hour * 60 + minute) * MINUTE_MS;
  return today > nowMs ? today : today + DAY_MS;
}

/**
 * Acts whenever a schedule is due by the clock of the wall, looked at each minute: timers stand still while a laptop sleeps, and
 * the clock may be set back or ahead.
 * @returns stops it
 */
export function repeat(
  actions: readonly { schedule: Pick<Schedule, 'every'>; act: () => void }[],
): () => void {
  let due = actions.map(({ schedule }) => nextDue(schedule, Date.now()));
  const timer = setInterval(() => {
    const now = Date.now();
    for (const [place, { act }] of actions.entries()) if (now >= (due[place] ?? Infinity)) act();
    due = actions.map(({ schedule }) => nextDue(schedule, now));
  }, MINUTE_MS).unref();
  return () => clearInterval(timer);
}
