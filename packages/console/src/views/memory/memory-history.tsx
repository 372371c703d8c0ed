import { diffWordsWithSpace } from 'diff';
import { printable } from '@memory/text/printable';
import type { Client } from '@memory/client';
import { ForWriters, AsyncState, Button } from '../../ui/parts.tsx';
import { changeKind, changeSource } from '../../ui/text/change-source.ts';
import { Moment, Said } from '../../ui/text/inline.tsx';
import { useAct } from '../../ui/hooks.ts';
import { useAsk } from '../../session/session-context.ts';

type Change = Awaited<ReturnType<Client['listChanges']>>['changes'][number];

interface MemoryHistoryProps {
  memoryRef: string;
  current: object | undefined;
}

/** A field that is counted or computed changes by itself; a history of it says nothing. */
const SHOWN_FIELDS = [
  'title',
  'narrative',
  'memory_type',
  'tags',
  'concepts',
  'source_files',
  'importance_score',
  'confidence_score',
];

/** Longer texts are shown side by side: to compare them word by word would hold the page up. */
const DIFF_LENGTH_MAX = 20_000;

/** Changes of a memory in the last 30 days, with old and new values, and their undo. */
export function MemoryHistory({ memoryRef: ref, current }: MemoryHistoryProps) {
  const query = useAsk(['changes', ref], (client, signal) =>
    client.listChanges({ query: { memory: ref, limit: 200 }, signal }),
  );
  return (
    <AsyncState
      query={query}
      isEmpty={({ changes }) => changes.length === 0}
      empty="Nothing changed in the last 30 days."
    >
      {({ changes, next }) => (
        <>
          <ol className="history">
            {withStates(changes, current).map(({ change, after }) => (
              <OneChange key={change.id} change={change} after={after} />
            ))}
          </ol>
          {next && <p className="quiet">Earlier changes: workspace-memory admin changes list.</p>}
        </>
      )}
    </AsyncState>
  );
}

/** The history keeps what was before; what came after is what the next change found. */
function withStates(changes: readonly Change[], current: object | undefined) {
  let state: Record<string, unknown> = { ...current };
  return changes.map((change) => {
    const after = change.kind === 'deleted' ? {} : state;
    state = { ...state, ...change.before };
    return { change, after };
  });
}

function OneChange({ change, after }: { change: Change; after: Record<string, unknown> }) {
  const act = useAct();
  const fields = Object.entries(change.before ?? {}).filter(([name]) => SHOWN_FIELDS.includes(name));
  return (
    <li>
      <p className="meta">
        <strong>{changeKind(change)}</strong>
        <Said of={changeSource(change)} />
        <Moment at={change.changed_at} />
        {change.undone_at ? (
          <span className="tag">taken back</span>
        ) : (
          <ForWriters>
            <Button
              on={() =>
                act({
                  run: async (client) => {
                    const reply = await client.undoChanges({ body: { change: change.id } });
                    if (reply.undone === 0)
                      throw new Error('It cannot be taken back: the memory was changed again since.');
                    return reply;
                  },
                  done: 'Taken back.',
                  undo: (client, { batch }) => client.undoChanges({ body: { batch } }),
                })
              }
            >
              Take back
            </Button>
          </ForWriters>
        )}
      </p>
      {change.kind === 'updated' &&
        fields.map(([name, before]) => (
          <FieldDiff key={name} name={name} before={asText(before)} after={asText(after[name])} />
        ))}
      {change.kind === 'deleted' && <p className="quiet">What was deleted is kept for 30 days.</p>}
    </li>
  );
}

const asText = (value: unknown): string =>
  printable(
    value === undefined || value === null
      ? ''
      : Array.isArray(value)
        ? value.join(', ')
        : typeof value === 'string'
          ? value
          : String(value),
  );

export function FieldDiff({ name, before, after }: { name: string; before: string; after: string }) {
  const parts =
    before.length + after.length > DIFF_LENGTH_MAX
      ? [
          { value: before, removed: true, added: false },
          { value: after, removed: false, added: true },
        ]
      : diffWordsWithSpace(before, after);
  let at = 0;
  return (
    <div className="diff" dir="auto">
      <h4>{name.replaceAll('_', ' ')}</h4>
      <p>
        {parts.map(({ value, removed, added }) => {
          at += 1;
          if (removed) return <del key={at}>{value}</del>;
          return added ? <ins key={at}>{value}</ins> : <span key={at}>{value}</span>;
        })}
      </p>
    </div>
  );
}
