import type { PruningLimits } from '@memory/db';
import type { Services } from '../services.ts';

const DAY_MS = 86_400_000;
const PRUNING_IMPORTANCE = 0.3;
const PRUNING_IDLE_DAYS = 90;

/** What makes a memory a candidate for pruning now (decision 19). */
export function pruningLimits({ clock, settings }: Pick<Services, 'clock' | 'settings'>): PruningLimits {
  const daysAgo = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  return {
    importanceBelow: PRUNING_IMPORTANCE,
    createdBefore: daysAgo(settings.retentionDays),
    accessedBefore: daysAgo(PRUNING_IDLE_DAYS),
  };
}
