import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Client } from '@memory/client';
import { clientOf, useSession } from '../session/session-context.ts';
import { messageOf } from './message-of.ts';
import { useToasts } from './toasts.tsx';

export interface Action<Result> {
  /** The action; all it changes of memories is one batch. */
  run: (client: Client) => Promise<Result>;
  done: string | ((result: Result) => string);
  /** How it is taken back: `batch` by the history of memories, or by a call of its own; absent: not at all. */
  undo?: 'batch' | ((client: Client, result: Result) => Promise<unknown>);
  /** Names what two presses in a row mean but once: a second one is nothing until the page shows what the first one did. */
  once?: string;
}

/** Actions that are under way, by what they mean but once, and the batch of each. */
const underWay = new Map<string, string>();
/** A page that does not get its data has no say for longer. */
const SHOWN_AFTER_MS = 3_000;

/** @returns a function that gives undefined when it was refused, after saying why, and when it is under way already */
export function useAct(): <Result>(action: Action<Result>) => Promise<{ result: Result } | undefined> {
  const { workspaceId } = useSession();
  const queries = useQueryClient();
  const { say, fail } = useToasts();
  return useCallback(
    async ({ run, done, undo, once }) => {
      if (once !== undefined && underWay.has(once)) return undefined;
      const batch = `console:${crypto.randomUUID()}`;
      if (once !== undefined) underWay.set(once, batch);
      const end = () => void (once !== undefined && underWay.get(once) === batch && underWay.delete(once));
      let redacted = 0;
      const client = clientOf({ workspaceId, batch, onRedacted: (count) => (redacted += count) });
      try {
        const result = await run(client);
        const takeBack = async () => {
          const plain = clientOf({ workspaceId });
          if (typeof undo === 'function') await undo(plain, result);
          else await undoBatch(plain, batch);
          // It can be done again at once, although the page still reads what it did the first time.
          end();
          void queries.invalidateQueries();
        };
        const text = typeof done === 'string' ? done : done(result);
        say(
          redacted > 0 ? `${text} ${redacted} secret${redacted > 1 ? 's were' : ' was'} replaced.` : text,
          undo && takeBack,
        );
        const late = new Promise((resolve) => setTimeout(resolve, SHOWN_AFTER_MS));
        void Promise.race([queries.invalidateQueries(), late]).finally(end);
        return { result };
      } catch (error) {
        end();
        fail(messageOf(error));
        return undefined;
      }
    },
    [workspaceId, queries, say, fail],
  );
}

async function undoBatch(client: Client, batch: string): Promise<void> {
  const { undone, left } = await client.undoChanges({ body: { batch } });
  if (undone === 0)
    throw new Error(left.length > 0 ? 'it was changed again since.' : 'nothing is left to undo.');
}
