import { findEmbedded, type PendingCondition, type Workspace } from '@memory/db';
import type { Services } from '../services.ts';

/** Younger work has a message on its way: a few attempts with their backoff. */
const LOST_AFTER_MS = 15 * 60_000;

/** Lost work: that which has been waiting for long, and everything once the queue itself was lost. */
export const pendingCondition = (
  { clock, embedding }: Pick<Services, 'clock' | 'embedding'>,
  restart: boolean,
): PendingCondition => ({
  writtenBefore: restart ? null : new Date(clock().getTime() - LOST_AFTER_MS),
  embeds: embedding.provider !== 'none',
});

/** The limit of tokens, where a workspace's day has reached it: memories wait until the next. */
export async function spentTokens(
  { db, clock, embedding: { provider } }: Pick<Services, 'db' | 'clock' | 'embedding'>,
  { id }: Pick<Workspace, 'id'>,
): Promise<number | undefined> {
  const limit = provider === 'none' ? undefined : provider.tokensPerDay;
  return limit !== undefined && (await findEmbedded(db, id, { at: clock() })) >= limit ? limit : undefined;
}
