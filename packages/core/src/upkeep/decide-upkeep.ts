import type { Upkeep } from '@memory/db';
import { lexicalVersionOf, UNTRAINED_MODEL } from '../embedding/lexical-model-name.ts';

/** Memories from which the lexical embedder is trained. */
export const TRAINED_FROM = 16;

/** Statistics that changed at all are refreshed once a day. */
const REFRESH_AFTER_SECONDS = 24 * 3_600;

/** A re-embedding that was not heard of for so long has stopped: its message was lost. */
export const SILENT_AFTER_SECONDS = 600;

/** Statistics lag by a quarter, or by a day; below 16 memories they are not needed (`upsertEmbeddings` counts alike). */
export const isRefreshDue = ({ memories, changes, secondsSinceRefresh }: Upkeep): boolean =>
  changes >= Math.max(TRAINED_FROM - memories, Math.ceil(memories / 4), 1) ||
  (changes > 0 && (secondsSinceRefresh ?? Infinity) > REFRESH_AFTER_SECONDS);

/** Seconds until what stands back for a backlog looks again whether that has been embedded, and how often it does before it goes on beside it. */
export const BACKLOG_DELAY_SECONDS = 20;
export const BACKLOG_LOOKS_MAX = 90;

/** So much waits for its embedding that what is trained now would be out of date when that is done. */
export const isTrainingEarly = ({ memories, waiting }: Pick<Upkeep, 'memories' | 'waiting'>): boolean =>
  waiting * 4 > memories;

/** Fewer are embedded in the time of a page or two, and some may never be: a re-embedding does not wait for them. */
const BACKLOG_FROM = 100;

/** What has no vector at all is waited for by somebody; another vector for what has one is not. */
export const isReembeddingEarly = (upkeep: Pick<Upkeep, 'memories' | 'waiting'>): boolean =>
  upkeep.waiting > BACKLOG_FROM && isTrainingEarly(upkeep);

/** What is to be done about the model of a workspace's vectors. */
export type ModelStep =
  | { do: 'nothing' }
  /** Take up the re-embedding again. */
  | { do: 'resume'; model: string }
  /** Train the lexical embedder and re-embed with it. */
  | { do: 'train' }
  /** Re-embed with another model. */
  | { do: 'prepare'; model: string };

export interface ModelSituation {
  /** The configured model of all workspaces; `lexical` trains one for each, `none` embeds nothing. */
  configured: { model: string } | 'lexical' | 'none';
  /** The model of the workspace's vectors; null before the first. */
  current: string | null;
  upkeep: Upkeep;
  /** The queue was lost with its process, so nothing is under way. */
  restart: boolean;
}

/** One step at a time: while the workspace is being embedded with a model that is still wanted, nothing else begins. */
export function decideModelStep({ configured, current, upkeep, restart }: ModelSituation): ModelStep {
  if (configured === 'none' || current === null) return { do: 'nothing' };
  const { nextModel } = upkeep;
  if (nextModel && isConfigured(nextModel.name, configured)) {
    const stopped = restart || nextModel.silentSeconds >= SILENT_AFTER_SECONDS;
    return stopped ? { do: 'resume', model: nextModel.name } : { do: 'nothing' };
  }
  const target = chooseModel(configured, current, upkeep);
  if (target === 'train') return { do: 'train' };
  // A re-embedding with a model that is no longer wanted is undone as any other is done.
  return target === current && !nextModel ? { do: 'nothing' } : { do: 'prepare', model: target };
}

function chooseModel(
  configured: { model: string } | 'lexical',
  current: string,
  { memories, trainedMemories, changesSinceTraining }: Upkeep,
): string {
  if (configured !== 'lexical') return configured.model;
  const isLexical = lexicalVersionOf(current) !== undefined;
  const grown = trainedMemories === 0 || changesSinceTraining * 4 >= trainedMemories;
  if (memories >= TRAINED_FROM && (grown || !isLexical)) return 'train';
  return isLexical ? current : UNTRAINED_MODEL;
}

const isConfigured = (model: string, configured: { model: string } | 'lexical'): boolean =>
  configured === 'lexical' ? lexicalVersionOf(model) !== undefined : model === configured.model;
