import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, useEffect, useRef, type RefObject } from 'react';
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

/** A typed text outlives a reload of the page, and a session that ended. */
export function useDraft<Draft>(name: string, initial: Draft) {
  const key = `workspace-memory-draft ${name}`;
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = sessionStorage.getItem(key);
    return kept === null ? initial : (JSON.parse(kept) as Draft);
  });
  return {
    draft,
    set(next: Draft) {
      sessionStorage.setItem(key, JSON.stringify(next));
      setDraft(next);
    },
    forget: () => sessionStorage.removeItem(key),
  };
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/u.test(target.tagName));

/** Single keys, while nothing is typed and no dialog is open. They can be turned off, as WCAG 2.1.4 wants. */
export function useShortcuts(shortcuts: Record<string, (event: KeyboardEvent) => void>): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (localStorage.getItem('workspace-memory-shortcuts') === 'off') return;
      if (document.querySelector('dialog[open]')) return;
      const run = latest.current[event.key];
      if (!run) return;
      event.preventDefault();
      run(event);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

const ITEMS = '[data-item], :scope > li h2 a, :scope > li > a, :scope > li > article h2 a';

/** `j` and `k` go through the first links of a list's items. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  const move = (by: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const next = links[Math.max(0, Math.min(links.length - 1, at + by))];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });
}
