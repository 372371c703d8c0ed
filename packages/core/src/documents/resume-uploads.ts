import { expireUploads, listStalledUploads } from '@memory/db';
import type { Services } from '../services.ts';

/** A step takes two minutes at most: one that has been silent for this long has lost its message. */
const SILENT_MS = 15 * 60_000;
const PAGE = 500;

/** Goes on with uploads whose message was lost, and gives up those whose file never came. */
export async function resumeUploads(
  { db, jobs, clock, objects }: Pick<Services, 'db' | 'jobs' | 'clock' | 'objects'>,
  { restart = false }: { restart?: boolean | undefined },
): Promise<void> {
  const now = clock();
  for (const key of await expireUploads(db, now)) await objects.delete(key);
  const idleSince = new Date(now.getTime() - (restart ? 0 : SILENT_MS));
  const stalled = await listStalledUploads(db, { idleSince, limit: PAGE });
  if (stalled.length > 0) await jobs.enqueue('ingestUpload', ...stalled);
}
