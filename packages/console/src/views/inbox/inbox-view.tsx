import { withoutMarks } from '@memory/text/printable';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ForWriters, AsyncState, Button } from '../../ui/parts.tsx';
import { useRights } from '../../session/session-context.ts';
import {
  CommandLine,
  Count,
  formatCount,
  formatNumber,
  MemoryLink,
  Moment,
  Plain,
  TypeBadge,
} from '../../ui/text/inline.tsx';
import { useAct, useListKeys, useShortcuts } from '../../ui/hooks.ts';
import { useInbox, type InboxGroup } from './use-inbox.tsx';

/** Of an import, each with its text; the others are unfolded. */
const SHOWN = 3;

export function InboxView() {
  const { groups, waiting } = useInbox();
  const filled = groups.filter(({ items }) => items.length > 0);
  return (
    <>
      <h1>Inbox</h1>
      {waiting ? (
        <AsyncState query={waiting}>{() => null}</AsyncState>
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

function Items({ groups }: { groups: InboxGroup[] }) {
  const act = useAct();
  const { may } = useRights();
  const list = useRef<HTMLDivElement>(null);
  const items = groups.flatMap((group) => group.items);
  const section = location.hash.slice(1);
  const [chosen, setChosen] = useState((groups.find(({ id }) => id === section)?.items[0] ?? items[0])?.id);
  useEffect(() => {
    // After the frame has gone to the top of the new view.
    requestAnimationFrame(() => document.getElementById(section)?.scrollIntoView());
  }, [section]);
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
      {groups.map(({ id, name, items: own }) => (
        <section key={id} id={id} aria-label={name}>
          <h2>
            {name} <Count of={own.length} />
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
                  {item.share !== undefined && <span>{item.share}</span>}
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
                  {item.memories.slice(0, SHOWN).map((memory, number) => (
                    <div key={memory.memory}>
                      <h3>
                        <MemoryLink to={memory.memory} title={memory.title} isItem={number === 0} />
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
                {item.memories.length > SHOWN && (
                  <details>
                    <summary>All {formatNumber(item.memories.length)}</summary>
                    <ul className="files">
                      {item.memories.slice(SHOWN).map(({ memory, title }) => (
                        <li key={memory}>
                          <MemoryLink to={memory} title={title} />
                        </li>
                      ))}
                    </ul>
                  </details>
                )}
                <ForWriters>
                  <div className="actions">
                    {item.settlings.map(({ key, words, isDanger, act: action }) => (
                      <Button
                        key={key}
                        keys={key}
                        kind={isDanger && 'danger'}
                        on={() => act({ ...action, once: item.id })}
                      >
                        {words}
                      </Button>
                    ))}
                    {item.memories[0] && (
                      <Button keys="e" on={() => edit(item.memories[0]?.memory ?? '')}>
                        Edit{item.memories.length > 1 && ' the first'}
                      </Button>
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
