import { normalizeFilePath } from '@memory/contracts';
import { roleOf } from './role-of.ts';
import type { SessionObservation } from '../session-observation.ts';

/** The files a session changed, the most often changed first, equals in the order they came up. */
export function changedFiles(observations: readonly SessionObservation[]): string[] {
  const counts = new Map<string, number>();
  for (const observation of observations) {
    if (roleOf(observation) !== 'change') continue;
    for (const file of observation.files.map(normalizeFilePath))
      counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([file]) => file);
}
