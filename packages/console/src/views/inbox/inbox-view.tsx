import { withoutMarks } from '@memory/text/printable';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ForWriters } from '../../session/for-writers.tsx';
import { useClient, useRights, useSession } from '../../session/session-context.ts';
import { useOperation } from '../../session/use-operation.ts';
import { AsyncState } from '../../ui/async-state.tsx';
import { CommandLine } from '../../ui/text/command-line.tsx';
import { formatCount, formatNumber, formatShare, Moment } from '../../ui/text/moment.tsx';
import { Plain } from '../../ui/text/plain.tsx';
import { TypeBadge } from '../../ui/text/type-badge.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useListKeys } from '../../ui/use-list-keys.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import {
  contradictionItem,
  duplicateItem,
  groundItem,
  pruningItem,
  unusedItem,
  uploadItem,
  workItem,
  type InboxItem,
} from './inbox-items.ts';

const PAGE = 50;

/** Matters for a person: each settled with one key, undone with `u`. */
export function InboxView() {
  const client = useClient();
  const { workspaceId } = useSession();
  const { isOperator } = useRights();
  const contradictions = useQuery({
    queryKey: ['contradictions', workspaceId, PAGE],
    queryFn: ({ signal }) => client.listContradictions({ query: { limit: PAGE }, signal }),
  });
  const grounds = useQuery({
    queryKey: ['grounds', workspaceId, PAGE],
    queryFn: ({ signal }) => client.listGrounds({ query: { limit: PAGE }, signal }),
  });
  const refs = grounds.data?.results.map(({ memory }) => memory) ?? [];
  const stands = useQuery({
    queryKey: ['grounds', workspaceId, refs],
    queryFn: ({ signal }) => client.readGrounds({ query: { memory: refs }, signal }),
    enabled: refs.length > 0,
  });
  const standing = new Map(stands.data?.results.map((each) => [each.memory, each]));
  const candidates = useQuery({
    queryKey: ['candidates', workspaceId],
    queryFn: ({ signal }) =>
      client.listMemories({ query: { pruning_candidates: true, limit: PAGE }, signal }),
  });
  const attention = useOperation('listAttention', {});
  const waiting = [contradictions, grounds, candidates, attention].find(({ data }) => data === undefined);
  // A pair that says the same is no contradiction, although it looks like a new version as well.
  const alike = new Set(
    attention.data?.duplicates.map(({ source, target }) => `${source.memory} ${target.memory}`),
  );
  const isAlike = ({ source, target }: { source: { memory: string }; target: { memory: string } }) =>
    alike.has(`${source.memory} ${target.memory}`) || alike.has(`${target.memory} ${source.memory}`);
  const pruned = new Set(candidates.data?.map(({ id }) => id));
  const groups: { name: string; items: InboxItem[] }[] = [
    {
      name: 'Of which perhaps only one holds',
      items: (contradictions.data?.results ?? []).filter((pair) => !isAlike(pair)).map(contradictionItem),
    },
    {
      name: 'Whose code changed',
      items: (grounds.data?.results ?? []).map((each) => groundItem(each, standing.get(each.memory))),
    },
    { name: 'Near-duplicates', items: (attention.data?.duplicates ?? []).map(duplicateItem) },
    {
      name: 'What failed',
      items: [
        ...(attention.data?.work ?? []).map((each) => workItem(each, { workspaceId, isOperator })),
        ...(attention.data?.uploads ?? []).map((each) => uploadItem(each, workspaceId)),
      ],
    },
    { name: 'Candidates for pruning', items: (candidates.data ?? []).map(pruningItem) },
    {
      name: 'Never asked for',
      items: (attention.data?.unused ?? []).filter(({ memory }) => !pruned.has(memory)).map(unusedItem),
    },
  ];
  const filled = groups.filter(({ items }) => items.length > 0);
  return (
    <>
      <h1>Inbox</h1>
      {waiting ? (
        <AsyncState query={waiting as typeof attention}>{() => null}</AsyncState>
      ) : filled.length === 0 ? (
        <div className="empty">
          <p>Nothing waits for a person.</p>
          <p className="quiet">
            Contradictions, likely new versions, memories whose code changed, near-duplicates, memories that
            nobody asks for, and work that failed come here.
          </p>
        </div>
      ) : (
        <Items groups={filled} />
      )}
    </>
  );
}

