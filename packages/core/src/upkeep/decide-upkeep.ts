import type { Upkeep } from '@memory/db';

/** Below so many memories statistics are not needed. */
const STATISTICS_FROM = 16;

/** Of so few memories it is not known which words are rare. */
export const isYoung = (memories: number): boolean => memories < STATISTICS_FROM;

/** Statistics that changed at all are refreshed once a day. */
const REFRESH_AFTER_SECONDS = 24 * 3_600;

/** A re-embedding that was not heard of for so long has stopped: its message was lost. */
export const SILENT_AFTER_SECONDS = 600;

/** Statistics lag by a quarter, or by a day (`upsertEmbeddings` counts alike). */
export const isRefreshDue = ({ memories, changes, secondsSinceRefresh }: Upkeep): boolean =>
  changes >= Math.max(STATISTICS_FROM - memories, Math.ceil(memories / 4), 1) ||
  (changes > 0 && (secondsSinceRefresh ?? Infinity) > REFRESH_AFTER_SECONDS);

/** Seconds until a re-embedding that stands back for a backlog looks again whether that is done, and how often it does before it goes on beside it. */
export const BACKLOG_DELAY_SECONDS = 20;
export const BACKLOG_LOOKS_MAX = 90;

/** Fewer are embedded in the time of a page or two, and some may never be: a re-embedding does not wait for them. */
const BACKLOG_FROM = 100;

/** What has no vector at all is waited for by somebody; another vector for what has one is not. */
export const isReembeddingEarly = ({ memories, waiting }: Pick<Upkeep, 'memories' | 'waiting'>): boolean =>
  waiting > BACKLOG_FROM && waiting * 4 > memories;

/** What is to be done about the model of a workspace's vectors. */
export type ModelStep =
  | { do: 'nothing' }
  /** Take up the re-embedding again. */
  | { do: 'resume'; model: string }
  /** Re-embed with another model. */
  | { do: 'prepare'; model: string };

export interface ModelSituation {
  /** The model of all workspaces; null embeds nothing. */
  configured: string | null;
  /** The model of the workspace's vectors; null before the first. */
  current: string | null;
  upkeep: Pick<Upkeep, 'nextModel'>;
  /** The queue was lost with its process, so nothing is under way. */
  restart: boolean;
}

/** One step at a time: while the workspace is being embedded with the model that is wanted, nothing else begins. */
export function decideModelStep({
  configured,
  current,
  upkeep: { nextModel },
  restart,
}: ModelSituation): ModelStep {
  if (configured === null || current === null) return { do: 'nothing' };
  if (nextModel?.name === configured) {
    const stopped = restart || nextModel.silentSeconds >= SILENT_AFTER_SECONDS;
    return stopped ? { do: 'resume', model: configured } : { do: 'nothing' };
  }
  // A re-embedding with a model that is no longer wanted is undone as any other is done.
  return configured === current && !nextModel ? { do: 'nothing' } : { do: 'prepare', model: configured };
}
