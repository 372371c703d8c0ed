import {
  beginAlone,
  beginAttempts,
  describeDatabaseFailure,
  failAttempt,
  forgetAttempts,
  type AttemptScope,
} from '@memory/db';
import { JOB_ATTEMPTS, type JobName } from '@memory/contracts';
import { ProviderError } from '@memory/providers/provider-error';
import type { Runtime } from '../create-services.ts';
import { describeDefect } from '../logging/logger.ts';

/**
 * Work that was under way when its process ended may be the reason: it waits for longer each time, so that a process that is
 * killed again and again for another reason comes to rest meanwhile, and is given up when five processes ended.
 */
const WAITS_SECONDS = [0, 30, 120, 300];

/** Suspect work is done one by one in a process: the one that ends it again must not take others along. */
let alone: Promise<void> = Promise.resolve();

interface Work extends AttemptScope {
  job: JobName;
}

export interface WorkAttempts {
  /** @returns what to do at once, and what to do one by one; what is given up is in neither */
  begin<Item extends { payload: object }>(
    items: readonly Item[],
  ): Promise<{ ready: Item[]; suspects: Item[] }>;
  /** Does the work of one suspect in its turn, unless it is given up; later where its turn has not come. */
  inTurn(payload: object, work: () => Promise<void>): Promise<void>;
  done(payloads: readonly object[]): Promise<void>;
  /** Counts a failure as the work's own, unless it says itself that it is not. */
  failed(payload: object, error: unknown): Promise<void>;
}

export function workAttempts(
  { db, log, clock, jobs }: Pick<Runtime, 'db' | 'log' | 'clock' | 'jobs'>,
  scope: Work,
): WorkAttempts {
  const givenUp = (work: string) => log.error('The work is given up', { ...scope, work });
  return {
    async begin(items) {
      const named = items.map((item) => ({ item, work: nameOf(item.payload) }));
      const states = await beginAttempts(
        db,
        scope,
        // A message delivered twice in one batch is one work.
        {
          items: [
            ...new Map(named.map(({ item, work }) => [work, { work, payload: item.payload }])).values(),
          ],
          now: clock(),
        },
      );
      const inState = (state: string) =>
        named.filter(({ work }) => (states.get(work) ?? 'begun') === state).map(({ item }) => item);
      return { ready: inState('begun'), suspects: inState('suspect') };
    },
    inTurn(payload, work) {
      const before = alone;
      const turn = async () => {
        await before;
        const name = nameOf(payload);
        const state = await beginAlone(db, scope, { work: name, waitsSeconds: WAITS_SECONDS, now: clock() });
        if (state === 'begun') await work();
        else if (state === 'dead') givenUp(name);
        else await jobs.enqueueLater(state.waitSeconds, scope.job, payload);
      };
      const done = turn();
      alone = done.catch(() => undefined);
      return done;
    },
    done: (payloads) => forgetAttempts(db, scope, payloads.map(nameOf)),
    async failed(payload, error) {
      const name = nameOf(payload);
      if (isElsewhere(error)) await forgetAttempts(db, scope, [name]);
      else await failAttempt(db, scope, { work: name, error: reasonOf(error), limit: JOB_ATTEMPTS });
    },
  };
}

/** The ids and words of a message: `restart` and numbers say how the work is to be done, not which. */
const nameOf = (payload: object): string =>
  Object.entries(payload)
    .filter(([key, value]) => typeof value === 'string' && key !== 'workspaceId')
    .map(([, value]) => value as string)
    .join('/');

/** A provider or the database is not there. A statement that reached its limit is the work's own. */
function isElsewhere(error: unknown): boolean {
  const { unavailable, sqlState } = describeDatabaseFailure(error);
  return error instanceof ProviderError || (unavailable && sqlState !== '57014');
}

function reasonOf(error: unknown): string {
  const { name, message, sqlState } = describeDefect(error) as Record<string, string | null | undefined>;
  return [name, message ?? (sqlState ? `SQLSTATE ${sqlState}` : undefined)]
    .filter(Boolean)
    .join(': ')
    .slice(0, 500);
}
