import { setTimeout as sleep } from 'node:timers/promises';
import type { Home } from '../home/find-home.ts';
import { findLockHolder } from '@memory/service/lock';

/** It answers what it has begun, and writes what is left to the disk. */
const STOPS_WITHIN_MS = 30_000;

/**
 * Stops the user's service and waits until its data directory is free.
 * @returns whether one was running
 */
export async function stopService(home: Home): Promise<boolean> {
  const holder = await findLockHolder(home.data);
  if (!holder) return false;
  process.kill(holder.pid, 'SIGTERM');
  const deadline = Date.now() + STOPS_WITHIN_MS;
  while (await findLockHolder(home.data)) {
    if (Date.now() > deadline)
      throw new Error(`The service (process ${holder.pid}) does not stop. Its log is in ${home.logs}.`);
    await sleep(100);
  }
  return true;
}
