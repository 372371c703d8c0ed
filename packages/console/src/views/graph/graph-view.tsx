import { withoutMarks } from '@memory/text/printable';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { MEMORY_TYPES } from '@memory/contracts';
import { useClient, useSession, useAsk } from '../../session/session-context.ts';
import { AsyncState, Button, Choice, Field, Form, StoredChoice } from '../../ui/parts.tsx';
import { formatCount, formatNumber, MemoryLink, Plain } from '../../ui/text/inline.tsx';
import { Marked, snippetOf } from '../../ui/text/marked.tsx';
import { messageOf } from '../../ui/message-of.ts';
import { useListKeys } from '../../ui/hooks.ts';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { communityColours, drawGraph, type GraphPicture } from './graph-picture.ts';
import type { GraphState } from '../address-state.ts';
import { memoryQuery } from '../memory/memory-query.ts';
import { loadGraph, UNGROUPED, type Dot, type LoadedGraph } from './load-graph.ts';

const route = getRouteApi('/graph');

const DAY_MS = 86_400_000;

const CHOICES = 60;

/** A path of more steps says little. */
const PATH_DEPTH = 10;

export function GraphView() {
  const { workspaceId } = useSession();
  const [loaded, setLoaded] = useState(0);
  const query = useQuery({
    queryKey: ['graph', workspaceId],
    queryFn: ({ signal }) => loadGraph(workspaceId, { signal, onProgress: setLoaded }),
    staleTime: Infinity,
  });
  return (
    <>
      <h1>Graph</h1>
      {query.isPending && loaded > 0 && (
        <p className="quiet" role="status">
          {formatCount(loaded, 'memory', 'memories')} read …
        </p>
      )}
      <AsyncState
        query={query}
        isEmpty={({ dots }) => dots.length === 0}
        empty={<p>There are no memories yet.</p>}
      >
        {(graph) => <WholeGraph graph={graph} />}
      </AsyncState>
    </>
  );
}

