import { entriesOf } from '../entries-of.ts';
import type { JobName } from './jobs.ts';

/** One row of the schedule table: a message that is sent at set times. */
export interface Schedule {
  summary: string;
  /** Minutes between two messages, counted from a fixed time, or the hour and minute of the day in UTC. */
  every: { minutes: number } | { day: { hour: number; minute: number } };
  /** Its payload is empty: such a job finds the workspaces itself. */
  job: JobName;
}

/** Work that nobody asks for. Spaced so that an idle database outside production still gets its pause. */
export const schedules = {
  sweep: {
    summary: 'Find work that was lost, and what else a workspace needs.',
    every: { minutes: 60 },
    job: 'sweepWorkspaces',
  },
  graphAnalysis: {
    summary: 'Analyse the graphs that have changed.',
    every: { minutes: 60 },
    job: 'scheduleGraphAnalysis',
  },
  idleSessions: {
    summary: 'End sessions without a sign of life.',
    every: { minutes: 60 },
    job: 'endIdleSessions',
  },
  nightlyWork: {
    summary: 'Recalculate importance and reclassify, at night.',
    every: { day: { hour: 2, minute: 30 } },
    job: 'scheduleNightlyWork',
  },
  codeGraph: {
    summary: 'Resolve edges of code whose message was lost.',
    every: { minutes: 60 },
    job: 'resolveCodeGraph',
  },
} as const satisfies Record<string, Schedule>;

export type ScheduleName = keyof typeof schedules;

export const scheduleEntries = entriesOf<ScheduleName, Schedule>(schedules);
