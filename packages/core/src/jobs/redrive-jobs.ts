import type { JobName } from '@memory/contracts';
import type { Services } from '../services.ts';

/**
 * Gives the dead letters of one queue or of all back to their queues.
 * @returns how many by queue, the empty ones left out
 */
export async function redriveJobs(
  { queues }: Pick<Services, 'queues'>,
  queue: JobName | null,
): Promise<{ redriven: Record<string, number> }> {
  const statistics = await queues.statistics();
  const wanted = statistics.filter(
    ({ queue: name, deadLetters }) => deadLetters > 0 && (queue === null || name === queue),
  );
  const redriven: Record<string, number> = {};
  for (const { queue: name } of wanted) redriven[name] = await queues.redrive(name);
  return { redriven };
}