function WholeGraph({ graph }: { graph: LoadedGraph }) {
  const state = route.useSearch();
  const navigate = useNavigate({ from: '/graph' });
  const place = useRef<HTMLDivElement>(null);
  const picture = useRef<GraphPicture>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState('');
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [typed, setTyped] = useState('');
  useListKeys(list);
  const change = (next: Partial<GraphState>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  const byRef = useMemo(() => new Map(graph.dots.map((dot) => [dot.ref, dot])), [graph]);
  const colours = useMemo(() => communityColours(graph.communities), [graph]);
  const shown = useMemo(() => narrowed(graph.dots, state), [graph, state]);
  const listed = useMemo(() => {
    const words = typed.toLowerCase();
    return shown
      .filter(({ title }) => title.toLowerCase().includes(words))
      .toSorted((a, b) => b.importance - a.importance);
  }, [shown, typed]);
  const path = useAsk(
    ['path', state.from, state.to],
    (client, signal) =>
      client.findPath({
        body: {
          source_memory_id: state.from ?? '',
          target_memory_id: state.to ?? '',
          max_depth: PATH_DEPTH,
        },
        signal,
      }),
    { enabled: state.from !== undefined && state.to !== undefined },
  );
  const alone = graph.dots.length - graph.tied.size;
  const titleOf = (community: string) =>
    graph.communities.find(({ name }) => name === community)?.title ?? community;
  const steps = path.data?.path ?? [];
  useEffect(() => {
    if (!place.current) return;
    try {
      picture.current = drawGraph(place.current, graph, { onChoose: setChosen });
    } catch (error) {
      setFailure(messageOf(error));
    }
    return () => {
      picture.current?.close();
      picture.current = undefined;
    };
  }, [graph]);
  useEffect(() => {
    picture.current?.show(
      listed.length === graph.dots.length ? undefined : new Set(listed.map(({ ref }) => ref)),
    );
  }, [listed, graph]);
  useEffect(() => picture.current?.drawPath(steps), [steps.join(' ')]);
  useEffect(() => picture.current?.look(chosen), [chosen]);
  const dot = chosen === undefined ? undefined : byRef.get(chosen);
  return (
    <>
      <Form className="fields">
        <Choice
          label="Type"
          value={state.type}
          values={MEMORY_TYPES}
          none="all"
          say={(type) => type.replaceAll('_', ' ')}
          onChange={(type) => change({ type })}
        />
        <StoredChoice value={state.days} onChange={(days) => change({ days })} />
        <Choice
          label="Community"
          value={state.community}
          values={graph.communities.slice(0, CHOICES).map(({ name }) => name)}
          none="all"
          say={(name) => {
            const { title = name, count = 0 } = graph.communities.find((each) => each.name === name) ?? {};
            return `${title} (${formatNumber(count)})`;
          }}
          onChange={(community) => change({ community })}
        />
        <Field
          label="Find"
          type="search"
          placeholder="Words of a title …"
          value={typed}
          onChange={setTyped}
        />
      </Form>
      <p className="quiet" role="status">
        {formatNumber(listed.length)} of {formatCount(graph.dots.length, 'memory', 'memories')},{' '}
        {formatCount(graph.edges.length, 'relationship')},{' '}
        {formatCount(
          graph.communities.filter(({ name }) => name !== UNGROUPED).length,
          'community',
          'communities',
        )}
        {alone > 0 && `; ${formatNumber(alone)} that nothing leads to are in the list alone`}
        {graph.isThinned && '; the surest relationships alone, since there are very many'}
      </p>
      <div className="graph">
        <div className="picture-side">
          {failure === '' ? (
            <div
              ref={place}
              className="canvas"
              role="img"
              aria-label={`${formatCount(shown.length, 'memory', 'memories')} as dots, coloured by community; the list beside has them all`}
            />
          ) : (
            <p className="failure">The picture needs WebGL, which this browser does not give: {failure}</p>
          )}
          <div className="actions">
            <Button name="Nearer" on={() => picture.current?.zoom(0.6)}>
              +
            </Button>
            <Button name="Farther" on={() => picture.current?.zoom(1.6)}>
              −
            </Button>
            <Button on={() => setChosen(undefined)}>The whole</Button>
          </div>
          {state.from !== undefined && (
            <section aria-label="Path" className="path">
              <p>
                <strong>Path</strong> from <Plain>{byRef.get(state.from)?.title ?? state.from}</Plain>
                {state.to === undefined ? (
                  <span className="quiet">: choose where it should lead.</span>
                ) : (
                  <>
                    {' '}
                    to <Plain>{byRef.get(state.to)?.title ?? state.to}</Plain>
                  </>
                )}{' '}
                <Button kind="plain" on={() => change({ from: undefined, to: undefined })}>
                  Clear
                </Button>
              </p>
              {state.to !== undefined && (
                <AsyncState
                  query={path}
                  isEmpty={(found) => found.path.length === 0}
                  empty={`Nothing leads from one to the other in ${PATH_DEPTH} steps.`}
                >
                  {(found) => (
                    <ol>
                      {found.path.map((ref, at) => (
                        <li key={ref}>
                          {at > 0 && (
                            <span className="quiet">
                              {found.edges[at - 1]?.relationship_type.replaceAll('_', ' ')}{' '}
                            </span>
                          )}
                          <MemoryLink to={ref} title={byRef.get(ref)?.title ?? ref} />
                        </li>
                      ))}
                    </ol>
                  )}
                </AsyncState>
              )}
            </section>
          )}
        </div>
        <div>
          {dot && (
            <Chosen
              key={dot.ref}
              dot={dot}
              community={titleOf(dot.community)}
              state={state}
              onChange={change}
            />
          )}
          <div ref={list} className="graph-list">
            <VirtualRows
              className="rows"
              label="Memories"
              isInside
              rows={listed}
              keyOf={({ ref }) => ref}
              estimate={34}
            >
              {({ ref, title, community }) => (
                <div className="row">
                  <button
                    type="button"
                    className="folder"
                    data-item
                    aria-pressed={ref === chosen}
                    title={titleOf(community)}
                    onClick={() => setChosen(ref === chosen ? undefined : ref)}
                  >
                    <svg className="swatch" viewBox="0 0 8 8" aria-hidden="true">
                      <circle cx="4" cy="4" r="4" fill={colours.get(community)} />
                    </svg>
                    <Plain>{title}</Plain>
                  </button>
                </div>
              )}
            </VirtualRows>
          </div>
        </div>
      </div>
    </>
  );
}

interface ChosenProps {
  dot: Dot;
  community: string;
  state: GraphState;
  onChange: (next: { from?: string; to?: string }) => void;
}

function Chosen({ dot, community, state, onChange }: ChosenProps) {
  const card = useRef<HTMLParagraphElement>(null);
  const client = useClient();
  const { workspaceId } = useSession();
  const { data: memory } = useQuery(memoryQuery(client, workspaceId, dot.ref));
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [memory]);
  return (
    <p ref={card} className="note plain chosen" role="status">
      <MemoryLink to={dot.ref} title={dot.title} />{' '}
      <span className="quiet">
        <Plain>{`${dot.type.replaceAll('_', ' ')}; ${community === UNGROUPED ? 'in no community' : `belongs to: ${community}`}`}</Plain>
      </span>{' '}
      {memory && <Marked text={snippetOf(withoutMarks(memory.narrative), '')} query="" />}{' '}
      <Button on={() => onChange({ from: dot.ref })}>Path from here</Button>{' '}
      {state.from !== undefined && state.from !== dot.ref && (
        <Button on={() => onChange({ to: dot.ref })}>Path to here</Button>
      )}
    </p>
  );
}

function narrowed(dots: readonly Dot[], { type, days, community }: GraphState): readonly Dot[] {
  if (!type && !days && !community) return dots;
  const since = days === undefined ? 0 : Date.now() - days * DAY_MS;
  return dots.filter(
    (dot) =>
      dot.storedAt >= since &&
      (type === undefined || dot.type === type) &&
      (community === undefined || dot.community === community),
  );
}
