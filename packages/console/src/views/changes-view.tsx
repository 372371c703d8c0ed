import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Client } from '@memory/client';
import { ForWriters, AsyncState, Button } from '../ui/parts.tsx';
import { useClient, useRights, useSession } from '../session/session-context.ts';
import { changeKind, changeSource } from '../ui/text/change-source.ts';
import { Moment, Plain, TypeBadge } from '../ui/text/inline.tsx';
import { useAct, useListKeys, useShortcuts } from '../ui/hooks.ts';
import { VirtualRows } from '../ui/virtual-rows.tsx';

type Change = Awaited<ReturnType<Client['listChanges']>>['changes'][number];

const PAGE = 200;

/** Everything that became of memories in the last 30 days, each with its undo. */
export function ChangesView() {
  const client = useClient();
  const { workspaceId } = useSession();
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  const query = useInfiniteQuery({
    queryKey: ['changes', workspaceId],
    queryFn: ({ signal, pageParam }) =>
      client.listChanges({
        query: { limit: PAGE, ...(pageParam === '' ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const takeBack = useTakeBack();
  const { may } = useRights();
  const changes = query.data?.pages.flatMap((page) => page.changes) ?? [];
  const together = new Map<string, number>();
  for (const { batch, undone_at } of changes)
    if (batch !== null && undone_at === null) together.set(batch, (together.get(batch) ?? 0) + 1);
  useShortcuts(
    may('write')
      ? {
          '1': () => {
            const id = document.activeElement?.closest('[data-change]')?.getAttribute('data-change');
            const change = changes.find((each) => each.id === id);
            if (change && change.undone_at === null) takeBack({ change: change.id });
          },
        }
      : {},
  );
  return (
    <>
      <h1>Changes</h1>
      <AsyncState
        query={query}
        isEmpty={({ pages }) => pages[0]?.changes.length === 0}
        empty={<p>Nothing changed in the last 30 days.</p>}
      >
        {() => (
          <div ref={list}>
            <p className="quiet">
              The last 30 days, the latest first. <kbd>j</kbd> <kbd>k</kbd> go through them
              <ForWriters>
                , <kbd>1</kbd> takes one back
              </ForWriters>
              .
            </p>
            <VirtualRows
              className="rows"
              label="Changes"
              rows={changes}
              keyOf={({ id }) => id}
              estimate={44}
              isBusy={query.isFetching}
              onEnd={() => void (query.hasNextPage && query.fetchNextPage())}
            >
              {(change) => (
                <OneChange
                  change={change}
                  together={change.batch === null ? 0 : (together.get(change.batch) ?? 0)}
                  onTakeBack={takeBack}
                />
              )}
            </VirtualRows>
          </div>
        )}
      </AsyncState>
    </>
  );
}

type Undone = { change: string } | { batch: string };

function useTakeBack(): (what: Undone) => void {
  const act = useAct();
  return (what) =>
    void act({
      run: async (client) => {
        const batches: string[] = [];
        let after: string | undefined;
        let undone = 0;
        do {
          const reply = await client.undoChanges({ body: { ...what, ...(after ? { after } : {}) } });
          undone += reply.undone;
          if (reply.undone > 0) batches.push(reply.batch);
          after = reply.next ?? undefined;
        } while (after);
        if (undone === 0) throw new Error('It cannot be taken back: the memory was changed again since.');
        return { undone, batches };
      },
      done: ({ undone }) => `Taken back: ${undone}.`,
      once: `take back ${JSON.stringify(what)}`,
      undo: async (client, { batches }) => {
        for (const batch of batches.toReversed()) await client.undoChanges({ body: { batch } });
      },
    });
}

interface OneChangeProps {
  change: Change;
  together: number;
  onTakeBack: (what: Undone) => void;
}

function OneChange({ change, together, onTakeBack }: OneChangeProps) {
  const { batch } = change;
  const fields = change.kind === 'updated' ? Object.keys(change.before ?? {}) : [];
  return (
    <div className="row" data-change={change.id}>
      <Link to="/memories/$ref" params={{ ref: change.memory }} data-item>
        <TypeBadge type={change.kind}>{changeKind(change)}</TypeBadge>
        <Plain>{change.title ?? 'a memory that is gone'}</Plain>
      </Link>
      <span className="quiet">
        {fields.length > 0 && `${fields.join(', ').replaceAll('_', ' ')}; `}
        <Plain>{changeSource(change)}</Plain>
      </span>
      {change.undone_at ? (
        <span className="tag">taken back</span>
      ) : (
        <ForWriters>
          <span className="actions">
            <Button
              kind="plain"
              name={`Take back: ${changeKind(change)} ${change.title ?? ''}`}
              on={() => onTakeBack({ change: change.id })}
            >
              Take back
            </Button>
            {batch !== null && together > 1 && (
              <Button kind="plain" on={() => onTakeBack({ batch })}>
                all {together} of it
              </Button>
            )}
          </span>
        </ForWriters>
      )}
      <Moment at={change.changed_at} />
    </div>
  );
}
