import { jobEntries, scheduleEntries, type Schedule, type ScheduleName } from '@memory/contracts';
import type { OpenDatabase } from '@memory/db';
import type { LocalJobQueue } from '@memory/providers/job-queue/local';
import type { Runtime } from '../../create-services.ts';
import { loadJobHandler } from '../../../../../functions/any-job.ts';
import { type JobTurns, repeat } from './job-turns.ts';

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
 * A memory is embedded, then related. Where few jobs are at work at once each stage has its share of the places: deliveries that
 * were taken and wait would go before what has just been stored.
 * The rest of an odd number is for other work, which takes seconds.
 */
const STAGES = 2;

export interface JobLoop {
  /** Sends the jobs that look for what the last process left undone. */
  resume(): Promise<void>;
  /** Sends nothing any more and resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Event source mappings and schedules of the local server: hands the messages of every queue to its handler, sends those of
 * the schedules, and begins by sending again what was under way when the last process ended.
 */
export async function startJobLoop(
  queue: LocalJobQueue,
  services: Runtime,
  { jobsAtOnce = Infinity }: Pick<OpenDatabase, 'jobsAtOnce'>,
  turns: Pick<JobTurns, 'take' | 'stop'>,
): Promise<JobLoop> {
  for (const [name, { batchSize, batchWindowSeconds, attempts, timeoutSeconds, concurrency }] of jobEntries)
    queue.consume(
      name,
      (event) =>
        turns.take(async () => (await loadJobHandler(name))(event, { services }), {
          priority: batchSize > 1 ? 1 : 0,
        }),
      {
        batchSize: batchSize > 1 ? TOGETHER : 1,
        // The author of a memory waits for it; the rest of an import can wait.
        newestFirst: batchSize > 1,
        batchWindowMs: batchWindowSeconds * 1_000,
        maxReceiveCount: attempts,
        visibilityTimeoutSeconds: timeoutSeconds * 6,
        concurrency: batchSize > 1 ? Math.min(concurrency, Math.floor(jobsAtOnce / STAGES)) : concurrency,
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
      for (const job of ['sweepWorkspaces', 'endIdleSessions'])
        await queue.send(job, [{ body: { restart: true } }]);
    },
    async stop() {
      stopTimer();
      turns.stop();
      await queue.stop();
    },
  };
}
