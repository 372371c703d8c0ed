import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Client } from '@memory/client';
import { MEMORY_TYPES } from '@memory/contracts';
import { useClient, useSession } from '../session/session-context.ts';
import { AsyncState } from '../ui/async-state.tsx';
import { Marked, snippetOf } from '../ui/marked.tsx';
import { formatNumber, formatShare, Moment } from '../ui/moment.tsx';
import { Plain } from '../ui/plain.tsx';
import { refOf } from '../ui/ref-of.ts';
import { TypeBadge } from '../ui/type-badge.tsx';
import { useListKeys } from '../ui/use-list-keys.ts';
import { SearchFilters } from './search-filters.tsx';
import type { SearchState } from './search-state.ts';

const route = getRouteApi('/search');

/** Typing is done by then. */
const PAUSE_MS = 180;

const PAGE = 20;

/** Why a result is there. */
const REASONS = {
  keyword: 'words',
  semantic: 'meaning',
  combined: 'words and meaning',
} as const;

type Result = Awaited<ReturnType<Client['searchMemories']>>['results'][number];

interface Replacements {
  replacedBy: Map<string, { ref: string; title: string }>;
  replaces: Map<string, { ref: string; title: string }>;
}

/** Search as one types; the address keeps it. */
export function SearchView() {
  const state = route.useSearch();
  const navigate = useNavigate({ from: '/search' });
  const client = useClient();
  const { workspaceId } = useSession();
  const [typed, setTyped] = useState(state.q ?? '');
  const [pages, setPages] = useState(1);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  useListKeys(list);
  const change = (next: Partial<SearchState>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => {
      setPages(1);
      if ((state.q ?? '') !== typed) change({ q: typed === '' ? undefined : typed });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
    // The state that it is compared with is the latest.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  const query = useQuery({
    queryKey: ['search', workspaceId, state, pages],
    queryFn: ({ signal }) => find(client, state, pages * PAGE, signal),
    placeholderData: keepPreviousData,
  });
  const replacements = useQuery({
    queryKey: ['replacements', workspaceId, state.q],
    queryFn: ({ signal }) => findReplacements(client, state.q ?? '', signal),
    placeholderData: keepPreviousData,
  });
  const results = query.data?.results ?? [];
  return (
    <>
      <h1 className="hidden">Search</h1>
      <form role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          <span className="hidden">Search the memory</span>
          <input
            ref={input}
            type="search"
            className="large"
            placeholder="Search by words or meaning …"
            value={typed}
            maxLength={2_000}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={({ key }) => {
              if (key === 'ArrowDown') list.current?.querySelector<HTMLElement>('a')?.focus();
            }}
          />
        </label>
        <SearchFilters state={state} types={MEMORY_TYPES} onChange={change} />
      </form>
      <AsyncState
        query={query}
        isEmpty={(data) => data.results.length === 0}
        empty={<NothingFound state={state} />}
      >
        {(data) => (
          <>
            <p className="quiet" role="status">
              {formatNumber(data.results.length)}
              {data.results.length === pages * PAGE ? ' or more' : ''} found
              {query.isFetching ? ', looking …' : ''}
              {data.degraded ? '. By words alone: the embedder did not answer in time.' : ''}
            </p>
            <ol className="results" ref={list} aria-busy={query.isFetching}>
              {data.results.map((result) => (
                <SearchHit
                  key={result.memory.id}
                  result={result}
                  query={state.q ?? ''}
                  replacements={replacements.data}
                />
              ))}
            </ol>
            {results.length === pages * PAGE && pages < 10 && (
              <button type="button" onClick={() => setPages(pages + 1)}>
                More
              </button>
            )}
          </>
        )}
      </AsyncState>
    </>
  );
}

function find(client: Client, state: SearchState, limit: number, signal: AbortSignal) {
  return client.searchMemories({
    body: {
      query: state.q ?? '',
      memory_types: state.types ?? null,
      tags: state.tags ?? null,
      files: state.files ?? null,
      min_importance: state.importance ?? null,
      min_confidence: state.confidence ?? null,
      use_semantic: !state.words,
      limit,
    },
    signal,
  });
}

/** What replaced what, among the memories that a query finds. */
async function findReplacements(client: Client, query: string, signal: AbortSignal): Promise<Replacements> {
  const { nodes, edges } = await client.exploreGraph({
    body: { query, relationship_types: ['supersedes'], seed_limit: 50, max_nodes: 200 },
    signal,
  });
  const named = new Map(nodes.map((node) => [refOf(node), { ref: refOf(node), title: node.title }]));
  const replacements: Replacements = { replacedBy: new Map(), replaces: new Map() };
  for (const { source_memory_id: source, target_memory_id: target } of edges) {
    const [by, of] = [named.get(source), named.get(target)];
    if (by && of) {
      replacements.replacedBy.set(target, by);
      replacements.replaces.set(source, of);
    }
  }
  return replacements;
}

interface SearchHitProps {
  result: Result;
  query: string;
  replacements: Replacements | undefined;
}

function SearchHit({ result: { memory, score, match_type }, query, replacements }: SearchHitProps) {
  const ref = refOf(memory);
  const replacedBy = replacements?.replacedBy.get(ref);
  const replaces = replacements?.replaces.get(ref);
  return (
    <li className={replacedBy ? 'hit replaced' : 'hit'}>
      <h2>
        <Link to="/memories/$ref" params={{ ref }}>
          <Marked text={memory.title} query={query} />
        </Link>
      </h2>
      <p className="snippet">
        <Marked text={snippetOf(memory.narrative, query)} query={query} />
      </p>
      <p className="meta">
        <TypeBadge type={memory.memory_type} />
        {query !== '' && (
          <span title="Why it is here, and how well it fits">
            by {REASONS[match_type]}, {formatShare(score)}
          </span>
        )}
        {memory.access_count > 0 && <span>opened {formatNumber(memory.access_count)} times</span>}
        {replacedBy && (
          <span className="warn">
            replaced by{' '}
            <Link to="/memories/$ref" params={{ ref: replacedBy.ref }}>
              <Plain>{replacedBy.title}</Plain>
            </Link>
          </span>
        )}
        {replaces && (
          <span>
            replaces{' '}
            <Link to="/memories/$ref" params={{ ref: replaces.ref }}>
              <Plain>{replaces.title}</Plain>
            </Link>
          </span>
        )}
        {memory.tags.slice(0, 5).map((tag) => (
          <span key={tag} className="tag">
            <Plain>{tag}</Plain>
          </span>
        ))}
        <Moment at={memory.created_at} />
      </p>
    </li>
  );
}

function NothingFound({ state }: { state: SearchState }) {
  const { q, ...filters } = state;
  if (Object.keys(filters).length > 0)
    return (
      <p>
        Nothing with these filters.{' '}
        <Link to="/search" search={q === undefined ? {} : { q }}>
          Search without them
        </Link>
      </p>
    );
  if (q === undefined)
    return (
      <p>
        There are no memories yet. <Link to="/new">Write the first one</Link>
      </p>
    );
  return <p>Nothing was found. Other words may help, or fewer.</p>;
}
