/**
 * When something was said, as a text that sorts: milliseconds of the wall clock, a counter, the replica, in base 36. A hybrid
 * logical clock after Kulkarni et al., "Logical Physical Clocks" (2014): what was said knowing an earlier clock has a later
 * one, however wrong the wall clock is.
 */
export type SyncClock = string;

/** Before every clock. */
export const NEVER: SyncClock = '';

const SHAPE = /^[01][0-9a-z]{8}\.[0-9a-z]{4}\.[0-9a-z]{6}$/u;
/** The year 2148: what lies beyond is not ours. */
const MS_MAX = 2 * 36 ** 8 - 1;
const COUNT_MAX = 36 ** 4 - 1;

export const isSyncClock = (text: unknown): text is SyncClock => typeof text === 'string' && SHAPE.test(text);

export const REPLICA = /^[0-9a-z]{6}$/u;

/**
 * How far ahead of the reader's own a clock of somebody else's may be: no machine is a month ahead by accident, and one at the
 * end of what a clock can say would freeze its field for ever.
 */
const AHEAD_MAX_MS = 31 * 24 * 3_600_000;

/** Whether a clock that somebody else wrote is one that a machine may have shown by now. */
export const isClockBy = (nowMs: number, text: unknown): text is SyncClock =>
  isSyncClock(text) && wallOf(text) <= nowMs + AHEAD_MAX_MS;

/** The same of a moment. */
export const isMomentBy = (nowMs: number, moment: string): boolean =>
  Date.parse(moment) <= nowMs + AHEAD_MAX_MS;

/** A clock for what was said at a moment by a replica that knew `after`: later than that in any case. */
export function tick({
  after,
  atMs,
  replica,
}: {
  after: SyncClock;
  atMs: number;
  replica: string;
}): SyncClock {
  const known = after === NEVER ? { ms: -1, count: 0 } : read(after);
  const wall = Math.min(Math.max(Math.trunc(atMs), 0), MS_MAX);
  if (wall > known.ms) return write(wall, 0, replica);
  if (known.count < COUNT_MAX) return write(known.ms, known.count + 1, replica);
  if (known.ms >= MS_MAX) throw new Error(`No clock of a sync is later than ${after}.`);
  return write(known.ms + 1, 0, replica);
}

/** Wall clock of whoever said it, in milliseconds; 0 for `NEVER`. */
export const wallOf = (clock: SyncClock): number => (clock === NEVER ? 0 : read(clock).ms);

const read = (clock: SyncClock) => ({
  ms: Number.parseInt(clock.slice(0, 9), 36),
  count: Number.parseInt(clock.slice(10, 14), 36),
});

const write = (ms: number, count: number, replica: string): SyncClock =>
  `${ms.toString(36).padStart(9, '0')}.${count.toString(36).padStart(4, '0')}.${replica}`;
