const MINUTE_MS = 60_000;

/** A message that has brought no summary by then is taken for lost. */
const LOST_AFTER_MINUTES = 15;
/** Observations that arrive after the end are gathered for so long. */
const LATE_AFTER_MINUTES = 30;

/** When the sweep asks again for a summary whose message was lost. */
export const summaryLostAt = (now: Date): Date => after(now, LOST_AFTER_MINUTES);

/** When the sweep asks for a summary of what arrived late. */
export const lateSummaryDueAt = (now: Date): Date => after(now, LATE_AFTER_MINUTES);

function after(now: Date, minutes: number): Date {
  return new Date(now.getTime() + minutes * MINUTE_MS);
}
