import PQueue from 'p-queue';
import {
  JOB_ATTEMPTS,
  jobEntries,
  scheduleEntries,
  type Schedule,
  type ScheduleName,
} from '@memory/contracts';
import { inBackground, type OpenDatabase } from '@memory/db';
import type { LocalJobQueue } from '@memory/providers/job-queue/local';
import type { Runtime } from '../../create-services.ts';
import { loadJobHandler } from '../../../../../functions/any-job.ts';

/** No database has to be left in peace here: who closed the terminal finds the session's memories in the next one. */
const NEARER: Partial<Record<ScheduleName, Pick<Schedule, 'every'>>> = {
  idleSessions: { every: { minutes: 5 } },
};

/**
 * Messages of single memories handed over at once; ten is what SQS has. What they share a statement for costs a fifth so, and six
 * statements frame each delivery.
 */
const TOGETHER = 50;

/**
 * A memory is embedded, then related. Where few jobs are at work at once each of the two has a quarter of the places: deliveries
 * that were taken and wait would go before what has just been stored. Half is for other work, which takes seconds.
 */
const STAGE_SHARE = 4;

export interface JobLoop {
  /** Sends the jobs that look for what the last process left undone. */
  resume(): Promise<void>;
  /** Sends nothing any more and resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Event source mappings and schedules of the local server: hands the messages of every queue to its handler, sends those of
 * the schedules, and begins by sending again what was under way when the last process ended.
 * @param noteWork called whenever a job begins or ends
 */
export async function startJobLoop(
  queue: LocalJobQueue,
  services: Runtime,
  { jobsAtOnce = Infinity }: Pick<OpenDatabase, 'jobsAtOnce'>,
  noteWork: () => void,
): Promise<JobLoop> {
  const atWork = new PQueue({ concurrency: jobsAtOnce });
  let isStopped = false;
  for (const [name, { batchSize, timeoutSeconds, concurrency }] of jobEntries)
    queue.consume(
      name,
      (event) =>
        atWork.add(
          async () => {
            if (isStopped) throw new Error('The service is stopping.');
            noteWork();
            const sentAtMs = event.Records.map(({ attributes }) => Number(attributes.SentTimestamp));
            const work = async () => (await loadJobHandler(name))(event, { services });
            return inBackground(work, { sinceMs: Math.min(...sentAtMs) }).finally(noteWork);
          },
          { priority: batchSize > 1 ? 1 : 0 },
        ),
      {
        batchSize: batchSize > 1 ? TOGETHER : 1,
        // The author of a memory waits for it; the rest of an import can wait.
        newestFirst: batchSize > 1,
        maxReceiveCount: JOB_ATTEMPTS,
        visibilityTimeoutSeconds: timeoutSeconds * 6,
        concurrency:
          batchSize > 1 ? Math.min(concurrency, Math.floor(jobsAtOnce / STAGE_SHARE)) : concurrency,
      },
    );

  const send = async (job: string) => {
    await queue.send(job, [{ body: {} }]);
  };
  const stopTimer = repeat(
    scheduleEntries.map(([name, schedule]) => ({
      schedule: NEARER[name] ?? schedule,
      act: () => void send(schedule.job),
    })),
  );

  return {
    async resume() {
      for (const job of ['sweepWorkspaces', 'endIdleSessions', 'resolveCodeGraph'])
        await queue.send(job, [{ body: { restart: true } }]);
    },
    async stop() {
      stopTimer();
      isStopped = true;
      await queue.stop();
    },
  };
}

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