function Items({ groups }: { groups: { name: string; items: InboxItem[] }[] }) {
  const act = useAct();
  const { may } = useRights();
  const list = useRef<HTMLDivElement>(null);
  const items = groups.flatMap((group) => group.items);
  const [chosen, setChosen] = useState(items[0]?.id);
  // A settled item is gone: the next one takes its place.
  const place = useRef(0);
  const at = items.findIndex(({ id }) => id === chosen);
  if (at >= 0) place.current = at;
  const current = items[at >= 0 ? at : Math.min(place.current, items.length - 1)];
  useListKeys(list);
  useEffect(() => {
    if (document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('[aria-current] [data-item]')?.focus({ preventScroll: true });
  }, [current?.id]);
  const navigate = useNavigate();
  const edit = (ref: string) => void navigate({ to: '/memories/$ref', params: { ref }, hash: 'edit' });
  const edited = current?.memories[0]?.memory;
  useShortcuts(
    may('write')
      ? {
          ...Object.fromEntries(
            (current?.settlings ?? []).map(({ key, act: action }) => [
              key,
              () => void act({ ...action, once: current?.id ?? '' }),
            ]),
          ),
          ...(edited === undefined ? {} : { e: () => edit(edited) }),
        }
      : {},
  );
  return (
    <div ref={list} className="inbox">
      <p className="quiet">
        {formatNumber(items.length)} wait for a person. <kbd>j</kbd> <kbd>k</kbd> go through them
        <ForWriters>
          , a number settles, <kbd>u</kbd> takes it back
        </ForWriters>
        .
      </p>
      {groups.map(({ name, items: own }) => (
        <section key={name} aria-label={name}>
          <h2>
            {name} <span className="count">{formatNumber(own.length)}</span>
          </h2>
          <ol className="cards">
            {own.map((item) => (
              <li
                key={item.id}
                aria-current={item.id === current?.id || undefined}
                onFocus={() => setChosen(item.id)}
              >
                <p className="meta">
                  {item.memories.length === 0 ? (
                    <strong tabIndex={-1} data-item>
                      {item.reason}
                    </strong>
                  ) : (
                    <span>{item.reason}</span>
                  )}
                  {item.share !== undefined && <span>{formatShare(item.share)}</span>}
                  {item.recalled !== undefined && <span>recalled {formatCount(item.recalled, 'time')}</span>}
                  <Moment at={item.at} />
                </p>
                {item.commands?.map((command) => (
                  <p key={command}>
                    <CommandLine>{command}</CommandLine>
                  </p>
                ))}
                {item.text && (
                  <p className="snippet">
                    <Plain>{item.text}</Plain>
                  </p>
                )}
                <div className={item.memories.length > 1 ? 'pair' : undefined}>
                  {item.memories.map((memory, number) => (
                    <div key={memory.memory}>
                      <h3>
                        <Link
                          to="/memories/$ref"
                          params={{ ref: memory.memory }}
                          data-item={number === 0 ? true : undefined}
                        >
                          <Plain>{memory.title}</Plain>
                        </Link>
                      </h3>
                      {memory.narrative && (
                        <p className="snippet">
                          <Plain>{withoutMarks(memory.narrative).slice(0, 300)}</Plain>
                        </p>
                      )}
                      <p className="meta">
                        <TypeBadge type={memory.memory_type} />
                        <Moment at={memory.created_at} />
                      </p>
                    </div>
                  ))}
                </div>
                <ForWriters>
                  <div className="actions">
                    {item.settlings.map(({ key, words, isDanger, act: action }) => (
                      <button
                        key={key}
                        type="button"
                        className={isDanger ? 'danger' : undefined}
                        onClick={() => void act({ ...action, once: item.id })}
                      >
                        {words} <kbd>{key}</kbd>
                      </button>
                    ))}
                    {item.memories[0] && (
                      <button type="button" onClick={() => edit(item.memories[0]?.memory ?? '')}>
                        Edit{item.memories.length > 1 && ' the first'} <kbd>e</kbd>
                      </button>
                    )}
                  </div>
                </ForWriters>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
