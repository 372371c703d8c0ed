import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { ForWriters, Button } from '../../ui/parts.tsx';
import { useClient, useSession } from '../../session/session-context.ts';
import { formatShare, MemoryLink } from '../../ui/text/inline.tsx';
import { useAct } from '../../ui/hooks.ts';
import { type MemoryDetail, memoryQuery } from './memory-query.ts';

type Relationship = MemoryDetail['outgoing_relationships'][number];

const WORDS: Record<string, readonly [outgoing: string, incoming: string]> = {
  supersedes: ['Replaces', 'Replaced by'],
  depends_on: ['Depends on', 'Is needed by'],
  caused_by: ['Caused by', 'Caused'],
  references: ['Refers to', 'Referred to by'],
  contradicts: ['Contradicts', 'Contradicts'],
  related_to: ['Belongs to', 'Belongs to'],
  similar_to: ['Is like', 'Is like'],
};

const words = ({ relationship_type: type }: Relationship, end: 0 | 1): string => WORDS[type]?.[end] ?? type;

/** Titles are read one by one. */
const SHOWN = 12;

export function MemoryRelationships({ memory, onRelate }: { memory: MemoryDetail; onRelate: () => void }) {
  const [showsAll, setShowsAll] = useState(false);
  const client = useClient();
  const { workspaceId } = useSession();
  const all: { other: string; words: string; edge: Relationship }[] = [
    ...memory.outgoing_relationships.map((edge) => ({
      other: edge.target_memory_id,
      words: words(edge, 0),
      edge,
    })),
    ...memory.incoming_relationships.map((edge) => ({
      other: edge.source_memory_id,
      words: words(edge, 1),
      edge,
    })),
  ].toSorted((a, b) => a.words.localeCompare(b.words) || b.edge.confidence - a.edge.confidence);
  // A relationship that reads the same from both ends is in both lists.
  const neighbours = [
    ...new Map(all.toReversed().map((each) => [`${each.words} ${each.other}`, each])).values(),
  ].toReversed();
  const shown = showsAll ? neighbours : neighbours.slice(0, SHOWN);
  const others = [...new Set(shown.map(({ other }) => other))];
  const titles = useQueries({
    queries: others.map((ref) => ({ ...memoryQuery(client, workspaceId, ref), staleTime: 60_000 })),
    combine: (results) => new Map(results.map(({ data }, at) => [others[at], data?.title])),
  });
  const groups = Map.groupBy(shown, (each) => each.words);
  return (
    <section aria-labelledby="relationships">
      <h2 id="relationships">Relationships</h2>
      {neighbours.length === 0 && (
        <p className="quiet">
          None yet.{' '}
          <ForWriters>
            <Button kind="plain" on={onRelate}>
              Relate it
            </Button>
          </ForWriters>
        </p>
      )}
      {[...groups].map(([name, items]) => (
        <div key={name}>
          <h3>{name}</h3>
          <ul className="related">
            {items.map(({ other, edge }) => (
              <li key={edge.id}>
                <MemoryLink to={other} title={titles.get(other) ?? '…'} />{' '}
                <span className="quiet" title={edge.context ?? undefined}>
                  {edge.discovery_method === 'manual'
                    ? 'said by someone'
                    : `${edge.discovery_method.replaceAll('_', ' ')}, ${formatShare(edge.confidence)}`}
                </span>
                {edge.discovery_method === 'manual' && <Retract edge={edge} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {neighbours.length > shown.length && (
        <Button on={() => setShowsAll(true)}>All {neighbours.length}</Button>
      )}
    </section>
  );
}

function Retract({ edge }: { edge: Relationship }) {
  const act = useAct();
  return (
    <ForWriters>
      <Button
        kind="icon"
        name="Take this relationship back"
        on={() =>
          act({
            run: (client) => client.deleteRelationship({ query: { relationship_id: edge.id } }),
            done: 'The relationship is gone.',
            undo: (client) =>
              client.createRelationship({
                body: {
                  source_id: edge.source_memory_id,
                  target_id: edge.target_memory_id,
                  relationship_type: edge.relationship_type,
                  context: edge.context,
                },
              }),
          })
        }
      >
        ×
      </Button>
    </ForWriters>
  );
}
